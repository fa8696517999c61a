import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { describe, expect, it } from 'vitest';

// Texts are added to an i18next that has begun.
await i18next.use(initReactI18next).init({ lng: 'pt-BR', initAsync: false });
await import('./add-texts.ts');
const { PartnerStatus } = await import('./partner-status.tsx');

const textOf = (isOwn: boolean) =>
  renderToStaticMarkup(<PartnerStatus status="OFFERED" isOwn={isOwn} />).replace(/<[^>]*>/g, '');

describe('the status of an offered contract', () => {
  it('tells the co-producer that the answer is hers, and the seller whom it waits for', () => {
    expect([true, false].map(textOf)).toEqual(['Aguardando a sua resposta', 'Aguardando o coprodutor']);
  });
});

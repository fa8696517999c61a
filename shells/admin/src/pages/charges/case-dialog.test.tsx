import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { describe, expect, it } from 'vitest';

// Texts are added to an i18next that has begun.
await i18next.use(initReactI18next).init({ lng: 'pt-BR', initAsync: false });
await import('../../components/money/add-texts.ts');
const { CaseActs } = await import('./case-dialog.tsx');

/** The buttons in their order; a star marks the filled one. */
const buttonsOf = (state: 'OPEN' | 'ANSWERED' | 'WON', dueAt: string) =>
  [
    ...renderToStaticMarkup(<CaseActs dispute={{ state, dueAt }} onAct={() => undefined} />).matchAll(
      /class="([^"]*)"[^>]*>([^<]*)</g,
    ),
  ].map(([, classes, label]) => (classes!.includes('button-primary') ? `*${label}` : label));

describe('the buttons of a case', () => {
  const [AHEAD, OVER] = ['2190-01-01T00:00:00Z', '2020-01-01T00:00:00Z'];

  it.each([
    ['OPEN', AHEAD, ['Desistir da defesa', 'Registrar decisão do banco', '*Escrever defesa']],
    ['OPEN', OVER, ['Desistir da defesa', '*Registrar decisão do banco']],
    ['ANSWERED', AHEAD, ['Desistir da defesa', '*Registrar decisão do banco']],
    ['WON', OVER, ['Corrigir decisão']],
  ] as const)('lead with what a case waits for: %s, due %s', (state, dueAt, buttons) => {
    expect(buttonsOf(state, dueAt)).toEqual(buttons);
  });
});

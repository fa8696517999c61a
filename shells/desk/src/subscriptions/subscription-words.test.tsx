import i18next from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { describe, expect, it } from 'vitest';

// Texts are added to an i18next that has begun.
await i18next.use(initReactI18next).init({ lng: 'pt-BR', initAsync: false });
const { SubscriptionStatusBadge } = await import('./subscription-words.tsx');

const textOf = (standing: Parameters<typeof SubscriptionStatusBadge>[0]) =>
  renderToStaticMarkup(<SubscriptionStatusBadge {...standing} />).replace(/<[^>]*>/g, '');

describe('the status of a subscription', () => {
  it('reads as canceled from the cancellation on, and not only when its period is over', () => {
    expect(textOf({ status: 'ACTIVE' })).toBe('Ativa');
    expect(textOf({ status: 'ACTIVE', cancelAtPeriodEnd: true })).toBe('Cancelada');
    expect(textOf({ status: 'TRIALING', cancelAtPeriodEnd: true })).toBe('Cancelada');
    expect(textOf({ status: 'ENDED', cancelAtPeriodEnd: true, endedAt: '2026-11-01T00:00:00Z' })).toBe('Concluída');
  });
});

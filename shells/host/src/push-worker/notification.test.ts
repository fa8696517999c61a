import type { PushMessage } from '@feira/schemas/push-message';
import { describe, expect, it } from 'vitest';
import { toSystemNotification } from './notification.ts';

const SALE: PushMessage = {
  id: '01930000-0000-7000-8000-000000000021',
  type: 'sale.approved',
  parameters: { title: 'Curso de Pão', amount: 9_990, currency: 'BRL' },
  href: '/platform/my-sales',
  locale: 'pt-BR',
};

describe('toSystemNotification', () => {
  it('says what the bell says in the language of the person, and knows a repeat', () => {
    const { title, options } = toSystemNotification(SALE);

    expect([title, options.body?.replaceAll('\u00a0', ' ')]).toEqual(['Venda aprovada', 'R$ 99,90 · Curso de Pão']);
    expect(options).toMatchObject({ tag: SALE.id, data: '/platform/my-sales', lang: 'pt-BR' });
    expect(toSystemNotification({ ...SALE, locale: 'en' }).title).toBe('Sale approved');
  });
});

import { describe, expect, it } from 'vitest';
import { listSearchWords } from './search-words.ts';

const words = (value: unknown) => listSearchWords(Buffer.from(JSON.stringify(value))).split('\n');

describe('listSearchWords', () => {
  it('keeps ids and names of events, once and in small letters', () => {
    expect(
      words({
        id: 'evt_05B708',
        event: 'PAYMENT_RECEIVED',
        type: 'charge.paid',
        payment: { id: 'pay_080225913252', reference: '01930000-0000-7000-8000-000000000001', again: 'evt_05b708' },
      }),
    ).toEqual([
      'evt_05b708',
      'payment_received',
      'charge.paid',
      'pay_080225913252',
      '01930000-0000-7000-8000-000000000001',
    ]);
  });

  it('leaves out names of fields, people, dates, amounts and what is covered', () => {
    expect(
      words({
        created_at: '2026-11-21T10:00:00Z',
        name: 'João da Silva',
        cpf: '52998224725',
        email: 'joao1@example.com',
        card: '4111111111111111',
        token: 'tok_1234567890',
        amount: 129.9,
        id: 'ch_12ab34',
      }).filter((word) => word !== 'example.com'),
    ).toEqual(['ch_12ab34']);
  });

  it('stays short enough for an index, whatever it is given', () => {
    const many = listSearchWords(Buffer.from(Array.from({ length: 5000 }, (_, index) => `id_${index}é𝒵1`).join(' ')));

    expect(Buffer.byteLength(many)).toBeLessThan(2_000);
    expect(many.split('\n').length).toBeGreaterThan(20);
    expect(listSearchWords(Buffer.from([0xff, 0xfe, 0, 1]))).toBe('');
    expect(listSearchWords(Buffer.alloc(0))).toBe('');
  });
});

import { describe, expect, it } from 'vitest';
import { readPrefill } from './form.ts';

describe('readPrefill', () => {
  it('reads what a link fills in, and the method', () => {
    const query = { nome: 'Ana', email: 'ana@example.com', telefone: '11987654321', cpf: '1', coupon: 'VOLTA10' };

    expect(readPrefill({ ...query, method: 'billet' })).toEqual({
      name: 'Ana',
      email: 'ana@example.com',
      phone: '11987654321',
      cpf: '1',
      coupon: 'VOLTA10',
      paymentMethod: 'BILLET',
    });
  });

  it('ignores what it does not know', () => {
    for (const query of [
      { method: 'CASH' },
      { method: '' },
      { quantity: '0' },
      { quantity: '1e2' },
      { constructor: 'x' },
    ])
      expect(readPrefill(query)).toEqual({});
  });
});

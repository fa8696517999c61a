import type { Checkout } from '@feira/schemas/checkout';
import { priceOrder } from '@feira/schemas/rules/order-price';
import { describe, expect, it } from 'vitest';
import { initialChoice } from '../pages/checkout/choice.ts';
import { isAddressIncomplete, validateBuyer } from './validate-buyer.ts';

const checkout: Checkout = {
  id: 'offer',
  title: 'Offer',
  price: 10_000,
  coin: 'BRL',
  type: 'ONE_TIME',
  sellerName: 'Seller',
  requiredDocumentAndPhone: true,
  pixEnabled: true,
  creditCardEnabled: false,
  billetEnabled: false,
  product: { name: 'Product', typeProduct: 'DIGITAL' },
  orderBumps: [],
  deliveryOptions: [],
  checkoutBuilderConfig: {},
  requiredBuyerFields: {},
};
const valid = { name: 'Maria Silva', email: 'maria@example.com', cpf: '529.982.247-25', phone: '(11) 98888-7777' };
const check = (values: Record<string, string>, changes: Partial<Checkout> = {}) => {
  const offer = { ...checkout, ...changes };
  const choice = initialChoice(offer, {});
  return validateBuyer(offer, choice, priceOrder(offer, choice), { ...valid, ...values });
};

describe('validateBuyer', () => {
  it('accepts a complete buyer', () => {
    expect(check({})).toEqual({});
  });

  it.each([
    ['', 'nameMissing'],
    ['Ana', 'nameShort'],
    ['A'.repeat(31), 'nameLong'],
  ])('says what is wrong with the name "%s"', (name, key) => {
    expect(check({ name })).toEqual({ name: key });
  });

  it.each(['Anna', 'A'.repeat(30)])('accepts the name "%s"', (name) => {
    expect(check({ name })).toEqual({});
  });

  it.each([
    ['', 'required'],
    ['maria@', 'emailInvalid'],
  ])('says what is wrong with the e-mail "%s"', (email, key) => {
    expect(check({ email })).toEqual({ email: key });
  });

  it.each(['12.ABC.345/01DE-35', '12abc34501de35', '11.222.333/0001-81'])('accepts the CNPJ %s', (cpf) => {
    expect(check({ cpf })).toEqual({});
  });

  it('tells a missing document from a wrong one', () => {
    expect(check({ cpf: '' })).toEqual({ cpf: 'documentMissing' });
    expect(check({ cpf: '529.982.247-24' })).toEqual({ cpf: 'documentInvalid' });
  });

  it('needs a phone with an area code in use', () => {
    expect(check({ phone: '' })).toEqual({ phone: 'phoneMissing' });
    for (const phone of ['(00) 98888-7777', '(11) 8888-7777', '+1 212 555 1234', '+351 912 345 678'])
      expect([phone, check({ phone })]).toEqual([phone, { phone: 'phoneInvalid' }]);
    for (const phone of ['+55 91 98888-7777', '011 98888-7777', '(11) 3222-7777'])
      expect([phone, check({ phone })]).toEqual([phone, {}]);
  });

  it('does not ask for what nobody needs', () => {
    expect(check({ cpf: '', phone: '' }, { requiredDocumentAndPhone: false })).toEqual({});
  });

  it('needs every part of a physical address but the complement', () => {
    const physical = { product: { name: 'Product', typeProduct: 'FISICO' as const } };
    const address = {
      cep: '01310-100',
      street: 'Rua',
      number: '1',
      district: 'Centro',
      city: 'São Paulo',
      state: 'SP',
    };

    expect(check(address, physical)).toEqual({});
    expect(check({ ...address, cep: '0131' }, physical)).toEqual({ cep: 'zipInvalid' });
    const errors = check({ ...address, number: '' }, physical);
    expect(errors).toEqual({ number: 'required' });
    expect(isAddressIncomplete({ isShipped: true }, errors)).toBe(true);
    expect(isAddressIncomplete({ isShipped: false }, errors)).toBe(false);
  });
});

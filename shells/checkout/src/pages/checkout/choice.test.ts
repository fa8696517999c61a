import type { Checkout } from '@feira/schemas/checkout';
import { describe, expect, it } from 'vitest';
import { enabledMethods, initialChoice, neededFields, renderedFields } from './choice.ts';

const option = (id: string, fareAmount: number, preSelected = false) => ({
  id,
  fareAmount,
  preSelected,
  description: id,
  deliveryTime: '',
});
const checkout: Checkout = {
  id: 'offer',
  title: 'Offer',
  price: 10_000,
  coin: 'BRL',
  type: 'ONE_TIME',
  sellerName: 'Seller',
  requiredDocumentAndPhone: false,
  pixEnabled: true,
  creditCardEnabled: true,
  billetEnabled: true,
  fretePrice: null,
  product: { name: 'Product', typeProduct: 'FISICO' },
  orderBumps: [
    { id: 'a', title: 'A', price: 1500, isTangible: false },
    { id: 'b', title: 'B', price: 299, isTangible: true },
  ],
  deliveryOptions: [option('slow', 0), option('fast', 2490, true)],
  checkoutBuilderConfig: {},
  requiredBuyerFields: { PIX: ['document'], BILLET: ['document', 'address'] },
};
const digital: Checkout = { ...checkout, product: { name: 'Product', typeProduct: 'DIGITAL' } };

describe('enabledMethods', () => {
  it('lists PIX, card and boleto in the order of preference', () => {
    expect(enabledMethods(checkout)).toEqual(['PIX', 'CREDIT_CARD', 'BILLET']);
  });

  it('leaves out what the offer does not take', () => {
    expect(enabledMethods({ ...checkout, pixEnabled: false })).toEqual(['CREDIT_CARD', 'BILLET']);
  });
});

describe('initialChoice', () => {
  it('takes the first enabled method and the preselected delivery', () => {
    expect(initialChoice(checkout, {})).toEqual({
      method: 'PIX',
      quantity: 1,
      bumps: [],
      deliveryOptionId: 'fast',
      hasZip: false,
    });
  });

  it('takes no more pieces than an order may have', () => {
    expect(initialChoice({ ...checkout, maxQuantity: 3 }, { quantity: 2 }).quantity).toBe(2);
    expect(initialChoice({ ...checkout, maxQuantity: 3 }, { quantity: 9 }).quantity).toBe(3);
    expect(initialChoice(checkout, { quantity: 2 }).quantity).toBe(1);
  });

  it('takes the first delivery when none is preselected', () => {
    const options = [option('slow', 0), option('fast', 2490)];

    expect(initialChoice({ ...checkout, deliveryOptions: options }, {}).deliveryOptionId).toBe('slow');
  });

  it('keeps what was posted, as far as the offer has it', () => {
    const values = { paymentMethod: 'BILLET' as const, orderBumpsIds: ['b', 'gone'], cep: '01310-100' };

    expect(initialChoice(checkout, values)).toMatchObject({ method: 'BILLET', bumps: ['b'], hasZip: true });
  });

  it('has no method when the offer takes none', () => {
    const none = { ...checkout, pixEnabled: false, creditCardEnabled: false, billetEnabled: false };

    expect(initialChoice(none, {}).method).toBeUndefined();
  });
});

describe('neededFields', () => {
  it('asks for what the provider of the method needs and nothing more', () => {
    expect(neededFields(digital, 'PIX', false)).toEqual({ document: true, phone: false, address: false });
    expect(neededFields(digital, 'CREDIT_CARD', false)).toEqual({ document: false, phone: false, address: false });
    expect(neededFields(digital, 'BILLET', false)).toEqual({ document: true, phone: false, address: true });
  });

  it('asks for document and phone where the seller does', () => {
    const strict = { ...digital, requiredDocumentAndPhone: true };

    expect(neededFields(strict, 'CREDIT_CARD', false)).toEqual({ document: true, phone: true, address: false });
  });

  it('asks where to ship whatever the method', () => {
    expect(neededFields(checkout, 'CREDIT_CARD', true).address).toBe(true);
  });

  it('renders a field as soon as one enabled method needs it', () => {
    expect(renderedFields(digital)).toEqual({ document: true, phone: false, address: true });
    expect(renderedFields({ ...digital, billetEnabled: false, orderBumps: [] }).address).toBe(false);
  });

  it('renders the address for a physical extra that may still be chosen', () => {
    const noBoleto = { ...digital, billetEnabled: false };

    expect(renderedFields(noBoleto).address).toBe(true);
    expect(renderedFields(noBoleto, false).address).toBe(false);
  });
});

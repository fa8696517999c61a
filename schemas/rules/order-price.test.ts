import { describe, expect, it } from 'vitest';
import { findDelivery, listDeliveries, mayShip, type PricedOffer, priceOrder } from './order-price.ts';

const slow = { id: 'slow', fareAmount: 0, preSelected: false };
const fast = { id: 'fast', fareAmount: 2490, preSelected: true };
const ebook = { id: 'ebook', price: 1500, isTangible: false };
const mug = { id: 'mug', price: 299, isTangible: true };
const physical: PricedOffer = {
  price: 10_000,
  fretePrice: null,
  product: { typeProduct: 'FISICO' },
  orderBumps: [ebook, mug],
  deliveryOptions: [slow, fast],
};
const digital: PricedOffer = { ...physical, product: { typeProduct: 'DIGITAL' } };
const nothing = { bumps: [] };

describe('priceOrder', () => {
  it('adds the chosen extras and ignores ids that the offer does not have', () => {
    expect(priceOrder(digital, { bumps: ['ebook', 'gone'] })).toMatchObject({ bumps: [ebook], total: 11_500 });
  });

  it('charges the chosen delivery, the preselected one without a choice, else the first', () => {
    expect(priceOrder(physical, { bumps: [], deliveryOptionId: 'slow' })).toMatchObject({ freight: 0, total: 10_000 });
    expect(priceOrder(physical, nothing)).toMatchObject({ deliveryOption: fast, freight: 2490, total: 12_490 });
    expect(findDelivery({ ...physical, deliveryOptions: [slow] }, undefined)).toBe(slow);
  });

  it('lets a fixed freight decide where there are options beside it, also one of nothing', () => {
    const fixed = { ...physical, fretePrice: 900 };

    expect(listDeliveries(fixed)).toEqual([]);
    expect(priceOrder(fixed, { bumps: [], deliveryOptionId: 'fast' })).toMatchObject({
      deliveryOption: undefined,
      freight: 900,
    });
    expect(priceOrder({ ...physical, fretePrice: 0 }, nothing).freight).toBe(0);
  });

  it('counts freight once the zip code is complete', () => {
    expect(priceOrder(physical, { bumps: [], hasZip: false })).toMatchObject({
      isShipped: true,
      freight: 0,
      total: 10_000,
    });
  });

  it('ships nothing digital, until a physical extra is chosen', () => {
    expect(priceOrder(digital, { bumps: ['ebook'] })).toMatchObject({ isShipped: false, freight: 0, total: 11_500 });
    expect(priceOrder(digital, { bumps: ['mug'] })).toMatchObject({ isShipped: true, freight: 2490, total: 12_789 });
    expect([mayShip(digital), mayShip({ ...digital, orderBumps: [ebook] })]).toEqual([true, false]);
  });

  it('takes the discount of the method off what the coupon left of the price, and off nothing else', () => {
    const offer = { ...physical, pixDiscountBasisPoints: 500, billetDiscountBasisPoints: 250 };
    const order = { bumps: ['mug'], discount: { basisPoints: 1000 } };

    expect(priceOrder(offer, { ...order, method: 'PIX' })).toMatchObject({
      discount: 1000,
      methodDiscount: 450,
      total: 8550 + 299 + 2490,
    });
    expect(priceOrder(offer, { bumps: [], method: 'BILLET' })).toMatchObject({ methodDiscount: 250, total: 12_240 });
    for (const method of ['CREDIT_CARD', undefined] as const)
      expect(priceOrder(offer, { bumps: [], method })).toMatchObject({ methodDiscount: 0, total: 12_490 });
  });

  it('leaves a charge that providers take, however large the discounts are', () => {
    const offer = { ...digital, price: 150, pixDiscountBasisPoints: 9_000 };

    expect(priceOrder(offer, { bumps: [], method: 'PIX' })).toMatchObject({ methodDiscount: 50, total: 100 });
    expect(priceOrder(offer, { bumps: [], method: 'PIX', discount: { amount: 50 } })).toMatchObject({
      discount: 50,
      methodDiscount: 0,
      total: 100,
    });
  });

  it('takes a coupon off the price alone, half a cent to the buyer', () => {
    const order = { bumps: ['mug'], discount: { basisPoints: 1000 } };

    expect(priceOrder(physical, order)).toMatchObject({ discount: 1000, total: 9000 + 299 + 2490 });
    expect(priceOrder({ ...digital, price: 1005 }, { bumps: [], discount: { basisPoints: 1000 } }).discount).toBe(101);
    expect(priceOrder(digital, { bumps: [], discount: { amount: 333 } })).toMatchObject({ discount: 333, total: 9667 });
  });

  it('leaves a charge of R$ 1,00 of the price, and never makes a cheaper one dearer', () => {
    expect(priceOrder(digital, { bumps: [], discount: { basisPoints: 10_000 } }).total).toBe(100);
    expect(priceOrder(digital, { bumps: [], discount: { amount: 99_999 } }).total).toBe(100);
    expect(priceOrder({ ...digital, price: 60 }, { bumps: [], discount: { amount: 50 } })).toMatchObject({
      discount: 0,
      total: 60,
    });
  });
});

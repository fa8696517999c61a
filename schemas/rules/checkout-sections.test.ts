import { describe, expect, it } from 'vitest';
import { CHECKOUT_SECTIONS } from '../src/checkout.ts';
import { listFormParts, moveSection, orderSections, splitSections } from './checkout-sections.ts';

describe('orderSections', () => {
  it('returns the default order where nothing is placed', () => {
    expect(orderSections()).toEqual(CHECKOUT_SECTIONS);
    expect(orderSections([])).toEqual(CHECKOUT_SECTIONS);
  });

  it("keeps the seller's order", () => {
    const placed = ['FEEDBACKS', 'PRODUCT', 'PAYMENT', 'IDENTIFICATION', 'DELIVERY', 'COUPON', 'SUMMARY'] as const;

    expect(orderSections(placed)).toEqual(placed);
    expect(splitSections(placed).above).toEqual(['FEEDBACKS', 'PRODUCT']);
  });

  it('adds each missing section after the one that is before it by default', () => {
    expect(orderSections(['FEEDBACKS', 'PRODUCT'])).toEqual([
      ...['FEEDBACKS', 'PRODUCT', 'IDENTIFICATION', 'DELIVERY', 'PAYMENT', 'COUPON', 'SUMMARY'],
    ]);
  });

  it('puts the summary below everything that its button sends, and what is no field around the form', () => {
    const placed = ['SUMMARY', 'IDENTIFICATION', 'FEEDBACKS', 'DELIVERY', 'COUPON', 'PAYMENT', 'PRODUCT'] as const;

    expect(splitSections(placed)).toEqual({
      above: [],
      form: ['IDENTIFICATION', 'DELIVERY', 'COUPON', 'PAYMENT', 'SUMMARY'],
      below: ['FEEDBACKS', 'PRODUCT'],
    });
  });
});

describe('moveSection', () => {
  it('leads every section by single steps wherever it may stand, and back', () => {
    const up = moveSection(CHECKOUT_SECTIONS, 'FEEDBACKS', 5);
    expect(up).toEqual(['PRODUCT', 'FEEDBACKS', 'IDENTIFICATION', 'DELIVERY', 'PAYMENT', 'COUPON', 'SUMMARY']);
    expect(moveSection(up, 'FEEDBACKS', 2)).toEqual(CHECKOUT_SECTIONS);
    expect(moveSection(up, 'FEEDBACKS', 0)[0]).toBe('FEEDBACKS');
    expect(moveSection(CHECKOUT_SECTIONS, 'COUPON', 3).slice(3, 5)).toEqual(['COUPON', 'PAYMENT']);
  });

  it('keeps fields within the form, and the summary last in it', () => {
    expect(moveSection(CHECKOUT_SECTIONS, 'IDENTIFICATION', 0)).toEqual(CHECKOUT_SECTIONS);
    expect(moveSection(CHECKOUT_SECTIONS, 'COUPON', 6)).toEqual(CHECKOUT_SECTIONS);
    expect(moveSection(CHECKOUT_SECTIONS, 'SUMMARY', 0)).toEqual(CHECKOUT_SECTIONS);
  });
});

describe('listFormParts', () => {
  it.each([
    [undefined, ['IDENTIFICATION', 'DELIVERY', 'ORDER_BUMPS', 'PAYMENT', 'COUPON']],
    ['AFTER_PRODUCT', ['ORDER_BUMPS', 'IDENTIFICATION', 'DELIVERY', 'PAYMENT', 'COUPON']],
    ['ABOVE_BUTTON', ['IDENTIFICATION', 'DELIVERY', 'PAYMENT', 'COUPON', 'ORDER_BUMPS']],
  ] as const)('puts the order bumps %s', (orderBumpPlace, parts) => {
    expect(listFormParts(orderBumpPlace ? { orderBumpPlace } : {})).toEqual(parts);
  });
});

/**
 * Prices every kind of order: as the page shows it, as its installments are listed, and as the server charges it, with and without
 * JavaScript. The expected cents are computed here, in whole numbers and without the rule that all of them share.
 */
import type { Checkout } from '@feira/schemas/checkout';
import { CURRENCIES } from '@feira/schemas/common';
import type { BuyerFormValues } from '@feira/schemas/documents';
import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import { listDeliveries, mayShip, type PriceCut, priceOrder } from '@feira/schemas/rules/order-price';
import { describe, expect, it } from 'vitest';
import { readForm } from '../../../core/src/modules/checkout/form.ts';
import { installmentOptions, priceInput, priceToDivide } from '../../../core/src/modules/checkout/pricing.ts';
import type { Offer } from '../../../core/src/modules/offers/model.ts';
import { createPurchaseBody } from '../../../shells/checkout/src/behaviour/purchase-body.ts';
import type { Session } from '../../../shells/checkout/src/behaviour/session.ts';
import { initialChoice } from '../../../shells/checkout/src/pages/checkout/choice.ts';

const SETTINGS = {
  ...DEFAULT_PLATFORM_SETTINGS,
  installments: { ...DEFAULT_PLATFORM_SETTINGS.installments, max: 12, interestFree: 2, minimumInstallment: 500 },
};
const EBOOK = { id: 'ebook', offerId: 'ebook-offer', price: 1_501, isTangible: false };
const MUG = { id: 'mug', offerId: 'mug-offer', price: 299, isTangible: true };
const FREE = { id: 'free', fareAmount: 0, preSelected: false };
const PAID = { id: 'paid', fareAmount: 2_490, preSelected: false };
const PRESELECTED = { ...PAID, preSelected: true };

/** A whole number divided and rounded, half a cent up. */
const divide = (dividend: bigint, divisor: bigint): number => Number((2n * dividend + divisor) / (2n * divisor));

interface Order {
  bumps: string[];
  /** The delivery that the buyer clicks; undefined leaves the page's own choice. */
  delivery: string | undefined;
  discount: PriceCut | undefined;
}

function expectedTotal(offer: Offer, { bumps, delivery, discount }: Order): number {
  const isShipped = offer.product.typeProduct === 'FISICO' || bumps.includes(MUG.id);
  const clicked = offer.deliveryOptions.find(({ id }) => id === delivery);
  const proposed = offer.deliveryOptions.find(({ preSelected }) => preSelected) ?? offer.deliveryOptions[0];
  const freight = isShipped ? (offer.fretePrice ?? (clicked ?? proposed)?.fareAmount ?? 0) : 0;
  const extras = [EBOOK, MUG].filter(({ id }) => bumps.includes(id)).reduce((sum, { price }) => sum + price, 0);
  let off = 0;
  if (discount) {
    const wanted =
      'amount' in discount ? discount.amount : divide(BigInt(offer.price) * BigInt(discount.basisPoints), 10_000n);
    off = Math.max(0, Math.min(wanted, offer.price - 100));
  }
  return offer.price - off + extras + freight;
}

/** Returns the cents charged in `count` installments: the fee of the table is added, which the first ones do without. */
const withInterest = (total: number, count: number): number => {
  const { interestFree, feeBasisPoints } = SETTINGS.installments;
  const fee = count <= interestFree ? 0 : (feeBasisPoints[count - 1] ?? 0);
  return divide(BigInt(total) * BigInt(10_000 + fee), 10_000n);
};

const product = <T extends Record<string, readonly unknown[]>>(axes: T) =>
  Object.entries(axes).reduce<Record<string, unknown>[]>(
    (made, [name, values]) => made.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  ) as { [Name in keyof T]: T[Name][number] }[];

const OFFERS = product({
  type: ['ONE_TIME', 'SUBSCRIPTION'],
  recurrencePrice: [null, 4_321],
  typeProduct: ['DIGITAL', 'FISICO'],
  fretePrice: [null, 0, 900],
  deliveryOptions: [[], [FREE], [FREE, PRESELECTED], [PAID, FREE]],
  coin: CURRENCIES,
  price: [60, 1_005, 9_990],
} as const).map(({ typeProduct, ...offer }) => ({
  ...offer,
  id: 'offer',
  product: { typeProduct },
  orderBumps: [EBOOK, MUG],
  installments: null,
  pixEnabled: offer.coin === 'BRL',
  creditCardEnabled: true,
  billetEnabled: false,
  requiredBuyerFields: {},
})) as unknown as Offer[];

const ORDERS = product({
  bumps: [[], [EBOOK.id], [MUG.id], [EBOOK.id, MUG.id]],
  delivery: [undefined, FREE.id, PAID.id],
  discount: [undefined, { basisPoints: 1_000 }, { basisPoints: 3_333 }, { basisPoints: 10_000 }, { amount: 333 }],
} as const) as unknown as Order[];

/** The page as its buyer leaves it before pressing the button. */
function showPage(offer: Offer, { bumps, delivery, discount }: Order) {
  const checkout = {
    ...offer,
    orderBumps: offer.orderBumps.map(({ offerId: _, ...bump }) => bump),
  } as unknown as Checkout;
  const initial = initialChoice(checkout, {});
  const deliveries = mayShip(checkout) ? listDeliveries(checkout) : [];
  const clicked = deliveries.find(({ id }) => id === delivery)?.id;
  const choice = { ...initial, bumps, deliveryOptionId: clicked ?? initial.deliveryOptionId, hasZip: true };
  return { checkout, choice, totals: priceOrder(checkout, { ...choice, discount }) };
}

function sendByPage(offer: Offer, order: Order, count: number | null): number {
  const { checkout, choice, totals } = showPage(offer, order);
  const { freight, discount } = totals;
  const divided = priceToDivide(offer, { orderBumpsIds: choice.bumps, fareAmount: freight, discount });
  const installment = installmentOptions(offer, SETTINGS, divided).find((option) => option.installmentNumber === count);
  const method = count === null ? 'PIX' : 'CREDIT_CARD';
  const session = {
    boot: { checkout, utmQuery: {} },
    state: () => ({ choice: { ...choice, method }, totals, coupon: null, installment }),
  } as unknown as Session;
  const values = { name: 'Ana Souza', email: 'ana@example.com' };
  const body = { ...createPurchaseBody(session, values), ...(count && { creditCard: { installments: count } }) };
  return priceInput(offer, SETTINGS, body, order.discount).amount;
}

/** The browser itself sends the fields that the document holds. */
function sendByForm(offer: Offer, order: Order): number {
  const { checkout, choice } = showPage(offer, order);
  const form = new URLSearchParams({ name: 'Ana Souza', email: 'ana@example.com', paymentMethod: 'PIX' });
  for (const id of choice.bumps) form.append('orderBumpsIds', id);
  if (mayShip(checkout) && listDeliveries(checkout).length > 0) form.set('deliveryOptionId', choice.deliveryOptionId!);
  const { values, input } = readForm(offer.id, form, { utmQuery: {} });
  const shown = priceOrder(checkout, { ...initialChoice(checkout, values as BuyerFormValues), hasZip: true, ...order });
  const { amount } = priceInput(offer, SETTINGS, input as unknown as Parameters<typeof priceInput>[2], order.discount);
  return shown.total === expectedTotal(offer, order) ? amount : Number.NaN;
}

const answerOf = (price: () => number): number | string => {
  try {
    return price();
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};

describe('the price of every order', () => {
  it('is the same to the cent on the page, in its form without JavaScript, and on the server', () => {
    const wrong: unknown[] = [];
    let priced = 0;
    for (const offer of OFFERS)
      for (const order of ORDERS) {
        const total = expectedTotal(offer, order);
        const ways = {
          shown: showPage(offer, order).totals.total,
          page: answerOf(() => sendByPage(offer, order, null)),
          form: answerOf(() => sendByForm(offer, order)),
        };
        priced++;
        for (const [way, charged] of Object.entries(ways))
          if (charged !== total) wrong.push({ way, charged, total, offer, order });
      }

    expect(wrong.slice(0, 3)).toEqual([]);
    expect(priced).toBe(OFFERS.length * ORDERS.length);
  });

  it('is the same in every number of installments that the page offers, and a subscription has one', () => {
    const wrong: unknown[] = [];
    for (const offer of OFFERS)
      for (const order of ORDERS) {
        const total = expectedTotal(offer, order);
        const options = installmentOptions(offer, SETTINGS, total);
        if (offer.type === 'SUBSCRIPTION' && options.length !== 1) wrong.push({ options, offer });
        for (const { installmentNumber: count, installmentValue, firstInstallmentValue, total: listed } of options) {
          const charged = answerOf(() => sendByPage(offer, order, count));
          const added = firstInstallmentValue + installmentValue * (count - 1);
          if (charged !== withInterest(total, count) || listed !== charged || added !== charged)
            wrong.push({ count, charged, listed, added, total, offer, order });
        }
      }

    expect(wrong.slice(0, 3)).toEqual([]);
  });
});

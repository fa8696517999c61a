/** Five places agree on one price: the page, the form without JavaScript, the server, the provider and the ledger. */
import type { Checkout } from '@feira/schemas/checkout';
import { priceOrder } from '@feira/schemas/rules/order-price';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/shared/ids.ts';
import { payAtProvider, pollPayment } from './at-provider.ts';
import { openDraw, rounds, SEED } from './draw.ts';
import { findBought, type Market, openMarket } from './market.ts';
import { insertRows } from './rows.ts';
import { buy, pixPurchase } from './world.ts';

const ADDRESS = {
  cep: '01310100',
  street: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};
const CARD = { number: '4111111111111111', holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' };

const COUPONS = {
  SHARE: { basis_points: 1_250 },
  AMOUNT: { amount: 1_234, coin: 'BRL' },
  ALL: { basis_points: 10_000 },
};

interface Case {
  isSubscription: boolean;
  isPhysical: boolean;
  fretePrice: number | null;
  hasOptions: boolean;
  /** The option that the buyer ticks; null leaves the page's choice. */
  option: 0 | 1 | null;
  quantity: number;
  bumps: readonly ('ebook' | 'mug')[];
  method: 'PIX' | 'BILLET' | 'CREDIT_CARD';
  installments: number;
  coupon: keyof typeof COUPONS | null;
  /** The offer's discounts for PIX and for boleto, in basis points. */
  methodDiscounts: readonly [pix: number, billet: number];
}

const PLAIN: Case = {
  isSubscription: false,
  isPhysical: false,
  fretePrice: null,
  hasOptions: false,
  option: null,
  quantity: 1,
  bumps: [],
  method: 'PIX',
  installments: 1,
  coupon: null,
  methodDiscounts: [0, 0],
};
/** Each of these once ended in PRICE_CHANGED or ADDRESS_MISSING whatever the buyer did. */
const CASES: Record<string, Case> = {
  'a subscription whose later charges cost something else': { ...PLAIN, isSubscription: true },
  'a fixed freight beside delivery options': { ...PLAIN, isPhysical: true, fretePrice: 900, hasOptions: true },
  'an offer that is cheaper by PIX, beside a coupon and an extra': {
    ...PLAIN,
    bumps: ['ebook'],
    coupon: 'SHARE',
    methodDiscounts: [500, 0],
  },
  'an offer that is cheaper by PIX alone, paid by boleto': { ...PLAIN, method: 'BILLET', methodDiscounts: [500, 0] },
  'seven pieces, whose coupon is no multiple of seven': { ...PLAIN, quantity: 7, coupon: 'AMOUNT' },
  'three pieces with a coupon, an extra and a discount for PIX': {
    ...PLAIN,
    isPhysical: true,
    fretePrice: 900,
    quantity: 3,
    bumps: ['mug'],
    coupon: 'SHARE',
    methodDiscounts: [333, 0],
  },
  'a physical extra of a digital offer': { ...PLAIN, hasOptions: true, bumps: ['mug'] },
};

const draw = openDraw();
const next = {
  isSubscription: draw.deck([true, false]),
  isPhysical: draw.deck([true, false]),
  fretePrice: draw.deck([null, null, 0, 900]),
  hasOptions: draw.deck([true, false]),
  option: draw.deck([0, 1, null] as const),
  quantity: draw.deck([1, 1, 2, 3, 7, 10]),
  bumps: draw.deck([[], ['ebook'], ['mug'], ['ebook', 'mug']] as const),
  method: draw.deck(['PIX', 'BILLET', 'CREDIT_CARD'] as const),
  installments: draw.deck([1, 2, 3]),
  coupon: draw.deck([null, null, 'SHARE', 'AMOUNT', 'ALL'] as const),
  methodDiscounts: draw.deck([
    [0, 0],
    [500, 333],
    [9_000, 1],
  ] as const),
};
function drawCase(): Case {
  const drawn = Object.fromEntries(Object.entries(next).map(([name, card]) => [name, card()])) as unknown as Case;
  // A boleto cannot renew itself, and a stored card takes a call of its own.
  const method = drawn.isSubscription ? 'PIX' : drawn.method;
  // A subscription has no discount by method.
  const methodDiscounts = drawn.isSubscription ? PLAIN.methodDiscounts : drawn.methodDiscounts;
  const quantity = drawn.isSubscription ? 1 : drawn.quantity;
  return {
    ...drawn,
    quantity,
    methodDiscounts,
    method,
    installments: method === 'CREDIT_CARD' ? drawn.installments : 1,
  };
}

let market: Market;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { platformId, sellerId } = market.world;
  await market.node.app.database.transaction(platformId, async (transaction) => {
    for (const [code, discount] of Object.entries(COUPONS)) {
      const coupon = { platform_id: platformId, id: newId(), seller_id: sellerId, code, ...discount };
      await transaction.run(insertRows('coupon', coupon));
    }
  });
});
afterAll(() => market?.close());

interface Sold {
  offerId: string;
  bumps: Record<'ebook' | 'mug', string>;
  options: string[];
}

/** Creates an offer of this kind with both extras and, where it has options, two of them. */
async function createOffer({
  isSubscription,
  isPhysical,
  fretePrice,
  hasOptions,
  methodDiscounts,
}: Case): Promise<Sold> {
  const { platformId, sellerId } = market.world;
  const [productId, offerId] = [newId(), newId()];
  const bumps = { ebook: newId(), mug: newId() };
  const options = hasOptions ? [newId(), newId()] : [];
  const base = { platform_id: platformId };
  await market.node.app.database.transaction(platformId, async (transaction) => {
    const product = (id: string, name: string, isTangible: boolean) =>
      transaction.run(
        insertRows('product', {
          ...base,
          id,
          seller_id: sellerId,
          name,
          type_product: isTangible ? 'FISICO' : 'DIGITAL',
        }),
      );
    await product(productId, 'Produto', isPhysical);
    await transaction.run(
      insertRows('offer', {
        ...base,
        id: offerId,
        product_id: productId,
        title: 'Oferta',
        price: 9_990,
        max_quantity: isSubscription ? 1 : 10,
        frete_price: fretePrice,
        pix_discount_basis_points: methodDiscounts[0],
        billet_discount_basis_points: methodDiscounts[1],
        ...(isSubscription && {
          type: 'SUBSCRIPTION',
          recurrence_price: 4_700,
          frequency_in_days: 30,
          billet_enabled: false,
        }),
      }),
    );
    for (const [name, price] of [
      ['ebook', 1_990],
      ['mug', 3_490],
    ] as const) {
      const [extraProduct, extraOffer] = [newId(), newId()];
      await product(extraProduct, name, name === 'mug');
      await transaction.run(
        insertRows('offer', { ...base, id: extraOffer, product_id: extraProduct, title: name, price }),
      );
      const bump = { ...base, id: bumps[name], product_id: productId, offer_id: extraOffer, title: name };
      await transaction.run(insertRows('order_bump', bump));
    }
    for (const [position, id] of options.entries()) {
      await transaction.run(
        insertRows('delivery_option', {
          ...base,
          id,
          offer_id: offerId,
          description: 'Correios',
          delivery_time: '5 dias',
          fare_amount: 1_000 + position * 1_490,
          pre_selected: position === 1,
          position,
        }),
      );
    }
  });
  return { offerId, bumps, options };
}

const get = async (name: string, query: [string, string][]) =>
  (await market.node.app.inject({ url: `/api/checkout.${name}?${new URLSearchParams(query)}` })).json();

async function tokenize(): Promise<string> {
  const answer = await market.node.app.inject({
    method: 'POST',
    url: `/simulators/${market.connectionId}/tokens`,
    headers: { authorization: 'Bearer pk_test_0123456789' },
    payload: { card: CARD },
  });
  return answer.json().id;
}

/** Returns the prices that the page shows, and the parts of its order that follow from them. */
async function fillPage({ offerId, bumps, options }: Sold, one: Case) {
  const { quantity, bumps: names, option, method, installments, coupon } = one;
  const checkout: Checkout = await get('getCheckout', [['checkoutId', offerId]]);
  const chosen = names.map((name) => bumps[name]);
  const totals = priceOrder(checkout, {
    quantity,
    bumps: chosen,
    deliveryOptionId: option === null ? undefined : options[option],
    hasZip: true,
    method,
    discount:
      coupon &&
      (
        await get('getCoupon', [
          ['checkoutId', offerId],
          ['code', coupon],
        ])
      ).discount,
  });
  const fare = String(totals.freight);
  const listed =
    method === 'CREDIT_CARD'
      ? await get('getInstallments', [
          ['checkoutId', offerId],
          ['quantity', String(quantity)],
          ...chosen.map((id): [string, string] => ['orderBumpsIds', id]),
          ['fareAmount', fare],
          ['discount', String(totals.discount)],
        ])
      : null;
  type Listed = { installmentNumber: number; total: number };
  // A small total is offered in fewer installments than were drawn: the buyer takes the most there are.
  const taken: Listed | undefined = listed?.options.findLast((row: Listed) => row.installmentNumber <= installments);
  return {
    total: taken?.total ?? totals.total,
    installments: taken?.installmentNumber ?? 1,
    isShipped: totals.isShipped,
    order: {
      quantity,
      ...(coupon && { coupon }),
      ...(chosen.length > 0 && { orderBumpsIds: chosen }),
      ...(totals.isShipped && { ...ADDRESS, deliveryFare: totals.freight }),
      ...(totals.deliveryOption && { deliveryOptionId: totals.deliveryOption.id }),
    },
  };
}

/** As the form sends it: what the page computed is not in there, and every option that is ticked is. */
async function postForm(
  sold: Sold,
  { quantity, bumps, option, method, coupon }: Case,
  isShipped: boolean,
): Promise<string> {
  const form = new URLSearchParams(pixPurchase(market.world, { paymentMethod: method }) as Record<string, string>);
  form.set('quantity', String(quantity));
  for (const name of bumps) form.append('orderBumpsIds', sold.bumps[name]);
  if (isShipped) for (const [name, value] of Object.entries(ADDRESS)) form.set(name, value);
  if (coupon) form.set('coupon', coupon);
  const ticked = sold.options[option ?? 1];
  if (ticked) form.set('deliveryOptionId', ticked);
  const answer = await market.node.app.inject({
    method: 'POST',
    url: `/checkout/${sold.offerId}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  });
  expect([answer.statusCode, answer.statusCode === 303 ? '' : answer.body]).toEqual([303, '']);
  return String(answer.headers.location).split('/').at(-1) as string;
}

/** The amounts that were charged and booked, and the provider that charged. */
async function readAmounts(publicId: string) {
  const { transactionId, paymentId, ...bought } = await findBought(market.inspector, publicId);
  const { simulator } = await market.host();
  const charge = await simulator.getCharge(transactionId as string);
  const [payment] = await market.inspector.rows<{ amount: number; status: string }>(
    'SELECT amount::int, status FROM payment WHERE id = $1',
    [paymentId],
  );
  if (payment?.status === 'PENDING') {
    await payAtProvider(market, { transactionId }, charge?.amount ?? 0);
    await pollPayment(market, { ...bought, paymentId });
  }
  const [after] = await market.inspector.rows<{ status: string; items: number; booked: number }>(
    `SELECT p.status, s.freight::int + (SELECT sum(i.unit_price * i.quantity)::int FROM sale_item i WHERE i.sale_id = s.id) AS items,
       (SELECT sum(e.amount) FILTER (WHERE e.amount > 0)::int FROM ledger_transaction t
        JOIN ledger_entry e ON e.platform_id = t.platform_id AND e.transaction_id = t.id WHERE t.payment_id = p.id) AS booked
     FROM payment p JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id WHERE p.id = $1`,
    [paymentId],
  );
  return { server: payment?.amount, provider: charge?.amount, ...after };
}

async function checkPrices(one: Case): Promise<void> {
  const sold = await createOffer(one);
  const page = await fillPage(sold, one);
  const card = one.method === 'CREDIT_CARD' && {
    creditCard: { token: await tokenize(), installments: page.installments },
  };
  const body = pixPurchase(market.world, {
    offerId: sold.offerId,
    paymentMethod: one.method,
    ...page.order,
    ...card,
    expectedTotal: page.total,
  });
  const answer = await buy(market.node.app, body);
  expect([answer.statusCode, answer.json().code]).toEqual([200, undefined]);
  const bought = [answer.json().paymentId];
  if (!card) bought.push(await postForm(sold, one, page.isShipped));
  for (const publicId of bought) {
    const amounts = await readAmounts(publicId);
    expect(amounts).toMatchObject({ status: 'APPROVED', server: page.total, provider: page.total });
    expect(amounts.booked).toBe(page.total);
    if (page.installments === 1) expect(amounts.items).toBe(page.total);
  }
}

describe('the price of an order', () => {
  it.each(Object.entries(CASES))('is one price and ends in a paid sale: %s', (_, one) => checkPrices(one));

  const drawn = Array.from({ length: rounds({ short: 24, long: 300 }) }, drawCase);
  it.each(drawn.map((one) => [JSON.stringify(one), one] as const))(
    `is the same everywhere (seed ${SEED}): %s`,
    (_, one) => checkPrices(one),
  );
});

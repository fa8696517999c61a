/** The fields that a seller asks for besides are demanded, checked and kept with the sale. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { createPerson, openSession } from '../../../test/people.ts';
import { buy, pixPurchase } from '../../../test/world.ts';

const FIELDS = [
  { key: 'size12', label: 'Tamanho', kind: 'CHOICE', isRequired: true, options: ['P', 'M & G'] },
  { key: 'birth1', label: 'Nascimento', kind: 'DATE', isRequired: false, options: [] },
  { key: 'words1', label: 'Dedicatória', kind: 'TEXT', isRequired: false, options: [] },
];

let market: Market;
let seller: Record<string, string>;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { platformId, sellerId, offerId } = market.world;
  await createPerson(market.node.app, platformId, { id: sellerId, email: 'maria@example.com', roles: ['seller'] });
  seller = await openSession(market.node.app, 'maria@example.com');
  const answer = await market.node.app.inject({
    method: 'POST',
    url: '/api/offers.updateOffer',
    headers: seller,
    payload: { offerId, version: 1, customFields: FIELDS },
  });
  expect(answer.json()).toMatchObject({ version: 2 });
});
afterAll(() => market?.close());

let buyers = 0;
async function order(customFields?: { key: string; value: string }[], more: object = {}) {
  const email = `custom${++buyers}@example.com`;
  const answer = await buy(
    market.node.app,
    pixPurchase(market.world, { email, ...(customFields && { customFields }), ...more }),
  );
  const [sale] = await market.inspector.rows<{ id: string; kept: unknown }>(
    'SELECT id, custom_fields AS kept FROM sale WHERE buyer_email = $1',
    [email],
  );
  return { status: answer.statusCode, body: answer.json(), sale };
}

describe('the own fields of an offer', () => {
  it('are shown by the page and kept with the sale, for its seller to read', async () => {
    const shown = await market.node.app.inject({
      url: `/api/checkout.getCheckout?checkoutId=${market.world.offerId}`,
    });
    expect(shown.json().customFields).toEqual(FIELDS);

    const { status, sale } = await order([
      { key: 'size12', value: 'M & G' },
      { key: 'birth1', value: '2000-02-29' },
      { key: 'words1', value: '  ' },
      { key: 'others', value: 'not asked for' },
    ]);

    const answers = [
      { label: 'Tamanho', value: 'M & G' },
      { label: 'Nascimento', value: '2000-02-29' },
    ];
    expect([status, sale?.kept]).toEqual([200, answers]);
    const read = await market.node.app.inject({ url: `/api/sales.getSale?saleId=${sale?.id}`, headers: seller });
    expect(read.json().order.customFields).toEqual(answers);
  });

  it('make another order of one whose code is still to be paid', async () => {
    const email = 'again@example.com';
    const size = (value: string) => ({ email, isRepeat: false, customFields: [{ key: 'size12', value }] });
    const first = await order(undefined, size('P'));
    expect((await order(undefined, size('P'))).body.paymentId).toBe(first.body.paymentId);
    expect((await order(undefined, size('M & G'))).body.paymentId).not.toBe(first.body.paymentId);
  });

  it.each([
    [undefined, 'CUSTOM_FIELD_MISSING', 'customFields.size12'],
    [[{ key: 'size12', value: '   ' }], 'CUSTOM_FIELD_MISSING', 'customFields.size12'],
    [[{ key: 'size12', value: 'GG' }], 'CUSTOM_FIELD_INVALID', 'customFields.size12'],
    [
      [
        { key: 'size12', value: 'P' },
        { key: 'birth1', value: '2001-02-29' },
      ],
      'CUSTOM_FIELD_INVALID',
      'customFields.birth1',
    ],
  ])('%j is refused before anything is charged', async (given, code, field) => {
    const { body, sale } = await order(given);

    expect(body).toMatchObject({ code, details: [{ field }] });
    expect(sale).toBeUndefined();
  });

  it('work without JavaScript, with the message at the field and what was typed kept', async () => {
    const { offerId } = market.world;
    const form = new URLSearchParams(
      pixPurchase(market.world, { email: 'plain@example.com' }) as Record<string, string>,
    );
    const post = () =>
      market.node.app.inject({
        method: 'POST',
        url: `/checkout/${offerId}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: form.toString(),
      });
    form.set('customFields.words1', 'Para a "Ana" <3');
    const refused = await post();
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('id="customFields.size12-error"');
    expect(refused.body).toContain('Para a &quot;Ana&quot; &lt;3');

    form.set('customFields.size12', 'P');
    expect((await post()).statusCode).toBe(303);
    const [sale] = await market.inspector.rows(
      `SELECT custom_fields FROM sale WHERE buyer_email = 'plain@example.com'`,
    );
    expect(sale?.custom_fields).toEqual([
      { label: 'Tamanho', value: 'P' },
      { label: 'Dedicatória', value: 'Para a "Ana" <3' },
    ]);
  });

  it('need different names, and choices two options', async () => {
    const { offerId } = market.world;
    const save = async (customFields: object[]) => {
      const payload = { offerId, version: 2, customFields };
      const url = '/api/offers.updateOffer';
      return (await market.node.app.inject({ method: 'POST', url, headers: seller, payload })).json();
    };
    expect(await save([FIELDS[0]!, { ...FIELDS[2]!, label: 'Tamanho' }])).toMatchObject({
      code: 'OFFER_INVALID',
      details: [{ field: 'customFields.1.label' }],
    });
    expect(await save([{ ...FIELDS[0]!, options: ['P'] }])).toMatchObject({
      code: 'OFFER_INVALID',
      details: [{ field: 'customFields.0.options' }],
    });
  });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UpsellDocumentInput } from '@feira/schemas/documents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../test/market.ts';
import { type BrowserHeaders, createPerson, openSession } from '../../../test/people.ts';
import { insertRows } from '../../../test/rows.ts';
import { buy, pixPurchase } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';

let shells: string;
let market: Market;
let seller: BrowserHeaders;
let offers: [string, string, string];
let steps: Record<'first' | 'accepted' | 'declined', string>;
let funnelId: string;

const call = async (name: string, payload: object) => {
  const answer = await market.node.app.inject({
    method: 'POST',
    url: `/api/funnels.${name}`,
    headers: seller,
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
};
const getFunnel = async () =>
  (await market.node.app.inject({ url: `/api/funnels.getFunnel?funnelId=${funnelId}`, headers: seller })).json();

const stepOf = (id: string, offerId: string, extra: object = {}) => ({
  id,
  offerId,
  title: '',
  text: '',
  picture: null,
  price: null,
  acceptText: '',
  declineText: '',
  onAccept: null,
  onDecline: null,
  ...extra,
});

/** The first step is sold for less than its offer; a yes leads to the second offer, a no to the third. */
const terms = () => ({
  name: 'Curso',
  offerId: market.world.offerId,
  isEnabled: true,
  steps: [
    stepOf(steps.first, offers[0], { price: 1_500, onAccept: steps.accepted, onDecline: steps.declined }),
    stepOf(steps.accepted, offers[1]),
    stepOf(steps.declined, offers[2]),
  ],
});

beforeAll(async () => {
  shells = await mkdtemp(join(tmpdir(), 'feira-shells-'));
  await mkdir(join(shells, 'checkout/server'), { recursive: true });
  const write =
    'export const renderUpsell = JSON.stringify, renderPayment = JSON.stringify, renderMessage = JSON.stringify;';
  await writeFile(join(shells, 'checkout/server/documents.mjs'), write);
  market = await openMarket({ isListening: false, env: { SHELLS_DIRECTORY: shells } });
  await market.host();
  const { app } = market.node;
  const { platformId, sellerId } = market.world;
  await createPerson(app, platformId, { id: sellerId, email: 'maria@example.com', roles: ['seller'] });
  seller = await openSession(app, 'maria@example.com');
  offers = [newId(), newId(), newId()];
  steps = { first: newId(), accepted: newId(), declined: newId() };
  const products = offers.map(() => newId());
  await app.database.transaction(platformId, async (transaction) => {
    const ofSeller = { platform_id: platformId, seller_id: sellerId, type_product: 'DIGITAL' };
    await transaction.run(
      insertRows(
        'product',
        products.map((id, index) => ({ ...ofSeller, id, name: `Extra ${index}` })),
      ),
    );
    await transaction.run(
      insertRows(
        'offer',
        offers.map((id, index) => ({
          platform_id: platformId,
          id,
          product_id: products[index],
          title: `Extra ${index}`,
          price: 2_000 + index * 1_000,
        })),
      ),
    );
  });
  funnelId = (await call('createFunnel', terms())).body.funnelId;
  app.cache.forgetAll();
});
afterAll(async () => {
  await market?.close();
  await rm(shells, { recursive: true, force: true });
});

let buyers = 0;

interface Shopper {
  publicId: string;
  cookie: string;
  email: string;
}

const cookieOf = (headers: Record<string, unknown>) =>
  [headers['set-cookie']].flat().find((one) => String(one).startsWith('upsellToken=')) as string;

async function shop(extra: Record<string, unknown>): Promise<Shopper> {
  const email = `comprador${++buyers}@example.com`;
  const tracking = { utmQuery: { utm_source: 'ig' }, affiliateId: 'parceiro' };
  const answer = await buy(market.node.app, pixPurchase(market.world, { email, ...tracking, ...extra }));
  return { publicId: answer.json().paymentId, cookie: cookieOf(answer.headers).split(';')[0]!, email };
}

async function payByCard(number = '4111111111111111'): Promise<Shopper> {
  const card = { number, holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' };
  const token = await market.node.app.inject({
    method: 'POST',
    url: `/simulators/${market.connectionId}/tokens`,
    headers: { authorization: 'Bearer pk_test_0123456789' },
    payload: { card },
  });
  return shop({ paymentMethod: 'CREDIT_CARD', creditCard: { token: token.json().id, installments: 1 } });
}

async function payByPix(): Promise<Shopper> {
  const shopper = await shop({});
  await market.inspector.rows(
    `UPDATE payment SET status = 'APPROVED', approved_at = now(), paid_amount = amount WHERE public_id = $1`,
    [shopper.publicId],
  );
  return shopper;
}

const urlOf = ({ publicId }: Pick<Shopper, 'publicId'>) => `/checkout/payment/${publicId}/upsell`;
const open = (url: string, cookie = '') => market.node.app.inject({ url, headers: { cookie } });
/** The step that the page shows; null where the page leads on. */
async function look(shopper: Shopper): Promise<UpsellDocumentInput['step'] | null> {
  const answer = await open(urlOf(shopper), shopper.cookie);
  return answer.statusCode === 200 ? answer.json().step : null;
}
const answerStep = ({ publicId, cookie }: Omit<Shopper, 'email'>, form: Record<string, string>) =>
  market.node.app.inject({
    method: 'POST',
    url: urlOf({ publicId }),
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
const toForm = (step: UpsellDocumentInput['step'], answer: 'accept' | 'decline', method: string = step.method) => ({
  step: step.id,
  attempt: String(step.attempt),
  total: String(step.total),
  method,
  answer,
});
interface Made {
  offer_id: string;
  total: number;
  status: string;
  method: string;
  charges: number;
}
const listUpsells = ({ publicId }: Pick<Shopper, 'publicId'>) =>
  market.inspector.rows<Made>(
    `SELECT s.offer_id, s.total::int, p.status, p.method,
       (SELECT count(*)::int FROM payment_attempt a WHERE a.payment_id = p.id) AS charges
     FROM payment o JOIN upsell_sale u ON u.origin_sale_id = o.sale_id JOIN sale s ON s.id = u.sale_id
     JOIN payment p ON p.sale_id = s.id WHERE o.public_id = $1 ORDER BY s.created_at`,
    [publicId],
  );

describe('funnels', () => {
  it('lead a buyer with a card from the payment page through accepted and declined steps to the end', async () => {
    const shopper = await payByCard();
    const page = await open(`/checkout/payment/${shopper.publicId}`, shopper.cookie);
    const first = (await look(shopper))!;
    const accepted = await answerStep(shopper, toForm(first, 'accept'));
    const second = (await look(shopper))!;
    await answerStep(shopper, toForm(second, 'decline'));
    const end = await open(urlOf(shopper), shopper.cookie);
    const [made, ...more] = await listUpsells(shopper);
    const [copied] = await market.inspector.rows(
      `SELECT s.buyer_document = o.buyer_document AS same, s.utm_query, s.affiliate_id FROM upsell_sale u
       JOIN sale s ON s.id = u.sale_id JOIN sale o ON o.id = u.origin_sale_id JOIN payment p ON p.sale_id = o.id
       WHERE p.public_id = $1`,
      [shopper.publicId],
    );

    expect([page.statusCode, page.headers.location]).toEqual([303, urlOf(shopper)]);
    expect([first.id, first.total, first.method]).toEqual([steps.first, 1_500, 'STORED_CARD']);
    expect([accepted.statusCode, accepted.headers.location]).toEqual([303, urlOf(shopper)]);
    expect([second.id, second.total]).toEqual([steps.accepted, 3_000]);
    expect([end.statusCode, end.headers.location]).toEqual([303, `/checkout/payment/${shopper.publicId}`]);
    expect([made, more]).toEqual([
      { offer_id: offers[0], total: 1_500, status: 'APPROVED', method: 'CREDIT_CARD', charges: 1 },
      [],
    ]);
    expect(copied).toEqual({ same: true, utm_query: { utm_source: 'ig' }, affiliate_id: 'parceiro' });
    expect((await open(`/checkout/payment/${shopper.publicId}`, shopper.cookie)).statusCode).toBe(200);
  });

  it('leads down the decline path, and makes a new code of an accepted step after a paid PIX', async () => {
    const shopper = await payByPix();
    const first = (await look(shopper))!;
    await answerStep(shopper, toForm(first, 'decline'));
    const second = (await look(shopper))!;
    const accepted = await answerStep(shopper, toForm(second, 'accept'));
    const [made, ...more] = await listUpsells(shopper);

    expect([first.method, second.id, second.total]).toEqual(['PIX', steps.declined, 4_000]);
    expect(accepted.headers.location).toMatch(/^\/checkout\/payment\/[\w-]{22}$/);
    expect(accepted.headers.location).not.toContain(shopper.publicId);
    expect([made, more]).toEqual([
      { offer_id: offers[2], total: 4_000, status: 'PENDING', method: 'PIX', charges: 1 },
      [],
    ]);
  });

  it('charges once however often the yes is sent, and never after a no', async () => {
    const [once, declined] = [await payByCard(), await payByCard()];
    const [first, other] = [(await look(once))!, (await look(declined))!];
    const answers = await Promise.all(Array.from({ length: 20 }, () => answerStep(once, toForm(first, 'accept'))));
    const late = await answerStep(once, toForm(first, 'accept'));
    const undone = await answerStep(once, toForm(first, 'decline'));
    await answerStep(declined, toForm(other, 'decline'));
    await answerStep(declined, toForm(other, 'accept'));

    // One that arrives while the charge is being made is told so.
    expect(answers.every(({ statusCode }) => statusCode === 303 || statusCode === 409)).toBe(true);
    expect([late.statusCode, undone.statusCode]).toEqual([303, 303]);
    expect(await listUpsells(once)).toMatchObject([{ offer_id: offers[0], charges: 1 }]);
    expect((await look(once))?.id).toBe(steps.accepted);
    expect(await listUpsells(declined)).toEqual([]);
  });

  it('keeps one charge where two tabs accept by different methods', async () => {
    const shopper = await payByCard();
    const first = (await look(shopper))!;
    const methods = ['STORED_CARD', 'PIX', 'STORED_CARD', 'PIX'];
    await Promise.all(methods.map((method) => answerStep(shopper, toForm(first, 'accept', method))));

    expect(await listUpsells(shopper)).toHaveLength(1);
  });

  it('charges nothing more where the answer of the provider was lost', async () => {
    const shopper = await payByCard();
    const first = (await look(shopper))!;
    const host = await market.host();
    host.addFault({ kind: 'lose-answer', times: 1, match: 'POST /charges' });
    await answerStep(shopper, toForm(first, 'accept'));
    await answerStep(shopper, toForm(first, 'accept'));

    expect(await listUpsells(shopper)).toMatchObject([{ charges: 1 }]);
    expect((await look(shopper))?.id).toBe(steps.accepted);
  });

  it('asks again after a refused charge, and charges what is clicked then, once', async () => {
    const shopper = await payByCard();
    const first = (await look(shopper))!;
    await market.inspector.rows(
      `UPDATE stored_card SET card_id = 'card_gone' WHERE id = (SELECT stored_card_id FROM funnel_visit v
        JOIN payment p ON p.id = v.payment_id WHERE p.public_id = $1)`,
      [shopper.publicId],
    );
    const refused = await answerStep(shopper, toForm(first, 'accept'));
    const again = await answerStep(shopper, toForm(first, 'accept'));
    const shown = (await look(shopper))!;
    await answerStep(shopper, toForm(shown, 'accept', 'PIX'));
    const made = await listUpsells(shopper);

    expect(refused.statusCode).toBeGreaterThanOrEqual(400);
    expect(again.statusCode).toBe(303);
    expect(shown).toMatchObject({ id: steps.first, attempt: 1 });
    expect(made.map(({ method, status }) => [method, status])).toEqual([
      ['CREDIT_CARD', 'REJECTED'],
      ['PIX', 'PENDING'],
    ]);
  });

  it('opens to the browser of the purchase alone, for an hour, and after no refused or unpaid one', async () => {
    const [shopper, other] = [await payByCard(), await payByCard()];
    const refused = await payByCard('4000000000000010');
    const unpaid = await shop({});
    const first = (await look(other))!;
    const strangers = [
      '',
      `${shopper.cookie}x`,
      other.cookie,
      `upsellToken=${shopper.publicId}.AAAAAAAAAAAAAAAAAAAAAA`,
    ];
    for (const cookie of strangers) {
      expect((await open(urlOf(shopper), cookie)).statusCode).toBe(303);
      await answerStep({ ...shopper, cookie }, toForm(first, 'accept'));
    }
    await market.inspector.rows(`UPDATE payment SET approved_at = now() - interval '61 minutes' WHERE public_id = $1`, [
      other.publicId,
    ]);
    await answerStep(other, toForm(first, 'accept'));

    expect([await look(refused), await look(unpaid), await look(other)]).toEqual([null, null, null]);
    for (const one of [shopper, other, refused, unpaid]) expect(await listUpsells(one)).toEqual([]);
    expect((await look(shopper))?.id).toBe(steps.first);
  });

  it('lists on the pages of the visit every order with its total, and each charge of the card', async () => {
    const shopper = await payByCard();
    const first = (await open(urlOf(shopper), shopper.cookie)).json();
    await answerStep(shopper, toForm(first.step, 'accept'));
    const second = (await open(urlOf(shopper), shopper.cookie)).json();
    await answerStep(shopper, toForm(second.step, 'decline'));
    const home = `/checkout/payment/${shopper.publicId}`;
    await open(urlOf(shopper), shopper.cookie);
    const end = (await open(home, shopper.cookie)).json();
    const elsewhere = (await open(home)).json();

    const bought = { title: 'Curso de Pão', amount: 9_990, status: 'APPROVED', cardLastDigits: '1111' };
    const upsell = { title: 'Extra 0', amount: 1_500, status: 'APPROVED', cardLastDigits: '1111' };
    expect(first.orders).toMatchObject([{ ...bought, id: shopper.publicId }]);
    expect(second.orders).toMatchObject([bought, upsell]);
    expect(end.orders).toMatchObject([bought, upsell]);
    expect(elsewhere.orders).toBeUndefined();
  });

  it('lists the open order of an upsell by PIX on both pages, and none whose charge was refused', async () => {
    const shopper = await payByPix();
    const first = (await look(shopper))!;
    const accepted = await answerStep(shopper, toForm(first, 'accept'));
    const upsell = accepted.headers.location as string;
    const shown = (await open(upsell, shopper.cookie)).json();
    const origin = (await open(`/checkout/payment/${shopper.publicId}`, shopper.cookie)).json();
    await market.inspector.rows(`UPDATE payment SET status = 'REJECTED' WHERE public_id = $1`, [shown.payment.id]);
    const refused = (await open(`/checkout/payment/${shopper.publicId}`, shopper.cookie)).json();

    const both = [
      { id: shopper.publicId, status: 'APPROVED', method: 'PIX' },
      { id: shown.payment.id, status: 'PENDING', method: 'PIX', amount: 1_500 },
    ];
    expect(shown.orders).toMatchObject(both);
    expect(origin.orders).toMatchObject(both);
    expect(refused.orders).toBeUndefined();
  });

  describe('with a step that sells what was bought', () => {
    const sellAtFirst = async (offerId: string) => {
      const { version } = await getFunnel();
      const { steps: tree, ...rest } = terms();
      const [root, ...others] = tree;
      await call('updateFunnel', { funnelId, version, ...rest, steps: [{ ...root, offerId }, ...others] });
      market.node.app.cache.forgetAll();
    };
    const bumpOffer = async () =>
      (await market.inspector.rows<{ id: string }>(`SELECT id FROM offer WHERE title = 'E-book'`))[0]!.id;
    const cheaper = async () => {
      const id = newId();
      const { platformId, productId } = market.world;
      await market.node.app.database.transaction(platformId, (transaction) =>
        transaction.run(
          insertRows('offer', { platform_id: platformId, id, product_id: productId, title: 'Curso', price: 5_000 }),
        ),
      );
      return id;
    };
    afterAll(() => sellAtFirst(offers[0]));

    it('passes by the offer, and another offer of the digital product, that the entry sold', async () => {
      const passed = [];
      for (const offerId of [market.world.offerId, await cheaper()]) {
        await sellAtFirst(offerId);
        passed.push((await look(await payByPix()))?.id);
      }

      expect(passed).toEqual([steps.declined, steps.declined]);
    });

    it('passes by the order bump that this buyer took, and no other', async () => {
      await sellAtFirst(await bumpOffer());
      const taken = await shop({ orderBumpsIds: [market.world.bumpId], expectedTotal: 11_980 });
      await market.inspector.rows(
        `UPDATE payment SET status = 'APPROVED', approved_at = now(), paid_amount = amount WHERE public_id = $1`,
        [taken.publicId],
      );

      expect((await look(taken))?.id).toBe(steps.declined);
      expect((await look(await payByPix()))?.id).toBe(steps.first);
    });

    it('passes by what the buyer paid elsewhere within a day, and charges nothing for a form that is still open', async () => {
      await sellAtFirst(offers[0]);
      const [early, late] = [await payByPix(), await payByPix()];
      const shown = (await look(late))!;
      for (const { email } of [early, late]) {
        const bought = { offerId: offers[0], email, expectedTotal: 2_000 };
        const answer = await buy(market.node.app, pixPurchase(market.world, bought));
        await market.inspector.rows(
          `UPDATE payment SET status = 'APPROVED', approved_at = now(), paid_amount = amount WHERE public_id = $1`,
          [answer.json().paymentId],
        );
      }
      const answered = await answerStep(late, toForm(shown, 'accept'));

      expect((await look(early))?.id).toBe(steps.declined);
      expect([answered.statusCode, answered.headers.location]).toEqual([303, urlOf(late)]);
      expect(await listUpsells(late)).toEqual([]);
      expect((await look(late))?.id).toBe(steps.declined);
    });
  });

  it('passes a step by that is not sold any more', async () => {
    const [offer] = offers;
    await market.inspector.rows(`UPDATE offer SET status = 'ARCHIVED' WHERE id = $1`, [offer]);
    market.node.app.cache.forgetAll();
    const shopper = await payByPix();
    const first = await look(shopper);
    await market.inspector.rows(`UPDATE offer SET status = 'PUBLISHED' WHERE id = $1`, [offer]);
    market.node.app.cache.forgetAll();

    expect(first?.id).toBe(steps.declined);
  });

  it('sells at the price that the page showed, or asks again', async () => {
    const shopper = await payByPix();
    const first = (await look(shopper))!;
    const changed = await answerStep(shopper, { ...toForm(first, 'accept'), total: '1' });

    expect(changed.statusCode).toBe(409);
    expect(await listUpsells(shopper)).toEqual([]);
    expect((await look(shopper))?.id).toBe(steps.first);
  });

  it('deletes the kept card at the provider two days after its last use, though the sales stand', async () => {
    const shopper = await payByCard();
    await answerStep(shopper, toForm((await look(shopper))!, 'accept'));
    const KEPT = `SELECT c.id FROM stored_card c JOIN funnel_visit v ON v.stored_card_id = c.id JOIN payment p ON p.id = v.payment_id
      WHERE p.public_id = $1`;
    const before = await market.inspector.rows(KEPT, [shopper.publicId]);
    await market.inspector.rows(
      `UPDATE stored_card SET created_at = created_at - interval '50 hours', used_at = used_at - interval '50 hours',
         check_at = now() - interval '1 hour'`,
    );
    await market.node.app.storedCards.run();

    expect([before.length, (await market.inspector.rows(KEPT, [shopper.publicId])).length]).toEqual([1, 0]);
  });
});

describe('funnels.* of sellers', () => {
  it('count what buyers were shown and answered, and what was paid', async () => {
    const [figure] = (await getFunnel()).figures.filter(({ stepId }: { stepId: string }) => stepId === steps.first);
    const [counted] = await market.inspector.rows<Record<string, number>>(
      `SELECT count(*)::int AS shown, count(*) FILTER (WHERE answer = 'ACCEPTED')::int AS accepted,
         count(*) FILTER (WHERE answer = 'DECLINED')::int AS declined FROM funnel_answer WHERE step_id = $1`,
      [steps.first],
    );
    const [paid] = await market.inspector.rows<Record<string, number>>(
      `SELECT count(*)::int AS paid, sum(p.amount)::int AS revenue FROM upsell_sale u JOIN payment p ON p.sale_id = u.sale_id
       WHERE u.step_id = $1 AND p.status = 'APPROVED'`,
      [steps.first],
    );

    expect(figure).toEqual({ stepId: steps.first, ...counted, ...paid });
    expect(counted?.accepted).toBeGreaterThan(0);
  });

  it('refuses what is no tree, offers of others, and a second funnel of the offer', async () => {
    const { steps: tree, ...rest } = terms();
    const [root, yes, no] = tree as [(typeof tree)[0], (typeof tree)[0], (typeof tree)[0]];
    const attempts = [
      [root, { ...yes, onAccept: root.id }, no],
      [root, yes],
      [{ ...root, onDecline: yes.id }, yes, no],
      [root, yes, { ...no, offerId: newId() }],
    ];
    const codes = [];
    for (const wrong of attempts) codes.push((await call('createFunnel', { ...rest, steps: wrong })).body.code);
    const second = await call('createFunnel', terms());

    expect(codes).toEqual(['FUNNEL_TREE_INVALID', 'FUNNEL_TREE_INVALID', 'FUNNEL_TREE_INVALID', 'OFFER_NOT_FOUND']);
    expect([second.status, second.body.code]).toEqual([409, 'FUNNEL_ENTRY_TAKEN']);
  });

  it('names who saved meanwhile', async () => {
    const { version } = await getFunnel();
    const saved = await call('updateFunnel', { funnelId, version, ...terms(), name: 'Outro' });
    const late = await call('updateFunnel', { funnelId, version, ...terms(), name: 'Tarde' });

    expect([saved.status, saved.body]).toEqual([200, { version: version + 1 }]);
    expect([late.status, late.body.code]).toEqual([409, 'EDIT_CONFLICT']);
    expect(late.body.details[0].message).toContain('Maria Vendedora');
  });
});

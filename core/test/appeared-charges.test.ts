/** Charges that appear after their provider did not know them: they pay for their sale, go back, or become a case. */
import { describe, expect, it } from 'vitest';
import { startRun } from '../src/modules/reconciliation/service.ts';
import { checkWorld } from './check-world.ts';
import { type Bought, findBought, type Market, openTestMarket } from './market.ts';
import { waitFor } from './wait-for.ts';
import { buy, pixPurchase } from './world.ts';

const LOOKS = 5;

interface CardPurchase {
  key?: string;
  number?: string;
  input?: { orderBumpsIds?: string[] };
}

async function payByCard(market: Market, { key, number = '4111111111111111', input }: CardPurchase = {}) {
  const { node, world, connectionId } = market;
  await market.host();
  const card = { number, holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' };
  const tokens = `/simulators/${connectionId}/tokens`;
  const headers = { authorization: 'Bearer pk_test_0123456789' };
  const made = await node.app.inject({ method: 'POST', url: tokens, headers, payload: { card } });
  const creditCard = { token: made.json().id, installments: 1 };
  return buy(node.app, pixPurchase(world, { paymentMethod: 'CREDIT_CARD', creditCard, ...input }), key);
}

async function buyCard(
  market: Market,
  purchase?: CardPurchase,
): Promise<Bought & { answer: ReturnType<typeof JSON.parse> }> {
  const answer = await payByCard(market, purchase);
  if (answer.statusCode !== 200) throw new Error(`The purchase was answered ${answer.statusCode}: ${answer.body}`);
  return { ...(await findBought(market.inspector, answer.json().paymentId)), answer: answer.json() };
}

const versionOf = async (market: Market, paymentId: string) =>
  (await market.inspector.rows<{ version: number }>('SELECT version FROM payment WHERE id = $1', [paymentId]))[0]
    ?.version;

/** Lets the janitor look once. */
async function look(market: Market, paymentId: string): Promise<void> {
  const before = await versionOf(market, paymentId);
  await market.makeDue();
  await waitFor('the janitor has looked', async () => (await versionOf(market, paymentId)) !== before);
}

/** Buys with a card; the answer is lost, and the provider does not know the charge until `finishLate`. */
async function buyUnfound(market: Market): Promise<Bought> {
  const host = await market.host();
  host.addFault({ kind: 'late', times: 1, match: 'POST /charges' });
  const bought = await buyCard(market);
  market.clock.forward(60_000);
  for (let looks = 0; looks < LOOKS && (await market.readPayment(bought.paymentId)).status === 'PENDING'; looks++)
    await look(market, bought.paymentId);
  expect(await market.readPayment(bought.paymentId)).toMatchObject({ status: 'REJECTED', state: 'NOT_SENT' });
  return bought;
}

const readView = async ({ node }: Market, { publicId }: Bought) =>
  (await node.app.inject({ url: `/api/checkout.getPaymentQuick?paymentId=${publicId}` })).json();

/** Looks for a charge that was not found come after these times, in seconds. */
const DOUBT_SECONDS = [90, 600, 1_800, 10_800, 86_400];

/** Returns the one of these times that is nearest to the next look. */
async function nextDoubt({ inspector }: Market, { paymentId }: Bought): Promise<number | undefined> {
  const [row] = await inspector.rows<{ seconds: number }>(
    'SELECT extract(epoch FROM next_check_at - now())::float8 AS seconds FROM payment WHERE id = $1',
    [paymentId],
  );
  const distance = (seconds: number) => Math.abs(seconds - row!.seconds);
  return DOUBT_SECONDS.toSorted((one, other) => distance(one) - distance(other))[0];
}

const readRefunds = ({ inspector }: Market, { paymentId }: Bought) =>
  inspector.rows('SELECT cause, amount, state FROM refund WHERE payment_id = $1', [paymentId]);

describe('a charge that its provider did not find', () => {
  it('is not called uncharged, is looked for again, and pays for its sale', async () => {
    const market = await openTestMarket();
    const bought = await buyUnfound(market);
    expect(await readView(market, bought)).toMatchObject({ status: 'REJECTED', mayBeCharged: true });
    expect(await nextDoubt(market, bought)).toBe(90);

    await (await market.host()).finishLate();
    market.clock.forward(90_000);
    await look(market, bought.paymentId);

    expect(await market.readPayment(bought.paymentId)).toMatchObject({ status: 'APPROVED', state: 'ANSWERED' });
    expect(await readView(market, bought)).toMatchObject({ status: 'APPROVED', mayBeCharged: false });
    await waitFor('the outbox is empty', async () => {
      const rows = await market.inspector.rows('SELECT id FROM outbox WHERE published_at IS NULL');
      return rows.length === 0;
    });
    expect(await readRefunds(market, bought)).toEqual([]);
    await checkWorld(market.node.databaseUrl);
  });

  it('is looked for after minutes, then hours, and after a day no more', async () => {
    const market = await openTestMarket();
    const bought = await buyUnfound(market);

    for (const seconds of DOUBT_SECONDS) {
      expect(await nextDoubt(market, bought)).toBe(seconds);
      await look(market, bought.paymentId);
    }

    expect(await market.inspector.rows('SELECT next_check_at FROM payment WHERE id = $1', [bought.paymentId])).toEqual([
      { next_check_at: null },
    ]);
    expect(await market.readPayment(bought.paymentId)).toMatchObject({ status: 'REJECTED', state: 'NOT_SENT' });
  });

  it('goes back whole where the buyer has bought the offer anew', async () => {
    const market = await openTestMarket();
    const bought = await buyUnfound(market);
    const again = await buyCard(market);
    expect(again.answer).toMatchObject({ status: 'APPROVED' });

    const host = await market.host();
    await host.finishLate();
    await look(market, bought.paymentId);
    await waitFor('the charge has gone back', async () => {
      await market.inspector.rows('UPDATE refund SET next_check_at = now()');
      return (await market.readPayment(bought.paymentId)).status === 'REFUNDED';
    });

    expect(await readRefunds(market, bought)).toEqual([{ cause: 'WANTED', amount: 9_990, state: 'DONE' }]);
    expect(await market.readPayment(again.paymentId)).toMatchObject({ status: 'APPROVED' });
    await checkWorld(market.node.databaseUrl);
  });

  it('becomes a case of the nightly comparison', async () => {
    const market = await openTestMarket();
    const bought = await buyUnfound(market);
    await (await market.host()).finishLate();

    expect(await findCases(market)).toMatchObject([
      { subject: 'PAYMENT', kind: 'MISSING', payment_id: bought.paymentId, provider_amount: 9_990 },
    ]);
  });
});

const REFUSED = '4000000000000010';
const STOLEN = '4000000000000028';

describe('a refused card', () => {
  it.each([
    ['400', 'false-refusal'],
    ['429', 'false-throttle'],
  ] as const)('is not called uncharged where the provider only answered %s to the request', async (_, kind) => {
    const market = await openTestMarket();
    (await market.host()).addFault({ kind, times: 1, match: 'POST /charges' });

    const answer = await payByCard(market);

    expect(answer.statusCode).toBe(402);
    const [made] = await market.inspector.rows<{ publicId: string }>('SELECT public_id AS "publicId" FROM payment');
    expect(await readView(market, made as Bought)).toMatchObject({
      status: 'REJECTED',
      mayBeCharged: true,
      decline: null,
    });
  });

  it('tells its buyer what to do, and no thief that it is known as stolen', async () => {
    const market = await openTestMarket();

    const poor = await buyCard(market, { number: REFUSED });
    const stolen = await buyCard(market, { number: STOLEN });

    expect(poor.answer.payment).toMatchObject({ status: 'REJECTED', mayBeCharged: false, decline: 'FUNDS' });
    expect(stolen.answer.payment).toMatchObject({ status: 'REJECTED', decline: 'OTHER_CARD' });
    expect(JSON.stringify([stolen.answer, await readView(market, stolen)])).not.toMatch(/lost|stol|roub|perd/i);
    const reasons = await market.inspector.rows(
      'SELECT decline_reason FROM payment_evidence WHERE payment_id = ANY ($1) ORDER BY recorded_at',
      [[poor.paymentId, stolen.paymentId]],
    );
    expect(reasons).toEqual([{ decline_reason: 'insufficient_funds' }, { decline_reason: 'lost_or_stolen' }]);
  });

  it('becomes one PIX of the same order at the price without interest, however often it is asked for', async () => {
    const market = await openTestMarket();
    const { node, world, inspector } = market;
    const refused = await buyCard(market, { number: REFUSED, input: { orderBumpsIds: [world.bumpId] } });
    const view = await readView(market, refused);
    const ask = () =>
      node.app.inject({
        method: 'POST',
        url: `/checkout/payment/${refused.publicId}/pix`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: '',
      });

    const answers = [await ask(), await ask()];

    const [place] = new Set(answers.map(({ headers }) => headers.location));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    const orders = await inspector.rows(
      `SELECT s.total::int AS total, s.buyer_email, s.buyer_document, p.method, p.amount::int AS amount, p.status,
        (SELECT array_agg(i.order_bump_id ORDER BY i.position) FROM sale_item i WHERE i.sale_id = s.id) AS bumps
      FROM payment p JOIN sale s ON s.id = p.sale_id ORDER BY p.created_at`,
    );
    const [card] = orders;
    expect(orders).toEqual([
      { ...card, method: 'CREDIT_CARD', status: 'REJECTED' },
      { ...card, method: 'PIX', status: 'PENDING', amount: view.pixAmount },
    ]);
    expect(place).toMatch(/^\/checkout\/payment\/[\w-]{22}$/);
    expect(place).not.toContain(refused.publicId);
    await checkWorld(node.databaseUrl);
  });

  it('becomes a PIX at the price of PIX where that is lower, as its page said', async () => {
    const market = await openTestMarket();
    const { node, world, inspector } = market;
    await inspector.rows('UPDATE offer SET pix_discount_basis_points = 1000 WHERE id = $1', [world.offerId]);
    node.app.cache.forgetAll();
    const refused = await buyCard(market, { number: REFUSED, input: { orderBumpsIds: [world.bumpId] } });
    const view = await readView(market, refused);
    await node.app.inject({
      method: 'POST',
      url: `/checkout/payment/${refused.publicId}/pix`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    });

    const orders = await inspector.rows(
      `SELECT p.method, p.amount::int AS amount, s.method_discount::int AS cut
      FROM payment p JOIN sale s ON s.id = p.sale_id ORDER BY p.created_at`,
    );
    expect(orders).toEqual([
      { method: 'CREDIT_CARD', amount: 11_980, cut: 0 },
      { method: 'PIX', amount: view.pixAmount, cut: 999 },
    ]);
    expect(view.pixAmount).toBe(10_981);
    await checkWorld(node.databaseUrl);
  });
});

/** Runs the comparison of today. */
async function findCases({ node, world, inspector }: Market) {
  const [today] = await inspector.rows<{ day: string }>(
    `SELECT (now() AT TIME ZONE 'America/Sao_Paulo')::date::text AS day`,
  );
  const runId = await startRun(node.app, world.platformId, today?.day);
  await waitFor('the comparison has ended', async () => {
    const [run] = await inspector.rows<{ finished_at: Date | null }>(
      'SELECT finished_at FROM reconciliation WHERE id = $1',
      [runId],
    );
    return run?.finished_at;
  });
  return inspector.rows(
    'SELECT subject, kind, payment_id, provider_amount::int AS provider_amount FROM reconciliation_case',
  );
}

/** Compares a provider's answers with the ledger: every planted error becomes one case, and nothing else does. */

import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callProvider, findConnection } from '../src/modules/connections/service.ts';
import { type Entry, post } from '../src/modules/ledger/model.ts';
import { applyCommand, findPayment } from '../src/modules/payments/service.ts';
import type { Evidence } from '../src/modules/payments/status.ts';
import { orderDaily, QUEUE, runOrder } from '../src/modules/reconciliation/service.ts';
import { sendRefund } from '../src/modules/refunds/provider-calls.ts';
import { finishWebhook, type ReceivedWebhook } from '../src/modules/webhooks/model.ts';
import { processWebhook } from '../src/modules/webhooks/service.ts';
import { newId } from '../src/shared/ids.ts';
import { chargeBackAtProvider, payAtProvider, pollPayment, refundAtProvider, sellPaid } from './at-provider.ts';
import { type Bought, type Market, openMarket } from './market.ts';
import { openStaff, type Staff } from './staff.ts';
import { SANDBOX_SECRETS } from './world.ts';

const PRICE = 9_990;
const ASKED = 4_700;
const FEE = 300;

let market: Market;
let admin: Staff;
let day: string;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { node, world, inspector } = market;
  const permissions = ['isDashboardAvailable', 'isSalesAvailable'] as const;
  admin = await openStaff(node.app, world.platformId, { roles: ['admin'], permissions });
  const [today] = await inspector.rows<{ day: string }>(
    `SELECT (now() AT TIME ZONE 'America/Sao_Paulo')::date::text AS day`,
  );
  day = today?.day as string;
  // The provider's fee is no difference.
  await inspector.rows(`UPDATE provider_connection SET costs = '{"PIX":{"basisPoints":99,"fixed":10}}'`);
  node.app.cache.forgetAll();
  await write([
    { kind: 'LOSSES', amount: -1_000_000 },
    { kind: 'AVAILABLE', ownerId: world.sellerId, amount: 1_000_000 },
  ]);
});
afterAll(() => market?.close());

async function write(entries: Entry[], source: string = newId(), paymentId?: string): Promise<void> {
  const { platformId } = market.world;
  const facts = { kind: 'ADJUSTMENT' as const, source, currency: 'BRL' as const, occurredAt: new Date(), entries };
  await market.node.app.database.write(platformId, [post(platformId, { ...facts, ...(paymentId && { paymentId }) })]);
}

const poll = (sale: Bought) => pollPayment(market, sale);
const pay = (sale: Bought, amount = PRICE) => payAtProvider(market, sale, amount);
const chargeBack = (sale: Bought) => chargeBackAtProvider(market, sale);
const refund = (sale: Bought, amount: number) => refundAtProvider(market, sale, amount);
const sell = () => sellPaid(market, PRICE);

/** Adds evidence on our side that the provider never reported. */
async function addForgedEvidence(bought: Bought, words: Partial<Evidence>): Promise<void> {
  const { app } = market.node;
  const payment = await findPayment(app, market.world.platformId, bought.paymentId);
  if (!payment) throw new Error('There is no such payment.');
  const { attemptId, transactionId } = bought;
  const said = { source: 'webhook', providerStatus: 'paid', status: 'APPROVED', isRecognised: true } as const;
  const amounts = {
    amount: PRICE,
    paidAmount: PRICE,
    refundedAmount: 0,
    movementIds: [],
    movementAmounts: null,
    reason: null,
  };
  await applyCommand(app, payment, {
    kind: 'REPORTED',
    evidence: [{ ...said, ...amounts, attemptId, transactionId, occurredAt: new Date(), ...words }],
  });
}

/** Deletes a posting, which only an operator of the database could do. */
async function losePosting({ paymentId }: Bought, kind: string): Promise<void> {
  const lost = `SELECT id FROM ledger_transaction WHERE payment_id = '${paymentId}' AND kind = '${kind}'`;
  await market.inspector.rows(`DELETE FROM ledger_entry WHERE transaction_id IN (${lost})`);
  await market.inspector.rows(`DELETE FROM ledger_transaction WHERE id IN (${lost})`);
}

/** Moves a posting to the next day. */
async function postLater({ paymentId }: Bought, kind: string): Promise<void> {
  const { inspector } = market;
  const posted = `SELECT id FROM ledger_transaction WHERE payment_id = '${paymentId}' AND kind = '${kind}'`;
  const [transaction] = await inspector.rows<{ id: string }>(posted);
  const ids = [transaction?.id, v7({ msecs: Date.now() + 86_400_000 })];
  // Triggers would refuse it, foreign keys among them.
  await inspector.rows('SET session_replication_role = replica');
  await inspector.rows('UPDATE ledger_entry SET transaction_id = $2 WHERE transaction_id = $1', ids);
  await inspector.rows(
    `UPDATE ledger_transaction SET id = $2, created_at = created_at + interval '1 day' WHERE id = $1`,
    ids,
  );
  await inspector.rows('RESET session_replication_role');
}

const connection = async () => {
  const found = await findConnection(market.node.app, market.world.platformId, market.connectionId);
  if (!found) throw new Error('The connection is gone.');
  return found;
};

/** Writes a row again, with these columns changed. */
const copyRow = (table: 'payment_attempt' | 'refund', id: string, changed: Record<string, string | null>) =>
  market.inspector.rows(
    `INSERT INTO ${table} SELECT (jsonb_populate_record(t, $2::jsonb)).* FROM ${table} t WHERE t.id = $1`,
    [id, JSON.stringify(changed)],
  );

/** A charge at our provider's account that none of our payments made. */
async function makeStray(): Promise<void> {
  const to = await connection();
  const { letters } = market;
  const before = letters.length;
  const made = await callProvider(
    to,
    'createTransaction',
    {
      reference: newId(),
      orderId: newId(),
      amount: PRICE,
      currency: 'BRL',
      paymentMethod: 'PIX',
      installments: 1,
      items: [],
      customer: { name: 'Ana', email: 'ana@example.com' },
      description: 'Fora',
      webhookUrl: to.webhookUrl,
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
    null,
  );
  await (await market.host()).simulator.pay(made.transactionId, { amount: PRICE });
  await expect.poll(() => letters.length).toBeGreaterThan(before);
  for (const letter of letters.slice(before)) await market.deliver(letter);
  const webhooks = await market.inspector.rows<ReceivedWebhook>(
    `SELECT platform_id AS "platformId", id, connection_id AS "connectionId", method, path, headers, query, body, part, 1 AS attempts, replays
     FROM webhook WHERE state = 'RECEIVED' AND reason IS NULL`,
  );
  const { app } = market.node;
  for (const webhook of webhooks)
    await app.database.write(webhook.platformId, [finishWebhook(webhook, await processWebhook(app, webhook))]);
}

/** `sent` is what the provider was asked for; `isPosted` says that the ledger shows it as sent. */
async function withdraw({ sent = ASKED, pixKey = 'maria@example.com', isPosted = true } = {}): Promise<string> {
  const { platformId, sellerId } = market.world;
  const id = newId();
  const [destination] = await market.inspector.rows<{ id: string }>(
    `INSERT INTO payout_destination (platform_id, id, person_id, kind, pix_type, pix_key, holder_name, holder_document, usable_at)
     VALUES ($1, $2, $3, 'PIX_KEY', 'EMAIL', 'maria@example.com', 'Maria', '52998224725', now()) RETURNING id`,
    [platformId, newId(), sellerId],
  );
  const to = await connection();
  const wanted = {
    withdrawReference: id,
    amount: sent,
    pixKey,
    pixType: 'EMAIL',
    paymentMethod: 'PIX',
    webhookUrl: 'https://pay.example.com',
  } as const;
  const { withdrawId } = await callProvider(to, 'withdraw', wanted, null);
  await market.inspector.rows(
    `INSERT INTO withdrawal (platform_id, id, person_id, role, currency, amount, fee, method, destination_id, connection_id,
       provider_version, provider_withdraw_id, state) VALUES ($1, $2, $3, 'seller', 'BRL', $4, $5, 'PIX', $6, $7, $8, $9, $10)`,
    [
      ...[platformId, id, sellerId, ASKED + FEE, FEE, destination?.id, to.id, to.version, withdrawId],
      isPosted ? 'PAID' : 'SENT',
    ],
  );
  const reserved = { ownerId: sellerId, amount: ASKED + FEE };
  await write(
    [
      { kind: 'AVAILABLE', ...reserved, amount: -reserved.amount },
      { kind: 'RESERVED', ...reserved },
    ],
    `withdrawal:${id}:requested`,
  );
  if (isPosted)
    await write(
      [
        { kind: 'RESERVED', ...reserved, amount: -reserved.amount },
        { kind: 'PROVIDER', ownerId: to.id, amount: ASKED },
        { kind: 'PLATFORM_FEES', amount: FEE },
      ],
      `withdrawal:${id}:closed`,
    );
  return id;
}

const call = async (name: string, payload: object) =>
  (
    await market.node.app.inject({
      method: 'POST',
      url: `/api/reconciliation.${name}`,
      headers: admin.headers,
      payload,
    })
  ).json();
const ask = async (name: string, query: Record<string, string> = {}) =>
  (
    await market.node.app.inject({
      url: `/api/reconciliation.${name}?${new URLSearchParams(query)}`,
      headers: admin.headers,
    })
  ).json();

/** Compares through the procedure and the job that it starts. */
async function compare() {
  const { runId } = await call('startRun', { day });
  await runOrder(market.node.app, { platformId: market.world.platformId, runId });
  const { items } = await ask('listRuns', { limit: '1' });
  expect(items).toMatchObject([{ id: runId, day, finishedAt: expect.any(String) }]);
  return items[0] as { compared: number; found: number; unanswered: number };
}

interface Case {
  id: string;
  subject: string;
  kind: string;
  providerAmount: number;
  ledgerAmount: number;
}
const listCases = async (state = 'OPEN') => {
  const cases: Case[] = [];
  let after: string | null = null;
  do {
    const page: { items: Case[]; next: string | null } = await ask('listCases', {
      state,
      limit: '10',
      ...(after && { after }),
    });
    cases.push(...page.items);
    after = page.next;
  } while (after);
  return cases;
};
const tally = (cases: Case[]) =>
  Object.fromEntries(
    [...Map.groupBy(cases, ({ subject, kind }) => `${subject} ${kind}`)].map(([name, list]) => [name, list.length]),
  );
const times = async (count: number, work: () => Promise<unknown>) => {
  for (let index = 0; index < count; index++) await work();
};

describe('reconciliation', () => {
  it('finds nothing where everything is right: open, paid, twice paid, given back in part and whole, charged back, sent out', async () => {
    await market.buyPix();
    await times(3, sell);
    const twice = await sell();
    await pay(twice);
    await poll(twice);
    const inPart = await sell();
    await refund(inPart, 1_000);
    await poll(inPart);
    const whole = await sell();
    await refund(whole, PRICE);
    await poll(whole);
    const disputed = await sell();
    await chargeBack(disputed);
    await poll(disputed);
    await withdraw();
    await withdraw({ pixKey: 'pending@example.com', isPosted: false });

    expect(await compare()).toMatchObject({ compared: 10, found: 0, unanswered: 0 });
    expect(await listCases()).toEqual([]);
  });

  const heal: Bought[] = [];

  it('makes 37 planted errors of every kind 37 cases, by their right names, however often it looks', async () => {
    const { sellerId } = market.world;
    // The provider has it and the ledger does not: the event was lost, the charge is not ours, or the posting was lost.
    await times(6, async () => {
      const unheard = await market.buyPix();
      await pay(unheard);
      heal.push(unheard);
    });
    await times(3, makeStray);
    await times(2, async () => losePosting(await sell(), 'SALE'));
    await times(5, async () => addForgedEvidence(await market.buyPix(), {}));
    await times(3, async () => {
      const { paymentId } = await sell();
      await write(
        [
          { kind: 'PROVIDER', ownerId: market.connectionId, amount: -1 },
          { kind: 'AVAILABLE', ownerId: sellerId, amount: 1 },
        ],
        newId(),
        paymentId,
      );
    });
    await times(2, async () => {
      const sale = await sell();
      await pay(sale);
    });
    await times(3, async () => {
      const sale = await sell();
      await refund(sale, 2_500);
    });
    const lost = await sell();
    await refund(lost, 2_500);
    await poll(lost);
    await losePosting(lost, 'REFUND');
    await times(3, async () =>
      addForgedEvidence(await sell(), { providerStatus: 'partially_refunded', refundedAmount: 500 }),
    );
    await times(2, async () => {
      const sale = await sell();
      await refund(sale, 1_000);
      await poll(sale);
      await refund(sale, 700);
    });
    await times(3, () => withdraw({ isPosted: false }));
    await times(2, () => withdraw({ pixKey: 'refused@example.com' }));
    await times(2, () => withdraw({ sent: ASKED - 100 }));

    expect(await compare()).toMatchObject({ found: 37, unanswered: 0 });
    const cases = await listCases();

    expect(tally(cases)).toEqual({
      'PAYMENT MISSING': 11,
      'PAYMENT EXTRA': 5,
      'PAYMENT AMOUNT': 5,
      'REFUND MISSING': 4,
      'REFUND EXTRA': 3,
      'REFUND AMOUNT': 2,
      'WITHDRAWAL MISSING': 3,
      'WITHDRAWAL EXTRA': 2,
      'WITHDRAWAL AMOUNT': 2,
    });
    const amounts = (subject: string, kind: string) => [
      ...new Set(
        cases
          .filter((item) => item.subject === subject && item.kind === kind)
          .map(({ providerAmount, ledgerAmount }) => `${providerAmount} ${ledgerAmount}`),
      ),
    ];
    expect(amounts('PAYMENT', 'MISSING')).toEqual([`${PRICE} 0`]);
    expect(amounts('PAYMENT', 'EXTRA')).toEqual([`0 ${PRICE}`]);
    expect(amounts('PAYMENT', 'AMOUNT').sort()).toEqual([`${2 * PRICE} ${PRICE}`, `${PRICE} ${PRICE + 1}`]);
    expect(amounts('REFUND', 'MISSING')).toEqual(['2500 0']);
    expect(amounts('REFUND', 'EXTRA')).toEqual(['0 500']);
    expect(amounts('REFUND', 'AMOUNT')).toEqual(['1700 1000']);
    expect(amounts('WITHDRAWAL', 'MISSING')).toEqual([`${ASKED} 0`]);
    expect(amounts('WITHDRAWAL', 'EXTRA')).toEqual([`0 ${ASKED}`]);
    expect(amounts('WITHDRAWAL', 'AMOUNT')).toEqual([`${ASKED - 100} ${ASKED}`]);

    expect(await compare()).toMatchObject({ found: 37 });
    const ids = (list: Case[]) => list.map(({ id }) => id).sort();
    expect(ids(await listCases())).toEqual(ids(cases));
    const notified = await market.inspector.rows<{ parameters: object }>(
      `SELECT parameters FROM notification WHERE person_id = $1 AND type = 'reconciliation.found'`,
      [admin.id],
    );
    expect(notified).toEqual([{ parameters: { count: 37, title: day } }]);
  });

  it('lets cases go whose difference is gone, and keeps quiet about those that somebody explained', async () => {
    await Promise.all(heal.map(poll));
    const explained = (await listCases()).filter(({ kind, subject }) => `${subject} ${kind}` === 'PAYMENT EXTRA');
    const [first, second] = explained;
    expect(await call('resolveCase', { caseId: first?.id, note: '   \n ' })).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'note' }],
    });
    const note = 'Pago em dinheiro, conferido com o caixa';
    expect(await call('resolveCase', { caseId: first?.id, note })).toEqual({});
    expect(await call('resolveCase', { caseId: first?.id, note })).toMatchObject({
      code: 'RECONCILIATION_CASE_CLOSED',
    });
    expect(await call('resolveCase', { caseId: newId(), note })).toMatchObject({
      code: 'RECONCILIATION_CASE_NOT_FOUND',
    });

    expect(await compare()).toMatchObject({ found: 30 });

    expect(tally(await listCases())).toMatchObject({ 'PAYMENT MISSING': 5, 'PAYMENT EXTRA': 4 });
    expect(await listCases('VANISHED')).toHaveLength(6);
    expect(await listCases('RESOLVED')).toMatchObject([{ id: first?.id, note, state: 'RESOLVED' }]);
    expect((await listCases()).some(({ id }) => id === second?.id)).toBe(true);
    const recorded = await market.inspector.rows(
      `SELECT actor_id, details->>'caseId' AS id, details->>'note' AS note FROM audit_event WHERE type = 'reconciliation.caseClosed'`,
    );
    expect(recorded).toEqual([{ actor_id: admin.id, id: first?.id, note }]);
  });

  it('compares what moved on a day of an older payment, and looks at payments again a week later', async () => {
    const { platformId } = market.world;
    const open = (await listCases()).length;
    const compareLater = async (days: number) => {
      const runId = newId();
      await market.inspector.rows(
        'INSERT INTO reconciliation (platform_id, id, day) VALUES ($1, $2, $3::date + $4::integer)',
        [platformId, runId, day, days],
      );
      await runOrder(market.node.app, { platformId, runId });
    };
    const older = await sell();
    await addForgedEvidence(older, { providerStatus: 'partially_refunded', refundedAmount: 1 });
    await postLater(older, 'REFUND');

    await compareLater(1);

    expect(await listCases()).toHaveLength(open + 1);
    expect((await listCases())[0]).toMatchObject({ subject: 'REFUND', kind: 'EXTRA', ledgerAmount: 1 });

    const untold = await sell();
    await refund(untold, 1_234);
    await compareLater(7);

    const [found] = await listCases();
    expect(found).toMatchObject({ subject: 'REFUND', kind: 'MISSING', providerAmount: 1_234, ledgerAmount: 0 });
    expect(await listCases()).toHaveLength(open + 2);
  });

  it('compares no day of the future, and one at a time', async () => {
    expect(await call('startRun', { day: '2999-01-01' })).toMatchObject({
      code: 'PERIOD_INVALID',
      details: [{ field: 'day' }],
    });
    const { runId } = await call('startRun', {});
    expect(await call('startRun', {})).toMatchObject({ code: 'RECONCILIATION_RUNNING' });
    await runOrder(market.node.app, { platformId: market.world.platformId, runId });

    await orderDaily(market.node.app);
    const jobs = await market.inspector.rows<{ data: object }>(
      'SELECT data FROM pgboss.job WHERE name = $1 ORDER BY created_on DESC LIMIT 1',
      [QUEUE],
    );
    expect(jobs).toEqual([{ data: { platformId: market.world.platformId } }]);
    await runOrder(market.node.app, { platformId: market.world.platformId });
    expect((await ask('listRuns', { limit: '1' })).items).toMatchObject([{ finishedAt: expect.any(String) }]);
  });

  describe('of sales that the provider splits', () => {
    let before: Case[];
    /** Returns the cases that a comparison adds. */
    const findNew = async () => {
      await compare();
      const known = new Set(before.map(({ id }) => id));
      return (await listCases()).filter(({ id }) => !known.has(id));
    };
    const isSplit = async ({ paymentId }: Bought) => {
      const [row] = await market.inspector.rows<{ entries: number }>(
        `SELECT count(*)::int AS entries FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
         JOIN ledger_account a ON a.id = e.account_id WHERE t.payment_id = $1 AND a.kind = 'RECEIVER'`,
        [paymentId],
      );
      return (row?.entries ?? 0) > 0;
    };

    beforeAll(async () => {
      const { app } = market.node;
      const { platformId, sellerId } = market.world;
      const account = await (await market.host()).handleHttp({
        method: 'POST',
        path: '/receivers',
        query: {},
        rawBody: '',
        headers: { authorization: `Bearer ${SANDBOX_SECRETS.secretKey}` },
        body: { name: 'Maria', document: '52998224725', email: 'maria@example.com' },
      });
      const { id } = ('body' in account ? account.body : {}) as { id: string };
      await market.inspector.rows(
        `INSERT INTO receiver (platform_id, id, person_id, connection_id, provider, receiver_id, status, state)
         VALUES ($1, gen_random_uuid(), $2, $3, 'sandbox', $4, 'ACTIVE', 'ANSWERED')`,
        [platformId, sellerId, market.connectionId, id],
      );
      await market.inspector.rows(`UPDATE platform SET settings = settings || '{"custody":"PROVIDER"}'`);
      app.cache.forgetAll();
      await compare();
      before = await listCases();
    });

    it('finds nothing where everything is right, wherever the parts are', async () => {
      expect(await isSplit(await sell())).toBe(true);
      const twice = await sell();
      await pay(twice);
      await poll(twice);
      for (const amount of [1_000, 3_333, PRICE]) {
        const returned = await sell();
        await refund(returned, amount);
        await poll(returned);
      }
      const disputed = await sell();
      await chargeBack(disputed);
      await poll(disputed);

      expect(await findNew()).toEqual([]);
    });

    it('makes of every planted error its case, with what the provider and the ledger say of the whole sale', async () => {
      const { sellerId } = market.world;
      const unheard = await market.buyPix();
      await pay(unheard);
      await losePosting(await sell(), 'SALE');
      await addForgedEvidence(await market.buyPix(), {});
      const { paymentId } = await sell();
      await write(
        [
          { kind: 'PROVIDER', ownerId: market.connectionId, amount: -1 },
          { kind: 'RECEIVER', ownerId: sellerId, amount: 1 },
        ],
        newId(),
        paymentId,
      );
      const untold = await sell();
      await refund(untold, 2_500);
      await addForgedEvidence(await sell(), { providerStatus: 'partially_refunded', refundedAmount: 500 });
      const more = await sell();
      await refund(more, 1_000);
      await poll(more);
      await refund(more, 700);

      const found = (await findNew()).map(
        ({ subject, kind, providerAmount, ledgerAmount }) => `${subject} ${kind} ${providerAmount} ${ledgerAmount}`,
      );

      expect(found.sort()).toEqual(
        [
          `PAYMENT MISSING ${PRICE} 0`,
          `PAYMENT MISSING ${PRICE} 0`,
          `PAYMENT EXTRA 0 ${PRICE}`,
          `PAYMENT AMOUNT ${PRICE} ${PRICE + 1}`,
          'REFUND MISSING 2500 0',
          'REFUND EXTRA 0 500',
          'REFUND AMOUNT 1700 1000',
        ].sort(),
      );
    });
  });

  it('makes a case of money that a provider refuses to return, which ends when a person orders it again', async () => {
    const { app } = market.node;
    const { platformId } = market.world;
    const before = (await listCases()).length;
    const twice = await sell();
    await pay(twice);
    await poll(twice);
    const readOrders = async () => (await findPayment(app, platformId, twice.paymentId))!.refunds;
    const [order] = await readOrders();
    const payment = await findPayment(app, platformId, twice.paymentId);
    const end = { id: order!.id, state: 'REFUSED', reason: 'Conta encerrada.', providerRefundId: null } as const;
    await applyCommand(app, payment!, { kind: 'REFUND_ENDED', end });
    await poll(twice);
    expect(await readOrders()).toMatchObject([{ state: 'REFUSED', amount: PRICE }]);

    await compare();

    const [found] = await listCases();
    expect(found).toMatchObject({
      subject: 'PAYMENT',
      kind: 'UNRETURNED',
      providerAmount: 2 * PRICE,
      ledgerAmount: PRICE,
    });
    const repeat = () =>
      app.inject({
        method: 'POST',
        url: '/api/refunds.repeatRefund',
        headers: admin.headers,
        payload: { refundId: order!.id },
      });
    const listed = await app.inject({ url: '/api/refunds.listPlatformRefunds?state=REFUSED', headers: admin.headers });
    expect(listed.json().items).toMatchObject([{ id: order!.id, isRepeatable: true }]);
    expect((await repeat()).json()).toEqual({});
    expect((await repeat()).json()).toMatchObject({ code: 'REFUND_UNAVAILABLE' });
    const again = (await readOrders()).find(({ state }) => state === 'REQUESTED');
    await sendRefund(app, platformId, again!.id);
    expect(await readOrders()).toMatchObject([{ state: 'REFUSED' }, { state: 'DONE', amount: PRICE }]);
    expect((await repeat()).json()).toMatchObject({ code: 'REFUND_UNAVAILABLE' });
    await compare();
    expect(await listCases()).toHaveLength(before);
  });

  it('decides charge by charge what nobody returns: an order takes nothing from a charge that is not its own', async () => {
    const { app } = market.node;
    const { platformId } = market.world;
    const other = newId();
    const twice = await sell();
    await pay(twice);
    await poll(twice);
    const payment = (await findPayment(app, platformId, twice.paymentId))!;
    const { id } = payment.refunds[0]!;
    const end = { id, state: 'REFUSED', reason: 'Conta encerrada.', providerRefundId: null } as const;
    await applyCommand(app, payment, { kind: 'REFUND_ENDED', end });
    const { found } = await compare();
    await copyRow('payment_attempt', twice.attemptId, { id: other, transaction_id: null, state: 'REFUSED' });
    await copyRow('refund', id, { id: newId(), attempt_id: other, state: 'PENDING' });

    expect(await compare()).toMatchObject({ found });
    expect(
      await market.inspector.rows(
        'SELECT kind, provider_amount, ledger_amount, state FROM reconciliation_case WHERE payment_id = $1',
        [twice.paymentId],
      ),
    ).toEqual([{ kind: 'UNRETURNED', provider_amount: 2 * PRICE, ledger_amount: PRICE, state: 'OPEN' }]);
    const listed = await app.inject({ url: '/api/refunds.listPlatformRefunds?state=REFUSED', headers: admin.headers });
    expect(listed.json().items).toContainEqual(expect.objectContaining({ id, isRepeatable: true }));
    await market.inspector.rows('DELETE FROM refund WHERE attempt_id = $1', [other]);
  });

  it('compares charge by charge: a payment whose money we believe at another of its charges is a case', async () => {
    const { inspector } = market;
    const { paymentId, attemptId } = await sell();
    const { found } = await compare();
    const other = newId();
    await copyRow('payment_attempt', attemptId, { id: other, transaction_id: null, state: 'REFUSED' });
    const move = (from: string, to: string) =>
      inspector.rows('UPDATE payment_evidence SET attempt_id = $2 WHERE payment_id = $3 AND attempt_id = $1', [
        from,
        to,
        paymentId,
      ]);
    await move(attemptId, other);

    expect(await compare()).toMatchObject({ found: found + 1 });
    expect(
      await inspector.rows(
        'SELECT kind, provider_amount, ledger_amount, state FROM reconciliation_case WHERE payment_id = $1',
        [paymentId],
      ),
    ).toEqual([{ kind: 'MISSING', provider_amount: PRICE, ledger_amount: 0, state: 'OPEN' }]);
    await move(other, attemptId);
    expect(await compare()).toMatchObject({ found });
  });

  it('says nothing new where the provider cannot be asked, and takes nothing back', async () => {
    const open = await listCases();
    (await market.host()).addFault({ kind: 'error-500', times: 100_000 });

    const { compared, unanswered } = await compare();

    expect(compared).toBeGreaterThan(open.length);
    expect(unanswered).toBe(compared);
    expect(await listCases()).toEqual(open);
  });
});

/** Providers split sales by the amounts in the request, and the ledger, the cases and the reports follow. */
import { randomUUID } from 'node:crypto';
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { auditLedger } from '../src/modules/ledger/audit.ts';
import { explainAccount, type Part } from '../src/modules/ledger/explain.ts';
import type { Terms } from '../src/modules/payments/model.ts';
import { authoriseRefund, checkPayment } from '../src/modules/payments/service.ts';
import { describePart } from '../src/programs/ledger-explain.ts';
import { newId } from '../src/shared/ids.ts';
import { checkWorld } from './check-world.ts';
import { deliverEvents, disputesOf } from './disputed-sales.ts';
import { findBought, type Market, openMarket } from './market.ts';
import { readSaleLedger } from './read-ledger.ts';
import { openSessionOf, openStaff, type Staff } from './staff.ts';
import { BUSY, openBank } from './unsteady-bank.ts';
import { buy, CPF, connect, pixPurchase, SANDBOX_SECRETS } from './world.ts';

const PRICE = 9_990;
/** 4.99 % and 1.00 of 99.90 are 5.98; 30 % of the 93.92 left are 28.17; 20 % of the 65.75 left are 13.15. */
const SHARES = { ana: 2_817, bia: 1_315, maria: 5_260 };

let market: Market;
let admin: Staff;
let affiliationId: string;
const ids = { ana: '', bia: '', maria: '' };

const rows = <Row>(sql: string, values: unknown[] = []) => market.inspector.rows<Row>(sql, values);
const chooseCustody = (custody: 'PLATFORM' | 'PROVIDER') =>
  market.node.app.inject({
    method: 'POST',
    url: '/api/settings.updateRules?lang=en',
    headers: admin.headers,
    payload: { custody },
  });

/** Calls the provider as its account holder. */
async function atProvider<T>(connectionId: string, method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const host = await market.node.app.simulators.get(connectionId);
  const headers = { authorization: `Bearer ${SANDBOX_SECRETS.secretKey}` };
  const answer = await host?.handleHttp({ method, path, query: {}, headers, body, rawBody: '' });
  if (!answer || !('body' in answer)) throw new Error(`The provider did not answer ${path}.`);
  return answer.body as T;
}

async function openAccount(ask: (body: object) => Promise<{ id: string }>): Promise<string> {
  return (await ask({ name: 'Pessoa', document: CPF, email: `${randomUUID()}@example.com` })).id;
}
async function adopt(personId: string, connectionId: string, receiverId: string): Promise<void> {
  const answer = await market.node.app.inject({
    method: 'POST',
    url: '/api/receivers.adoptReceiver',
    headers: admin.headers,
    payload: { connectionId, receiverId, personId },
  });
  if (answer.statusCode !== 200) throw new Error(`The receiver was not taken in: ${answer.body}`);
}
async function openReceiver(personId: string): Promise<string> {
  const { connectionId } = market;
  const id = await openAccount((body) => atProvider(connectionId, 'POST', '/receivers', body));
  await adopt(personId, connectionId, id);
  return id;
}
/** Posts over HTTP as the account holder. */
async function post<T>(url: string, body: object): Promise<T> {
  const headers = { authorization: `Bearer ${SANDBOX_SECRETS.secretKey}`, 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<T>;
}
const balanceAtProvider = async (receiverId: string) =>
  (await atProvider<{ balance: number }>(market.connectionId, 'GET', `/receivers/${receiverId}`)).balance;

beforeAll(async () => {
  market = await openMarket({ isListening: false });
  const { node, world } = market;
  const { platformId, productId, sellerId } = world;
  await market.host();
  admin = await openStaff(node.app, platformId, { roles: ['admin'], permissions: ADMIN_PERMISSIONS });
  ids.maria = sellerId;
  for (const [name, role] of [
    ['ana', 'affiliate'],
    ['bia', 'co-producer'],
  ] as const)
    ids[name] = (await openStaff(node.app, platformId, { roles: [role] })).id;
  await rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [platformId, sellerId]);
  affiliationId = newId();
  await rows(
    `INSERT INTO affiliation (platform_id, id, product_id, person_id, basis_points, status) VALUES ($1, $2, $3, $4, 3000, 'ACTIVE')`,
    [platformId, affiliationId, productId, ids.ana],
  );
  await rows(
    `INSERT INTO co_production (platform_id, id, product_id, person_id, basis_points, status, starts_at)
     VALUES ($1, gen_random_uuid(), $2, $3, 2000, 'ACTIVE', now() - interval '1 day')`,
    [platformId, productId, ids.bia],
  );
  node.app.cache.forgetAll();
});
afterAll(() => market?.close());

async function sell() {
  const answer = await buy(market.node.app, pixPurchase(market.world, { affiliateId: affiliationId }));
  if (answer.statusCode !== 200) throw new Error(`The purchase was answered ${answer.statusCode}: ${answer.body}`);
  const [attempt] = await rows<{ connectionId: string; attempts: number; terms: Terms }>(
    `SELECT a.connection_id AS "connectionId", p.terms, count(*) OVER ()::int AS attempts FROM payment p
     JOIN payment_attempt a ON a.payment_id = p.id WHERE p.public_id = $1 ORDER BY a.created_at DESC, a.id DESC LIMIT 1`,
    [answer.json().paymentId],
  );
  if (!attempt) throw new Error('There is no attempt.');
  const bought = await findBought(market.inspector, answer.json().paymentId);
  const [charged] = await rows<{ transactionId: string }>(
    `SELECT transaction_id AS "transactionId" FROM payment_attempt WHERE payment_id = $1 AND transaction_id IS NOT NULL`,
    [bought.paymentId],
  );
  const transactionId = charged?.transactionId as string;
  const host = await market.node.app.simulators.get(attempt.connectionId);
  const poll = () => checkPayment(market.node.app, market.world.platformId, bought.paymentId);
  await host?.simulator.pay(transactionId, { amount: PRICE });
  await poll();
  return {
    ...bought,
    ...attempt,
    look: poll,
    async refund(amount: number) {
      const body = { amount, reference: randomUUID() };
      await atProvider(attempt.connectionId, 'POST', `/charges/${transactionId}/refunds`, body);
      await poll();
    },
    async chargeBack() {
      await host?.simulator.chargeback(transactionId);
      await poll();
    },
  };
}

const ledgerOf = (paymentId: string) => readSaleLedger(market.inspector, paymentId, ids);
const agrees = async () => {
  await checkWorld(market.node.databaseUrl);
  const { app } = market.node;
  expect((await auditLedger(app.database.jobs, market.world.platformId)).problems).toEqual([]);
};

describe('money left with the provider', () => {
  const receivers = { maria: '', bia: '' };
  const atReceivers = async () => ({
    maria: await balanceAtProvider(receivers.maria),
    bia: await balanceAtProvider(receivers.bia),
  });
  let before = { maria: 0, bia: 0 };
  const gained = async () => {
    const now = await atReceivers();
    return { maria: now.maria - before.maria, bia: now.bia - before.bia };
  };

  beforeAll(async () => {
    receivers.maria = await openReceiver(ids.maria);
    receivers.bia = await openReceiver(ids.bia);
  });
  beforeEach(async () => {
    before = await atReceivers();
  });

  it('can be chosen only while a connection splits sales', async () => {
    await rows(`UPDATE provider_connection SET status = 'DISABLED'`);
    market.node.app.cache.forgetAll();
    const refused = (await chooseCustody('PROVIDER')).json();
    expect([refused.code, refused.details]).toEqual([
      'VALIDATION_FAILED',
      [{ field: 'custody', message: expect.stringContaining('No enabled connection splits sales') }],
    ]);
    await rows(`UPDATE provider_connection SET status = 'ENABLED'`);
    market.node.app.cache.forgetAll();

    const sale = await sell();
    expect(sale.terms.splits).toBeUndefined();
    expect(await gained()).toEqual({ maria: 0, bia: 0 });
    expect((await chooseCustody('PROVIDER')).statusCode).toBe(200);
    market.node.app.cache.forgetAll();
  });

  it('is split to the cent; whoever has no receiver is paid by the platform', async () => {
    const sale = await sell();

    expect(await gained()).toEqual({ maria: SHARES.maria, bia: SHARES.bia });
    expect(await ledgerOf(sale.paymentId)).toEqual({
      PROVIDER: -PRICE,
      PLATFORM_FEES: 598,
      'PENDING ana': SHARES.ana,
      'RECEIVER bia': SHARES.bia,
      'RECEIVER maria': SHARES.maria,
    });
    await agrees();
  });

  it('goes back from receivers with the money, also after the platform has chosen otherwise', async () => {
    const sale = await sell();
    await chooseCustody('PLATFORM');
    market.node.app.cache.forgetAll();

    await sale.refund(3_333);
    // 66.57 of 99.90 are kept; the seller takes the rounding difference.
    expect(await ledgerOf(sale.paymentId)).toEqual({
      PROVIDER: -6_657,
      PLATFORM_FEES: 398,
      'PENDING ana': 1_877,
      'RECEIVER bia': 876,
      'RECEIVER maria': 3_506,
    });
    await agrees();
    await sale.refund(PRICE - 3_333);
    expect(await ledgerOf(sale.paymentId)).toEqual({});
    await agrees();

    await chooseCustody('PROVIDER');
    market.node.app.cache.forgetAll();
  });

  it('is the receivers’ until the provider has sent a refund that was authorised', async () => {
    const { app } = market.node;
    const { platformId } = market.world;
    const sale = await sell();
    const payment = { platformId, id: sale.paymentId };
    const order = { id: newId(), amount: PRICE, authorisedAs: 'admin', authorisedBy: admin.id, note: null } as const;
    const { refusal } = await app.database.transaction(platformId, (transaction) =>
      authoriseRefund(app, transaction, payment, order),
    );
    expect(refusal).toBeNull();

    expect(await ledgerOf(sale.paymentId)).toEqual({
      PROVIDER: -PRICE,
      REFUNDS: PRICE - SHARES.bia - SHARES.maria,
      'RECEIVER bia': SHARES.bia,
      'RECEIVER maria': SHARES.maria,
    });
    await sale.refund(PRICE);
    expect(await gained()).toEqual({ maria: 0, bia: 0 });
    expect(await ledgerOf(sale.paymentId)).toEqual({});
    await agrees();
  });

  it('that a bank takes back is taken where it is: a case keeps nobody’s other money for it', async () => {
    const sale = await sell();

    await sale.chargeBack();
    await deliverEvents(market, sale.paymentId);

    expect(await gained()).toEqual({ maria: 0, bia: 0 });
    expect(await ledgerOf(sale.paymentId)).toEqual({});
    expect((await disputesOf(market, sale.paymentId)).map(({ kind }) => kind)).toEqual(['CHARGEBACK']);
    await agrees();
  });

  it('is split by whom another connection knows, when the first one charged nothing', async () => {
    const { app } = market.node;
    const bank = await openBank(app);
    onTestFinished(bank.close);
    const busy = await connect(app, market.world, { name: 'Ocupado', priority: 1, baseUrls: { default: bank.url } });
    app.cache.forgetAll();
    await adopt(ids.ana, busy.id, await openAccount((body) => post(`${bank.url}/receivers`, body)));
    bank.next.push(BUSY);

    const sale = await sell();

    expect([sale.attempts, sale.connectionId]).toEqual([2, market.connectionId]);
    const told = Object.values(sale.terms.splits ?? {}).map((split) => Object.keys(split.receivers).sort());
    expect(told).toHaveLength(2);
    expect(told).toEqual(expect.arrayContaining([[ids.ana], [ids.maria, ids.bia].sort()]));
    expect(await gained()).toEqual({ maria: SHARES.maria, bia: SHARES.bia });
    expect(await ledgerOf(sale.paymentId)).toEqual({
      PROVIDER: -PRICE,
      PLATFORM_FEES: 598,
      'PENDING ana': SHARES.ana,
      'RECEIVER bia': SHARES.bia,
      'RECEIVER maria': SHARES.maria,
    });
    await agrees();
    await rows(`UPDATE provider_connection SET status = 'DISABLED' WHERE id = $1`, [busy.id]);
    app.cache.forgetAll();
  });

  it('is not split where the rest would not pay the provider', async () => {
    await rows('UPDATE provider_connection SET costs = $2 WHERE id = $1', [
      market.connectionId,
      JSON.stringify({ PIX: { basisPoints: 5_000, fixed: 0 } }),
    ]);
    market.node.app.cache.forgetAll();

    const sale = await sell();

    expect(await gained()).toEqual({ maria: 0, bia: 0 });
    expect(await ledgerOf(sale.paymentId)).toMatchObject({ 'PENDING maria': SHARES.maria, 'PENDING bia': SHARES.bia });
    await agrees();
    await rows(`UPDATE provider_connection SET costs = '{}' WHERE id = $1`, [market.connectionId]);
    market.node.app.cache.forgetAll();
  });

  it('explains itself to its people: on the statement, by connection, and in the account of each', async () => {
    const { app } = market.node;
    const sale = await sell();
    const [kept] = await rows<{ sale_id: string }>('SELECT sale_id FROM payment WHERE id = $1', [sale.paymentId]);
    const linesOf = async (name: keyof typeof ids) => {
      const headers = await openSessionOf(app, market.world.platformId, ids[name]);
      const { items } = (await app.inject({ url: '/api/balances.listStatement?kind=SALE&limit=1', headers })).json();
      const [{ sale: named, available, pending, receiver }] = items;
      return { saleId: named.saleId, available, pending, receiver };
    };
    const of = { saleId: kept?.sale_id, available: 0 };
    expect(await linesOf('maria')).toEqual({ ...of, pending: 0, receiver: SHARES.maria });
    expect(await linesOf('bia')).toEqual({ ...of, pending: 0, receiver: SHARES.bia });
    expect(await linesOf('ana')).toEqual({ ...of, pending: SHARES.ana, receiver: 0 });

    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
    const headers = await openSessionOf(app, market.world.platformId, ids.maria);
    const partsOf = async () => {
      const url = `/api/balances.listReceiverParts?from=${today}&to=${today}`;
      return (await app.inject({ url, headers })).json().items[0];
    };
    const was = await partsOf();
    expect(was).toMatchObject({ connectionId: market.connectionId, provider: 'sandbox', receiverId: receivers.maria });
    expect(was.received - was.returned).toBe((await atReceivers()).maria);
    await sale.refund(PRICE);
    expect(await partsOf()).toEqual({ ...was, returned: was.returned + SHARES.maria });

    const again = await sell();
    const [account] = await rows<{ id: string }>(
      `SELECT id FROM ledger_account WHERE kind = 'RECEIVER' AND owner_id = $1`,
      [ids.maria],
    );
    const story = await explainAccount(app.database.jobs, account?.id as string);
    expect(story?.balance).toBe((await atReceivers()).maria);
    expect(story?.parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(story?.balance);
    const part = story?.parts.find(({ paymentId }) => paymentId === again.paymentId) as Part;
    expect(describePart(part, String)).toContain(
      `the provider split it off to ${receivers.maria}, and pays it out itself  of payment ${again.paymentId}`,
    );
    expect(story?.parts.find(({ paymentId }) => paymentId === sale.paymentId)).toBeUndefined();
  });

  it('counts as earned like any other', async () => {
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
    const headers = await openSessionOf(market.node.app, market.world.platformId, ids.maria);
    const earned = async () => {
      const url = `/api/reports.getEarnings?from=${today}&to=${today}`;
      const { sales, gross, net } = (await market.node.app.inject({ url, headers })).json();
      return { sales, gross, net };
    };
    const sofar = await earned();

    await sell();

    expect(await earned()).toEqual({
      sales: sofar.sales + 1,
      gross: sofar.gross + PRICE,
      net: sofar.net + SHARES.maria,
    });
  });
});

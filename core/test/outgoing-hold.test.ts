/** A restored database has forgotten what was sent after its backup: nothing leaves until it was looked up, or a person releases it. */
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { resolve } from 'node:path';
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkPayment } from '../src/modules/payments/service.ts';
import { runOrder } from '../src/modules/reconciliation/service.ts';
import { newId } from '../src/shared/ids.ts';
import { refundAtProvider } from './at-provider.ts';
import { buildNode, TEST_KEY } from './build.ts';
import { captureLog } from './capture-log.ts';
import { checkWorld } from './check-world.ts';
import { writeVariants } from './provider-variants.ts';
import { openStaff, type Staff } from './staff.ts';
import { waitFor } from './wait-for.ts';
import { DECIDING, type Holder, openPayouts, type Payouts } from './withdrawing.ts';
import { connect, SANDBOX_SECRETS } from './world.ts';

const OUTGOING = resolve(import.meta.dirname, '../src/programs/outgoing.ts');
const RELEASE = ['--release', '--by', 'Ana Souza'];
const AMOUNT = 5_000;
const MINUTE_MS = 60_000;

let variants: Awaited<ReturnType<typeof writeVariants>>;
let payouts: Payouts;
let admin: Staff;
let holder: Holder;

beforeAll(async () => {
  variants = await writeVariants({
    forgetful: (manifest) => {
      manifest.idempotency = { supported: false };
    },
    blind: (manifest) => {
      manifest.lookup.withdrawByReference = false;
    },
  });
  payouts = await openPayouts({ provider: 'forgetful', providerDirectory: variants.directory, isListening: false });
  admin = await openStaff(payouts.node.app, payouts.world.platformId, { roles: ['admin'], permissions: DECIDING });
});
beforeEach(async () => {
  await payouts.setRules({ fee: 0, automaticUpTo: AMOUNT });
  holder = await payouts.openHolder(AMOUNT * 3);
  return async () => {
    run(RELEASE);
    await payouts.inspector.rows('UPDATE withdrawal SET next_check_at = NULL');
  };
});
afterAll(async () => {
  await payouts?.close();
  await variants?.remove();
});

function run(args: string[] = [], env: Record<string, string> = {}) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [OUTGOING, ...args], {
    env: { PATH: process.env.PATH, DATABASE_URL: payouts.node.databaseUrl, ENCRYPTION_KEY: TEST_KEY, ...env },
    encoding: 'utf8',
  });
  return { status, text: stdout + stderr };
}

/** From now on the rows of this database seem to be another one's. */
const restore = async () => {
  await payouts.inspector.rows(
    `UPDATE outgoing_hold SET database_identity = database_identity || '-before-' || began_at`,
  );
  await payouts.node.app.readOutgoingHold();
};

/** Does what is due, as the sweep of a listening node. */
async function work(): Promise<void> {
  await payouts.makePayoutsDue();
  await payouts.node.app.payouts.run();
}

/** The provider got the withdrawal from the lost database. */
const sendUnseen = async (id: string, host?: SimulatorHost) =>
  (host ?? (await payouts.host())).handleHttp({
    method: 'POST',
    path: '/transfers',
    query: {},
    body: { reference: id, amount: AMOUNT, kind: 'pix', pix_key: 'vera@example.com', pix_key_type: 'EMAIL' },
    rawBody: '',
    headers: { authorization: `Bearer ${SANDBOX_SECRETS.secretKey}` },
  });

/** Lets the lookups conclude that something is not there. */
async function concludeLookups(): Promise<void> {
  for (let count = 0; count < 4; count++) {
    payouts.clock.forward(MINUTE_MS);
    await work();
  }
}

const cancel = (withdrawalId: string) => payouts.call(holder, 'cancelWithdrawal', { withdrawalId });
const check = async () => checkWorld(payouts.node.databaseUrl, { payouts: await payouts.listPayouts(), mayWait: true });

it('finds what was sent from the lost database, and sends it no second time', async () => {
  const approved = await payouts.request(holder, AMOUNT);
  await payouts.setRules({ fee: 0 });
  const waiting = await payouts.request(holder, AMOUNT);
  await sendUnseen(approved);
  await sendUnseen(waiting);

  await restore();
  await work();
  await work();

  for (const id of [approved, waiting]) {
    expect(await payouts.read(id)).toMatchObject({ state: 'PAID', tries: 0 });
    expect(await payouts.listTransfers(id)).toHaveLength(1);
  }
  expect(await payouts.balances(holder.id)).toEqual({ AVAILABLE: AMOUNT });
  await check();
});

it('holds what was surely not sent as it was, until a person releases it', async () => {
  const approved = await payouts.request(holder, AMOUNT);
  await payouts.setRules({ fee: 0 });
  const waiting = await payouts.request(holder, AMOUNT);
  await restore();

  await work();
  expect(await payouts.read(approved)).toMatchObject({ state: 'UNKNOWN', reason: 'RESTORED' });
  await concludeLookups();

  expect(await payouts.read(approved)).toMatchObject({ state: 'APPROVED', reason: 'OUTGOING_HELD' });
  expect(await payouts.read(waiting)).toMatchObject({ state: 'WAITING', reason: null });
  expect(await payouts.listTransfers(approved)).toEqual([]);
  expect(run().text).toContain('1 withdrawal APPROVED, BRL 50.00');

  expect(run(RELEASE)).toMatchObject({ status: 0 });
  await payouts.node.app.payouts.run();

  expect(await payouts.read(approved)).toMatchObject({ state: 'PAID', tries: 1 });
  expect(await payouts.read(waiting)).toMatchObject({ state: 'WAITING' });
  expect(await cancel(waiting)).toEqual({});
  await check();
});

it('leaves to a person what the provider cannot be asked about', async () => {
  const id = await payouts.request(holder, AMOUNT);
  await payouts.inspector.rows(`UPDATE provider_connection SET provider = 'blind'`);
  payouts.node.app.cache.forgetAll();
  await restore();

  await work();
  await concludeLookups();

  expect(await payouts.read(id)).toMatchObject({ state: 'UNKNOWN', reason: 'RESTORED' });
  await payouts.inspector.rows(`UPDATE provider_connection SET provider = 'forgetful'`);
  payouts.node.app.cache.forgetAll();
});

describe('a refund', () => {
  const readRefund = async (paymentId: string) =>
    (
      await payouts.inspector.rows<{ state: string; reason: string | null }>(
        'SELECT state, reason FROM refund WHERE payment_id = $1',
        [paymentId],
      )
    )[0];
  async function workOnRefunds(): Promise<void> {
    await payouts.inspector.rows('UPDATE refund SET next_check_at = now()');
    await payouts.node.app.refunds.run();
  }
  /** Too little was paid of a sale that is over: all of it has to go back. */
  async function orderRefund() {
    const bought = await payouts.buyPix();
    const transactionId = bought.transactionId as string;
    const poll = () => checkPayment(payouts.node.app, payouts.world.platformId, bought.paymentId);
    await (await payouts.host()).simulator.pay(transactionId, { amount: AMOUNT });
    await poll();
    payouts.clock.forward(30 * 86_400_000);
    await poll();
    expect(await readRefund(bought.paymentId)).toMatchObject({ state: 'REQUESTED' });
    return { ...bought, transactionId };
  }
  async function returnedOf(transactionId: string): Promise<number> {
    const answer = await (await payouts.host()).handleHttp({
      method: 'GET',
      path: `/charges/${transactionId}`,
      query: {},
      body: undefined,
      rawBody: '',
      headers: { authorization: `Bearer ${SANDBOX_SECRETS.secretKey}` },
    });
    return 'body' in answer ? (answer.body as { refunded_amount: number }).refunded_amount : -1;
  }

  it('that was made from the lost database counts as made', async () => {
    const { paymentId, transactionId } = await orderRefund();
    await refundAtProvider(payouts, { transactionId }, AMOUNT);
    await restore();

    await workOnRefunds();
    await workOnRefunds();

    expect(await readRefund(paymentId)).toMatchObject({ state: 'DONE' });
    expect(await returnedOf(transactionId)).toBe(AMOUNT);
    await check();
  });

  it('that was surely not made waits until a person releases it', async () => {
    const { paymentId, transactionId } = await orderRefund();
    await restore();

    await workOnRefunds();
    expect(await readRefund(paymentId)).toMatchObject({ state: 'UNKNOWN', reason: 'RESTORED' });
    await payouts.inspector.rows(`UPDATE outgoing_hold SET began_at = began_at - interval '1 hour'`);
    await payouts.inspector.rows(`UPDATE refund SET sent_at = sent_at - interval '1 hour'`);
    for (let count = 0; count < 4; count++) await workOnRefunds();

    expect(await readRefund(paymentId)).toMatchObject({ state: 'REQUESTED', reason: 'NOT_DONE' });
    expect(await returnedOf(transactionId)).toBe(0);

    run(RELEASE);
    await payouts.node.app.refunds.run();

    expect(await readRefund(paymentId)).toMatchObject({ state: 'DONE' });
    expect(await returnedOf(transactionId)).toBe(AMOUNT);
    await check();
  });
});

it('sends nothing that was requested after it began, and gives nothing back that may have left', async () => {
  await restore();
  const id = await payouts.request(holder, AMOUNT);
  await payouts.setRules({ fee: 0 });
  const waiting = await payouts.request(holder, AMOUNT);

  await work();
  await concludeLookups();

  expect(await payouts.read(id)).toMatchObject({ state: 'APPROVED', reason: 'OUTGOING_HELD', tries: 0 });
  const { items } = await payouts.ask<{ items: object[] }>(holder, 'listWithdrawals', { lang: 'pt-BR' });
  expect(items).toContainEqual(
    expect.objectContaining({ id, reason: 'O envio espera: a plataforma confere o que já foi enviado.' }),
  );
  expect(await cancel(waiting)).toMatchObject({ code: 'OUTGOING_HELD' });
  const rejection = { withdrawalId: waiting, decision: 'REJECT', reason: 'Não.' };
  expect(await payouts.call(admin, 'decideWithdrawal', rejection)).toMatchObject({ code: 'OUTGOING_HELD' });
});

it('makes a case of a withdrawal that only the provider knows, once an event tells of it', async () => {
  const { app } = payouts.node;
  const { platformId } = payouts.world;
  const id = newId();
  await sendUnseen(id);
  const [transfer] = await payouts.listTransfers(id);
  const body = JSON.stringify({ type: 'transfer.paid', id: newId(), data: transfer });
  const signature = createHmac('sha256', SANDBOX_SECRETS.webhookSecret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-sandbox-signature': `sha256=${signature}` };
  expect(await payouts.deliver({ headers, body })).toBe(200);
  await waitFor('the event was read', async () => {
    await app.webhooks.run();
    const [row] = await payouts.inspector.rows('SELECT 1 FROM webhook WHERE reason = $1', ['UNKNOWN_WITHDRAW']);
    return row;
  });

  const runId = newId();
  await payouts.inspector.rows(
    `INSERT INTO reconciliation (platform_id, id, day) VALUES ($1, $2, (now() AT TIME ZONE 'America/Sao_Paulo')::date)`,
    [platformId, runId],
  );
  await runOrder(app, { platformId, runId });

  expect(
    await payouts.inspector.rows(
      'SELECT subject, kind, provider_amount, withdrawal_id FROM reconciliation_case WHERE reconciliation_id = $1',
      [runId],
    ),
  ).toContainEqual({ subject: 'WITHDRAWAL', kind: 'MISSING', provider_amount: AMOUNT, withdrawal_id: null });
});

it('begins once for all nodes, and says so in the log and the metrics', async () => {
  const log = captureLog(payouts.node.app, 'error');
  const other = await buildNode({ databaseUrl: payouts.node.databaseUrl });

  await restore();
  const [first, second] = await Promise.all([payouts.node.app.readOutgoingHold(), other.app.readOutgoingHold()]);

  expect(first).toMatchObject({ cause: 'RESTORED' });
  expect(second).toEqual(first);
  expect(log.filter((line) => line.includes('"outgoing-held"'))).toHaveLength(1);
  expect(await payouts.node.app.metrics.registry.metrics()).toContain('feira_outgoing_held 1');
  expect(await payouts.inspector.rows('SELECT 1 FROM outgoing_hold WHERE released_at IS NULL')).toHaveLength(1);
  await other.close();
});

it('is begun by HOLD_OUTGOING, which has to be removed before anything is released', async () => {
  const env = { HOLD_OUTGOING: 'on' };
  const other = await buildNode({ databaseUrl: payouts.node.databaseUrl, env });

  expect(await payouts.node.app.readOutgoingHold()).toMatchObject({ cause: 'SETTING' });
  const refused = run(RELEASE, env);

  expect(refused).toMatchObject({ status: 1, text: expect.stringContaining('HOLD_OUTGOING') });
  const master = await openStaff(other.app, payouts.world.platformId, { roles: ['master'] });
  const release = { method: 'POST', url: '/api/system.releaseOutgoing', headers: master.headers, payload: {} } as const;
  expect((await other.app.inject(release)).json()).toMatchObject({ code: 'HOLD_IS_SET' });
  expect(await payouts.node.app.readOutgoingHold()).not.toBeNull();
  await other.close();
});

describe('a withdrawal that any of several connections may have sent', () => {
  async function addDisabled(provider: string) {
    const { app } = payouts.node;
    const { id } = await connect(app, payouts.world, { provider, name: provider });
    app.cache.forgetAll();
    await app.inject({ url: `/api/checkout.getCheckout?checkoutId=${payouts.world.offerId}` });
    await payouts.inspector.rows(`UPDATE provider_connection SET status = 'DISABLED' WHERE id = $1`, [id]);
    app.cache.forgetAll();
    return id;
  }

  it('is looked up at each of them, and is sent by none if one of them sent it', async () => {
    const id = await addDisabled('forgetful');
    const [sent, unsent] = [await payouts.request(holder, AMOUNT), await payouts.request(holder, AMOUNT)];
    await sendUnseen(sent, (await payouts.node.app.simulators.get(id))!);
    await restore();

    await work();
    for (const _ of [payouts.connectionId, id]) await concludeLookups();

    expect(await payouts.read(sent)).toMatchObject({ state: 'PAID', tries: 0, connection_id: id });
    expect(await payouts.read(unsent)).toMatchObject({ state: 'APPROVED', connection_id: null });
    run(RELEASE);
    await payouts.node.app.payouts.run();
    expect(await payouts.read(unsent)).toMatchObject({ state: 'PAID', tries: 1, connection_id: payouts.connectionId });
    expect(await payouts.listTransfers(sent)).toEqual([]);
  });

  it('is left to a person if one of them cannot be asked', async () => {
    const id = await addDisabled('blind');
    const unknown = await payouts.request(holder, AMOUNT);
    await restore();

    await work();
    for (const _ of [1, 2, 3]) await concludeLookups();

    expect(await payouts.read(unknown)).toMatchObject({ state: 'UNKNOWN', reason: 'RESTORED', connection_id: id });
  });
});

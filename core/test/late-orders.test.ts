/** A provider that loses the answer of an order and carries it out a good while later, and one that asks not to be called for a while. */
import { expect, it } from 'vitest';
import { checkPayment } from '../src/modules/payments/service.ts';
import { advanceWithdrawal } from '../src/modules/payouts/advance.ts';
import { intercept } from './intercept.ts';
import { type Market, openTestMarket } from './market.ts';
import { openPayouts } from './withdrawing.ts';

const PRICE = 9_990;
const AMOUNT = 5_000;
const CARRIED_OUT_MS = 50_000;

/** Loses the answer of the calls to `path` and returns a function that carries the first of them out. */
async function delayOrders(market: Market, path: string) {
  let late: (() => Promise<unknown>) | undefined;
  await intercept(market, async (request, handle) => {
    if (request.method !== 'POST' || request.path !== path) return handle(request);
    late ??= () => handle(request);
    return { status: 504, body: '' };
  });
  return async () => {
    await late?.();
    late = undefined;
  };
}

/** Moves the node's clock to the next look that is due, and returns how much time has passed. */
async function forwardToLook(market: Market, table: string, id: string): Promise<number> {
  const [row] = await market.inspector.rows<{ at: Date | null }>(
    `SELECT next_check_at AS at FROM ${table} WHERE id = $1`,
    [id],
  );
  if (!row?.at) throw new Error('Nothing looks any more.');
  const waitMs = Math.max(0, row.at.getTime() - market.clock.now().getTime());
  market.clock.forward(waitMs);
  return waitMs;
}

it('a charge that is carried out after 50 seconds is found within minutes, though its buyer was told that there is none', async () => {
  const market = await openTestMarket({ isListening: false });
  const { app } = market.node;
  const carryOut = await delayOrders(market, '/charges');
  const { paymentId } = await market.buyPix();
  const check = () => checkPayment(app, market.world.platformId, paymentId, { isJanitor: true });
  let passedMs = 0;
  const statuses = new Set<string>();
  for (;;) {
    passedMs += await forwardToLook(market, 'payment', paymentId);
    if (passedMs >= CARRIED_OUT_MS) await carryOut();
    await check();
    statuses.add((await market.readPayment(paymentId)).status);
    if ((await market.readPayment(paymentId)).transaction_id) break;
  }
  expect([...statuses]).toContain('REJECTED');
  expect(passedMs).toBeLessThan(5 * 60_000);

  const { transaction_id: transactionId } = await market.readPayment(paymentId);
  await (await market.host()).simulator.pay(transactionId as string, { amount: PRICE });
  await check();
  expect(await market.readPayment(paymentId)).toMatchObject({ status: 'APPROVED', paid_amount: PRICE });
});

it('a withdrawal that is carried out after 50 seconds was not given back before, and is paid once', async () => {
  const payouts = await openPayouts({ isListening: false });
  const { app } = payouts.node;
  const { platformId } = payouts.world;
  await payouts.setRules({ automaticUpTo: 1_000_000 });
  const holder = await payouts.openHolder(AMOUNT);
  const carryOut = await delayOrders(payouts, '/transfers');
  const id = await payouts.request(holder, AMOUNT);
  const advance = () => advanceWithdrawal(app, platformId, id);
  await advance();
  expect((await payouts.read(id)).state).toBe('UNKNOWN');

  let passedMs = 0;
  while ((await payouts.read(id)).state !== 'PAID') {
    passedMs += await forwardToLook(payouts, 'withdrawal', id);
    if (passedMs >= CARRIED_OUT_MS) await carryOut();
    await advance();
    expect(['UNKNOWN', 'SENT', 'PAID']).toContain((await payouts.read(id)).state);
  }
  expect(passedMs).toBeLessThan(30 * 60_000);
  expect(await payouts.listTransfers(id)).toHaveLength(1);
  expect(await payouts.balances(holder.id)).toEqual({});
  await payouts.close();
});

it('questions and withdrawals wait as long as the provider asks, charges do not', async () => {
  const payouts = await openPayouts({ isListening: false });
  const { app } = payouts.node;
  const { platformId } = payouts.world;
  await payouts.setRules({ automaticUpTo: 1_000_000 });
  const holder = await payouts.openHolder(AMOUNT);
  const { paymentId } = await payouts.buyPix();
  let isBusy = true;
  const asked: string[] = [];
  await intercept(payouts, async (request, handle) => {
    asked.push(`${request.method} ${request.path.split('/')[1]}`);
    if (!isBusy || request.path === '/charges') return handle(request);
    return { status: 429, headers: { 'retry-after': '1200' }, body: { error: 'Slow down.' } };
  });
  const retryAt = payouts.clock.now().getTime() + 1_200_000;
  const check = () => checkPayment(app, platformId, paymentId);
  const dueOf = async (table: string, id: string) =>
    (await payouts.inspector.rows<{ at: Date }>(`SELECT next_check_at AS at FROM ${table} WHERE id = $1`, [id]))[0]!.at;

  await check();
  await check();
  expect(asked).toEqual(['GET charges']);
  expect((await dueOf('payment', paymentId)).getTime()).toBeGreaterThanOrEqual(retryAt);

  const id = await payouts.request(holder, AMOUNT);
  await advanceWithdrawal(app, platformId, id);
  expect(asked).toEqual(['GET charges']);
  expect(await payouts.read(id)).toMatchObject({ state: 'APPROVED', reason: 'PAYER_BUSY' });
  expect((await dueOf('withdrawal', id)).getTime()).toBeGreaterThanOrEqual(retryAt);

  await payouts.buyPix();
  expect(asked).toEqual(['GET charges', 'POST charges']);

  isBusy = false;
  payouts.clock.forward(1_201_000);
  await check();
  await advanceWithdrawal(app, platformId, id);
  expect(asked).toEqual(['GET charges', 'POST charges', 'GET charges', 'POST transfers']);
  expect((await payouts.read(id)).state).toBe('PAID');
  await payouts.close();
});

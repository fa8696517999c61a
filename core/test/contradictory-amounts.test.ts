/** Reports that contradict themselves: the word says that money moved, the sum says that none did. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkPayment } from '../src/modules/payments/service.ts';
import { captureLog } from './capture-log.ts';
import { checkWorld } from './check-world.ts';
import { type Market, openTestMarket } from './market.ts';
import { writeVariants } from './provider-variants.ts';

const PRICE = 9_990;

let variants: Awaited<ReturnType<typeof writeVariants>>;
beforeAll(async () => {
  variants = await writeVariants({
    silent: (manifest) => {
      manifest.zeroAmounts = ['paidAmount'];
    },
  });
});
afterAll(() => variants.remove());

/** Changes what the provider says of every charge it is asked for, until the returned function is called. */
async function distortLookups(market: Market, change: (charge: Record<string, unknown>) => object) {
  const { simulator } = await market.host();
  const handle = simulator.handle.bind(simulator);
  const spy = vi.spyOn(simulator, 'handle').mockImplementation(async (request) => {
    const answer = await handle(request);
    if (request.method !== 'GET' || !request.path.startsWith('/charges/') || !('body' in answer)) return answer;
    const charge = answer.body as Record<string, unknown>;
    return { ...answer, body: { ...charge, ...change(charge) } };
  });
  return () => spy.mockRestore();
}

const sellWithoutSum = (market: Market) =>
  distortLookups(market, () => ({ status: 'paid', paid_amount: 0, payments: [] }));
const check = ({ node, world }: Market, paymentId: string) => checkPayment(node.app, world.platformId, paymentId);
const secondsUntilAsked = async ({ inspector, clock }: Market, paymentId: string) => {
  const [row] = await inspector.rows<{ at: Date }>('SELECT next_check_at AS at FROM payment WHERE id = $1', [
    paymentId,
  ]);
  return (row!.at.getTime() - clock.now().getTime()) / 1_000;
};

it('sells nothing that is called paid with 0 cents, says so, and asks again until the sum is true', async () => {
  const market = await openTestMarket({ isListening: false });
  const log = captureLog(market.node.app, 'error');
  const { paymentId, transactionId } = await market.buyPix();
  const end = await sellWithoutSum(market);

  await check(market, paymentId);
  expect(await market.readPayment(paymentId)).toMatchObject({
    status: 'PENDING',
    is_provisional: true,
    paid_amount: 0,
  });
  expect(log.filter((line) => line.includes('contradictory-amount'))).toHaveLength(1);
  expect(await secondsUntilAsked(market, paymentId)).toBeLessThan(60);

  end();
  await (await market.host()).simulator.pay(transactionId as string, { amount: PRICE });
  await check(market, paymentId);
  expect(await market.readPayment(paymentId)).toMatchObject({
    status: 'APPROVED',
    settlement: 'EXACT',
    is_provisional: false,
    paid_amount: PRICE,
  });
  await checkWorld(market.node.databaseUrl);
});

it('keeps a part of the price as a part, which is no contradiction', async () => {
  const market = await openTestMarket({ isListening: false });
  const log = captureLog(market.node.app, 'error');
  const { paymentId } = await market.buyPix();
  await distortLookups(market, () => ({ status: 'paid', paid_amount: 4_000, payments: [] }));

  await check(market, paymentId);
  expect(await market.readPayment(paymentId)).toMatchObject({
    status: 'PENDING',
    settlement: 'UNDERPAID',
    is_provisional: false,
    paid_amount: 4_000,
  });
  expect(log.join()).not.toContain('contradictory-amount');
});

it('sells it where the manifest says that the provider leaves the sum at 0', async () => {
  const market = await openTestMarket({
    isListening: false,
    provider: 'silent',
    providerDirectory: variants.directory,
  });
  const { paymentId } = await market.buyPix();
  await sellWithoutSum(market);

  await check(market, paymentId);
  expect(await market.readPayment(paymentId)).toMatchObject({ status: 'APPROVED', paid_amount: PRICE });
});

it('takes back nothing that is called refunded with 0 cents', async () => {
  const market = await openTestMarket({ isListening: false });
  const log = captureLog(market.node.app, 'error');
  const { paymentId, transactionId } = await market.buyPix();
  await (await market.host()).simulator.pay(transactionId as string, { amount: PRICE });
  await check(market, paymentId);
  await distortLookups(market, () => ({ status: 'refunded', refunded_amount: 0 }));

  await check(market, paymentId);
  expect(await market.readPayment(paymentId)).toMatchObject({ status: 'APPROVED', refunded_amount: 0 });
  expect(log.filter((line) => line.includes('contradictory-amount'))).toHaveLength(1);
});

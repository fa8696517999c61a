/**
 * A provider that hangs delays nobody else: neither payments nor events, refunds, withdrawals and receivers. One that fails is left alone.
 */
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { findConnection } from '../src/modules/connections/service.ts';
import { checkPayment } from '../src/modules/payments/service.ts';
import { newId } from '../src/shared/ids.ts';
import { type Bought, type Market, openTestMarket } from './market.ts';
import { writeVariants } from './provider-variants.ts';
import { waitFor } from './wait-for.ts';

/** More calls than one connection may have under way at a time. */
const HANGING = 30;
const EVENTS = 1_000;
const HANGS_MS = 600_000;
/** The calls of a test end after it. */
const TIMEOUT_MS = 60_000;

let variants: Awaited<ReturnType<typeof writeVariants>>;
beforeAll(async () => {
  variants = await writeVariants({
    // Its events prove nothing, so that each leads to a lookup.
    hanging: (manifest) => {
      manifest.webhook.authentication = { type: 'none' };
      manifest.timeoutMs = TIMEOUT_MS;
    },
  });
});
afterAll(() => variants.remove());

/** Two platforms on one node. The provider of the first one hangs with every call that begins so, once `hang` is called. */
async function openBoth() {
  const plugins = resolve(import.meta.dirname, '../../plugins');
  const providerDirectory = [variants.directory, plugins].join(',');
  const hanging = await openTestMarket({ provider: 'hanging', providerDirectory });
  const host = await hanging.host();
  // Registered last, so that the calls end before the node waits for them.
  onTestFinished(() => {
    (host.faults as unknown[]).length = 0;
    return host.close();
  });
  const hang = (match: string) => host.addFault({ kind: 'slow', times: 10_000, delayMs: HANGS_MS, match });
  const waitForCall = () => waitFor('a call hangs', () => (host.faults[0]?.times ?? 0) < 10_000);
  const bought: Bought[] = [];
  for (let count = 0; count < HANGING; count++) bought.push(await hanging.buyPix());
  return { hanging, bought, hang, waitForCall, openQuick: () => hanging.replace({ provider: 'sandbox' }) };
}

const pay = async (market: Market, { transactionId }: Bought, amount?: number) =>
  (await market.host()).simulator.pay(transactionId as string, amount === undefined ? {} : { amount });

it('checks the payment of one connection while every check of another one hangs', async () => {
  const { hanging, hang, waitForCall, openQuick } = await openBoth();
  hang('GET /charges');
  const quick = await openQuick();
  const sold = await quick.buyPix();
  await pay(quick, sold);
  const { inspector } = quick;

  await inspector.rows(`UPDATE payment SET next_check_at = now() - interval '1 minute' WHERE platform_id = $1`, [
    hanging.world.platformId,
  ]);
  await waitForCall();
  await inspector.rows('UPDATE payment SET next_check_at = now() WHERE id = $1', [sold.paymentId]);
  await waitFor('the payment is approved', async () => (await quick.readPayment(sold.paymentId)).status === 'APPROVED');

  const checked = await inspector.rows('SELECT id FROM payment WHERE platform_id = $1 AND checks > 0', [
    hanging.world.platformId,
  ]);
  expect(checked).toEqual([]);
});

it(`applies a signed event of one provider beside ${EVENTS} of another one, whose lookups hang`, async () => {
  const { hanging, bought, hang, waitForCall, openQuick } = await openBoth();
  hang('GET /charges');
  await pay(hanging, bought[0] as Bought);
  await hanging.deliver(hanging.letters.at(-1) as Market['letters'][number]);
  const { inspector } = hanging;
  await inspector.rows(
    `INSERT INTO webhook (platform_id, id, connection_id, headers, query, body)
     SELECT platform_id, gen_random_uuid(), connection_id, headers, query, body FROM webhook, generate_series(2, $1)`,
    [EVENTS],
  );
  await waitForCall();
  const quick = await openQuick();
  const sold = await quick.buyPix();
  await pay(quick, sold);

  await quick.deliver(quick.letters.at(-1) as Market['letters'][number]);
  await waitFor('the event is applied', async () => (await quick.readPayment(sold.paymentId)).status === 'APPROVED');

  const waiting = await inspector.rows<{ count: number }>(
    `SELECT count(*)::int AS count FROM webhook WHERE platform_id = $1 AND state = 'RECEIVED' AND reason IS NULL`,
    [hanging.world.platformId],
  );
  expect(waiting).toEqual([{ count: EVENTS }]);
});

it('gives money back through one connection while every refund of another one hangs', async () => {
  const { hanging, bought, hang, waitForCall, openQuick } = await openBoth();
  const overpay = async (market: Market, sold: Bought) => {
    await pay(market, sold, 10_000);
    await checkPayment(market.node.app, market.world.platformId, sold.paymentId);
  };
  const readStates = async ({ inspector, world }: Market) =>
    (
      await inspector.rows<{ state: string }>('SELECT state FROM refund WHERE platform_id = $1', [world.platformId])
    ).map(({ state }) => state);
  hang('POST /charges/');
  for (const sold of bought) await overpay(hanging, sold);
  await waitForCall();
  const quick = await openQuick();

  await overpay(quick, await quick.buyPix());
  await waitFor('the surplus is back', async () => (await readStates(quick)).includes('DONE'));

  const states = await readStates(hanging);
  expect(states).toHaveLength(HANGING);
  expect(new Set(states)).toEqual(new Set(['REQUESTED', 'SENDING']));
});

it.each([
  [
    'withdrawals',
    'GET /transfers',
    `INSERT INTO withdrawal (platform_id, id, person_id, role, currency, amount, method, destination_id, state, connection_id,
       provider_withdraw_id, sent_at, next_check_at)
     SELECT $1, gen_random_uuid(), $2, 'seller', 'BRL', 1000, 'PIX', $4, 'SENT', $3, 'unknown', now(), now() FROM generate_series(1, $5::int)`,
  ],
  [
    'receivers',
    'GET /receivers',
    `WITH owner AS (
       INSERT INTO person (platform_id, id, name, email)
       SELECT $1, gen_random_uuid(), 'Ana', 'ana' || place || '@example.com' FROM generate_series(1, $5::int) place RETURNING id)
     INSERT INTO receiver (platform_id, id, person_id, connection_id, provider, receiver_id, state, next_check_at)
     SELECT $1, gen_random_uuid(), owner.id, $3, 'sandbox', 'unknown', 'ANSWERED', now() FROM owner WHERE $2::uuid <> $4::uuid`,
  ],
] as const)('looks %s up at one connection while every lookup of another one hangs', async (what, match, insert) => {
  const { hanging, hang, waitForCall, openQuick } = await openBoth();
  const { inspector } = hanging;
  const table = what.slice(0, -1);
  const write = async ({ world, connectionId }: Market, count: number) => {
    const destinationId = newId();
    await inspector.rows(
      `INSERT INTO payout_destination (platform_id, id, person_id, kind, pix_type, pix_key, holder_name, holder_document, usable_at)
       VALUES ($1, $2, $3, 'PIX_KEY', 'EMAIL', 'vera@example.com', 'Vera', '52998224725', now())`,
      [world.platformId, destinationId, world.sellerId],
    );
    await inspector.rows(insert, [world.platformId, world.sellerId, connectionId, destinationId, count]);
  };
  const countChecked = async ({ world }: Market) =>
    (
      await inspector.rows<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${table} WHERE platform_id = $1 AND checks > 0`,
        [world.platformId],
      )
    )[0]?.count;
  hang(match);
  await write(hanging, HANGING);
  await waitForCall();
  const quick = await openQuick();

  await write(quick, 1);
  await waitFor('it was looked up', async () => (await countChecked(quick)) === 1);

  expect(await countChecked(hanging)).toBe(0);
});

it('lets a connection rest whose lookups fail, and asks it for nothing until the rest is over', async () => {
  const market = await openTestMarket({ isListening: false });
  const { app } = market.node;
  const { platformId } = market.world;
  const connection = (await findConnection(app, platformId, market.connectionId))!;
  const sold: Bought[] = [];
  for (let count = 0; count < 6; count++) sold.push(await market.buyPix());
  const host = await market.host();
  host.addFault({ kind: 'error-500', times: 1_000, match: 'GET /charges' });
  const look = (index: number) => checkPayment(app, platformId, sold[index]!.paymentId);
  const asked = () => 1_000 - host.faults[0]!.times;

  for (let index = 0; index < 5; index++) expect((await look(index))?.kind).toBe('UNREACHED');
  await waitFor('the connection rests', () => app.circuits.isResting(connection));
  const before = asked();
  expect((await look(5))?.kind).toBe('UNREACHED');
  expect(asked()).toBe(before);

  market.clock.forward(31_000);
  expect((await look(5))?.kind).toBe('UNREACHED');
  expect(asked()).toBeGreaterThan(before);
  // Lookups that reached nobody count for nothing: the next one is not put off for them.
  expect(await market.inspector.rows('SELECT DISTINCT checks FROM payment')).toEqual([{ checks: 0 }]);
});

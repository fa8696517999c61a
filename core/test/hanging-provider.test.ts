/** A provider that hangs delays nobody else's payments. */
import { expect, it } from 'vitest';
import { openTestMarket } from './market.ts';
import { waitFor } from './wait-for.ts';

/** More calls than one connection may have under way at a time. */
const HANGING = 30;

it('checks the payment of one connection while every check of another one hangs', async () => {
  const hanging = await openTestMarket();
  const host = await hanging.host();
  for (let count = 0; count < HANGING; count++) await hanging.buyPix();
  host.addFault({ kind: 'slow', times: 1_000, delayMs: 60_000, match: 'GET /charges' });
  const quick = await hanging.replace();
  const { paymentId, transactionId } = await quick.buyPix();
  await (await quick.host()).simulator.pay(transactionId as string);
  const { inspector } = quick;

  await inspector.rows(`UPDATE payment SET next_check_at = now() - interval '1 minute' WHERE platform_id = $1`, [
    hanging.world.platformId,
  ]);
  await waitFor('a check hangs', async () => (host.faults[0]?.times ?? 0) < 1_000);
  await inspector.rows('UPDATE payment SET next_check_at = now() WHERE id = $1', [paymentId]);
  await waitFor('the payment is approved', async () => (await quick.readPayment(paymentId)).status === 'APPROVED');

  const checked = await inspector.rows('SELECT id FROM payment WHERE platform_id = $1 AND checks > 0', [
    hanging.world.platformId,
  ]);
  expect(checked).toEqual([]);
});

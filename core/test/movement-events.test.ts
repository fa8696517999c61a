/** Events that name no charge, only the movement of money that paid it: the charge is found by that, and asked for. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WebhookResult } from '@feira/schemas/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkWorld } from './check-world.ts';
import { disputesOf } from './disputed-sales.ts';
import { openTestMarket } from './market.ts';
import { writeVariants } from './provider-variants.ts';
import { waitFor } from './wait-for.ts';
import { connect, SANDBOX_SECRETS } from './world.ts';

const ADAPTER = `
import { defineProvider } from '@feira/plugin-kit';
import { createSandboxProvider } from './provider.ts';

export default defineProvider({
  createProvider: (context) => ({ ...createSandboxProvider(context), processWebhook: async ({ body }) => body }),
});
`;
const TOKEN = SANDBOX_SECRETS.webhookSecret;
const PROVIDER = 'moved';

let variants: Awaited<ReturnType<typeof writeVariants>>;
beforeAll(async () => {
  variants = await writeVariants({
    [PROVIDER]: (manifest) => {
      manifest.webhook.authentication = { type: 'header', header: 'x-token', credential: 'webhookSecret' };
    },
  });
  await writeFile(join(variants.directory, PROVIDER, 'src/index.ts'), ADAPTER);
});
afterAll(() => variants.remove());

/** A sale that its PIX has paid, as the platform knows it. */
async function openPaid() {
  const market = await openTestMarket({ provider: PROVIDER, providerDirectory: variants.directory });
  const { paymentId, transactionId } = await market.buyPix();
  const { simulator } = await market.host();
  await simulator.pay(transactionId as string);
  const tell = (event: WebhookResult, url?: string) =>
    market.deliver({
      ...(url && { url }),
      headers: { 'content-type': 'application/json', 'x-token': TOKEN },
      body: JSON.stringify(event),
    });
  const waitForEvents = (state: string, count: number) =>
    waitFor(`${count} events are ${state}`, async () => {
      const rows = await market.inspector.rows('SELECT 1 FROM webhook WHERE state = $1', [state]);
      return rows.length === count;
    });
  await tell({ subject: 'payment', transactionId: transactionId as string });
  await waitForEvents('PROCESSED', 1);
  expect((await market.readPayment(paymentId)).status).toBe('APPROVED');
  const [row] = await market.inspector.rows<{ id: string }>(
    'SELECT movement_ids[1] AS id FROM payment_evidence WHERE payment_id = $1 AND cardinality(movement_ids) > 0 LIMIT 1',
    [paymentId],
  );
  return {
    market,
    simulator,
    paymentId,
    transactionId: transactionId as string,
    movementId: row!.id,
    tell,
    waitForEvents,
  };
}

const readVerdicts = (market: Awaited<ReturnType<typeof openPaid>>['market']) =>
  market.inspector.rows('SELECT state, reason, payment_id AS "paymentId" FROM webhook ORDER BY received_at, id');

it('tell of money that went back, after the provider was asked', async () => {
  const { market, simulator, paymentId, transactionId, movementId, tell, waitForEvents } = await openPaid();
  await simulator.chargeback(transactionId);

  await tell({ subject: 'either', transactionId: movementId, movementIds: [movementId], providerStatus: 'REFUND' });
  await waitForEvents('PROCESSED', 2);

  expect((await market.readPayment(paymentId)).status).toBe('CHARGEBACK');
  await checkWorld(market.node.databaseUrl);
});

it('change nothing by themselves', async () => {
  const { market, paymentId, movementId, tell, waitForEvents } = await openPaid();

  await tell({ subject: 'payment', movementIds: [movementId], providerStatus: 'charged_back', refundedAmount: 9_990 });
  await waitForEvents('PROCESSED', 2);

  expect(await market.readPayment(paymentId)).toMatchObject({ status: 'APPROVED', refunded_amount: 0 });
});

it('open the dispute of the sale that the PIX paid', async () => {
  const { market, paymentId, movementId, tell, waitForEvents } = await openPaid();

  await tell({ subject: 'payment', movements: [{ id: movementId, amount: 9_990 }], dispute: 'OPENED', reason: 'MED' });
  await waitForEvents('PROCESSED', 2);

  expect(await disputesOf(market, paymentId)).toMatchObject([{ kind: 'MED', state: 'OPEN', amount: 9_990 }]);
});

it('wait where no sale of this connection was paid so', async () => {
  const { market, movementId, tell } = await openPaid();
  const { node, world } = market;
  const other = await connect(node.app, world, { provider: PROVIDER, settings: { publicKey: 'pk_test_0123456789' } });

  await tell({ subject: 'payment', movementIds: ['E00000000202611281200never000001'] });
  await tell({ subject: 'payment', movementIds: [movementId] }, `/webhooks/${PROVIDER}/${other.token}`);
  // The beginning of its id is no movement.
  await tell({ subject: 'payment', movementIds: [movementId.slice(0, 10)] });

  const verdict = { state: 'RECEIVED', reason: 'UNKNOWN_PAYMENT', paymentId: null };
  await waitFor('each event has its verdict', async () => {
    const verdicts = await readVerdicts(market);
    return verdicts.length === 4 && verdicts.slice(1).every(({ reason }) => reason !== null);
  });
  expect((await readVerdicts(market)).slice(1)).toEqual([verdict, verdict, verdict]);
});

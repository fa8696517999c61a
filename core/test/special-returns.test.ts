/** Events that say nothing of a charge but that another bank wants its PIX back as fraud (MED). */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WebhookResult } from '@feira/schemas/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkWorld } from './check-world.ts';
import { disputesOf } from './disputed-sales.ts';
import { openTestMarket } from './market.ts';
import { writeVariants } from './provider-variants.ts';
import { waitFor } from './wait-for.ts';
import { SANDBOX_SECRETS } from './world.ts';

const ADAPTER = `
import { defineProvider } from '@feira/plugin-kit';
import { createSandboxProvider } from './provider.ts';

export default defineProvider({
  createProvider: (context) => ({
    ...createSandboxProvider(context),
    processWebhook: async ({ body }) => ({ subject: 'payment', ...body }),
  }),
});
`;
const TOKEN = SANDBOX_SECRETS.webhookSecret;

let variants: Awaited<ReturnType<typeof writeVariants>>;
beforeAll(async () => {
  variants = await writeVariants({
    proven: (manifest) => {
      manifest.webhook.authentication = { type: 'header', header: 'x-token', credential: 'webhookSecret' };
    },
    unproven: (manifest) => {
      manifest.webhook.authentication = { type: 'none' };
    },
  });
  for (const id of ['proven', 'unproven']) await writeFile(join(variants.directory, id, 'src/index.ts'), ADAPTER);
});
afterAll(() => variants.remove());

async function open(provider: string) {
  const market = await openTestMarket({ provider, providerDirectory: variants.directory });
  const { paymentId, transactionId } = await market.buyPix();
  await (await market.host()).simulator.pay(transactionId as string);
  const tell = (dispute: WebhookResult['dispute'], reason: string) =>
    market.deliver({
      headers: { 'content-type': 'application/json', 'x-token': TOKEN },
      body: JSON.stringify({ transactionId, dispute, reason }),
    });
  const waitForEvent = (state: string, count = 1) =>
    waitFor(`${count} events are ${state}`, async () => {
      const rows = await market.inspector.rows('SELECT 1 FROM webhook WHERE state = $1', [state]);
      return rows.length === count;
    });
  return { market, paymentId, tell, waitForEvent };
}

it('open one dispute where the sender is proven, also of a payment that nobody had told of, and end it', async () => {
  const { market, paymentId, tell, waitForEvent } = await open('proven');

  await tell('OPENED', 'PIX_INFRACTION');
  await tell('OPENED', 'PIX_INFRACTION again');
  await waitForEvent('PROCESSED', 2);
  expect(await disputesOf(market, paymentId)).toMatchObject([{ kind: 'MED', state: 'OPEN', amount: 9_990 }]);
  expect((await market.readPayment(paymentId)).status).toBe('APPROVED');

  await tell('WON', 'DISAGREED');
  await waitForEvent('PROCESSED', 3);
  expect(await disputesOf(market, paymentId)).toMatchObject([{ kind: 'MED', state: 'WON', closed_by: null }]);
  await checkWorld(market.node.databaseUrl);
});

it('wait for a person where anybody may have sent them', async () => {
  const { market, paymentId, tell, waitForEvent } = await open('unproven');

  await tell('OPENED', 'PIX_INFRACTION');
  await waitForEvent('PARKED');

  expect(await disputesOf(market, paymentId)).toEqual([]);
  expect(await market.inspector.rows('SELECT reason, payment_id AS "paymentId" FROM webhook')).toEqual([
    { reason: 'DISPUTE OPENED', paymentId },
  ]);
});

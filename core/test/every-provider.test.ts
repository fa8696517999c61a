/**
 * One purchase by PIX through each provider of the repository: its adapter runs in the node, the buyer pays at its simulator, and its event,
 * or the answer to a look-up, approves the payment. Nothing here names a provider: a package is found by its folder.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import type { Manifest } from '@feira/schemas/manifest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoadedPackage, loadPackage } from '../../tools/src/provider/conformance/load-package.ts';
import { callProvider, findConnection } from '../src/modules/connections/service.ts';
import { checkPayment } from '../src/modules/payments/service.ts';
import { finishWebhook, type ReceivedWebhook } from '../src/modules/webhooks/model.ts';
import { processWebhook } from '../src/modules/webhooks/service.ts';
import { checkWorld } from './check-world.ts';
import { type Market, openMarket } from './market.ts';
import { waitFor } from './wait-for.ts';
import { connect } from './world.ts';

const PLUGINS = path.resolve(import.meta.dirname, '../../plugins');
const isProvider = (name: string) => name !== 'kit' && !name.startsWith('family-');
const packages = await Promise.all(
  readdirSync(PLUGINS)
    .filter(isProvider)
    .map((id) => loadPackage(path.join(PLUGINS, id))),
);
const takesPix = ({ manifest }: LoadedPackage) => manifest.capabilities.methods?.PIX !== undefined;
const played = packages.filter(takesPix);

/** Divides the simulator's sample of the connection form as the form itself does. */
function divide({ credentials }: Manifest, filled: Readonly<Record<string, string>>) {
  const entries = Object.entries(filled);
  const isSecret = ([name]: [string, string]) => credentials.properties[name]?.secret === true;
  return {
    secrets: Object.fromEntries(entries.filter(isSecret)),
    settings: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
  };
}

let market: Market;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
});
afterAll(() => market?.close());

describe('a purchase by PIX', () => {
  it.each(played)('is approved through $manifest.id', async ({ manifest, simulator }) => {
    market = await market.replace();
    const { app } = market.node;
    const { world, inspector } = market;
    const { platformId, offerId } = world;
    await inspector.rows(`UPDATE provider_connection SET status = 'DISABLED'`);
    const filled = divide(manifest, simulator.samples?.credentials ?? {});
    const { id } = await connect(app, world, { provider: manifest.id, methods: ['PIX'], ...filled });
    app.cache.forgetAll();
    const connection = (await findConnection(app, platformId, id))!;
    // The owners of the others write the address into the panel.
    await callProvider(connection, 'ensureWebhook', { webhookUrl: connection.webhookUrl }, null).catch(({ code }) =>
      expect(code).toBe('UNSUPPORTED'),
    );

    const bought = await market.buyPix();
    expect(await market.readPayment(bought.paymentId)).toMatchObject({ status: 'PENDING', state: 'ANSWERED' });
    const [{ code } = { code: '' }] = await inspector.rows<{ code: string }>(
      'SELECT pix_code AS code FROM payment WHERE id = $1',
      [bought.paymentId],
    );
    expect(code).toMatch(/^000201/);

    await app.inject({ url: `/api/checkout.getCheckout?checkoutId=${offerId}` });
    const host = (await app.simulators.get(id)) as SimulatorHost;
    await host.simulator.pay(bought.transactionId as string);
    await waitFor('the provider sends its event', async () => market.letters.length > 0);
    for (const letter of market.letters.splice(0)) expect(await market.deliver(letter)).toBeLessThan(300);
    const webhooks = await inspector.rows<ReceivedWebhook>(
      `SELECT platform_id AS "platformId", id, connection_id AS "connectionId", method, path, headers, query, body, part, 1 AS attempts, replays
       FROM webhook WHERE state = 'RECEIVED'`,
    );
    for (const webhook of webhooks)
      await app.database.write(webhook.platformId, [finishWebhook(webhook, await processWebhook(app, webhook))]);

    expect(await market.readPayment(bought.paymentId)).toMatchObject({
      status: 'APPROVED',
      settlement: 'EXACT',
      paid_amount: 9_990,
      transaction_id: bought.transactionId,
    });
    await checkPayment(app, platformId, bought.paymentId);
    await checkWorld(market.node.databaseUrl);
  });
});

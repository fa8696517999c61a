/** An update that brings a newer version of a bundled package stops no sale of the connections that have the version before. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { captureLog } from './capture-log.ts';
import { type Market, openMarket } from './market.ts';
import { BUYER_ADDRESS, buy, pixPurchase } from './world.ts';

let market: Market;
let bundled: string;
beforeAll(async () => {
  market = await openMarket({ isListening: false });
  bundled = market.node.app.providers.list().find(({ id }) => id === 'sandbox')!.version;
});
afterAll(() => market?.close());

/** Leaves the connection with a version that no node has. */
async function pin(version: string) {
  await market.inspector.rows('UPDATE provider_connection SET version = $1 WHERE id = $2', [
    version,
    market.connectionId,
  ]);
  market.node.app.cache.forgetAll();
}
async function sell() {
  const answer = (await buy(market.node.app, pixPurchase(market.world, { ...BUYER_ADDRESS, isRepeat: true }))).json();
  const [attempt] = await market.inspector.rows<{ version: string }>(
    'SELECT a.provider_version AS version FROM payment_attempt a JOIN payment p ON p.id = a.payment_id WHERE p.public_id = $1',
    [answer.paymentId],
  );
  return { outcome: answer.status ?? answer.code, version: attempt?.version };
}

it('serves a connection by the newer version of the same major, notes it, and says so', async () => {
  const [major] = bundled.split('.');
  const lines = captureLog(market.node.app, 'debug');
  await pin(`${major}.0.0-before`);

  expect(await sell()).toEqual({ outcome: 'PENDING', version: bundled });
  expect(lines.map((line) => JSON.parse(line)).filter(({ alert }) => alert === 'version-replaced')).toEqual([
    expect.objectContaining({ version: `${major}.0.0-before`, servedBy: bundled }),
  ]);
});

it.each([
  ['a newer version than there is', () => '999.0.0'],
  ['another major version', () => `${Number(bundled.split('.')[0]) + 1}.0.0-before`],
])('serves %s by none', async (_, version) => {
  await pin(version());

  expect((await sell()).outcome).toBe('METHOD_PAUSED');
});

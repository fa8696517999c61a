/** An adapter keeps no state: what it has to remember of a charge or a withdrawal comes back with every later operation about it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { checkWorld } from './check-world.ts';
import { writeVariants } from './provider-variants.ts';
import { waitFor } from './wait-for.ts';
import { openPayouts } from './withdrawing.ts';

/** A sandbox that is asked by second ids: of a charge's place, of the deposit that paid it (known by an event alone), of a transfer's order. */
const ADAPTER = `
import { ProviderError, defineProvider } from '@feira/plugin-kit';
import { createSandboxProvider } from './provider.ts';

const need = (memo, name) => {
  if (!memo?.[name]) throw new ProviderError('INVALID_REQUEST', 'REJECTED', 'No ' + name + ' is remembered.');
};

export default defineProvider({
  createProvider: (context) => {
    const sandbox = createSandboxProvider(context);
    return {
      ...sandbox,
      async createTransaction(request) {
        return { ...(await sandbox.createTransaction(request)), memo: { place: 'place-1', deposit: '' } };
      },
      async getTransaction(lookup) {
        need(lookup.memo, 'place');
        const found = await sandbox.getTransaction(lookup);
        return found && { ...found, ...(lookup.memo.deposit === 'deposit-1' && { memo: { deposit: 'deposit-1' } }) };
      },
      async refund(request) {
        need(request.memo, 'place');
        need(request.memo, 'deposit');
        return sandbox.refund(request);
      },
      async withdraw(request) {
        return { ...(await sandbox.withdraw(request)), memo: { order: 'order-1' } };
      },
      async getWithdraw(lookup) {
        need(lookup.memo, 'order');
        return sandbox.getWithdraw(lookup);
      },
      async processWebhook({ body: { id, deposit } }) {
        return { subject: 'payment', transactionId: id, memo: { deposit } };
      },
    };
  },
});
`;

let variants: Awaited<ReturnType<typeof writeVariants>>;
beforeAll(async () => {
  variants = await writeVariants({
    forgetful: (manifest) => {
      manifest.webhook.authentication = { type: 'none' };
    },
  });
  await writeFile(join(variants.directory, 'forgetful/src/index.ts'), ADAPTER);
});
afterAll(() => variants.remove());

async function open() {
  const payouts = await openPayouts({ provider: 'forgetful', providerDirectory: variants.directory });
  onTestFinished(payouts.close);
  return payouts;
}

it('of a charge reaches lookups and refunds; that of an event only counts once the provider confirms it', async () => {
  const { buyPix, host, deliver, inspector, node, readPayment } = await open();
  const { paymentId, transactionId } = await buyPix();
  const readMemo = async () => (await inspector.rows<{ memo: object }>('SELECT memo FROM payment_attempt'))[0]?.memo;
  const tell = (deposit: string) =>
    deliver({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: transactionId, deposit }),
    });
  expect(await readMemo()).toEqual({ place: 'place-1', deposit: '' });

  await tell('deposit-of-somebody-else');
  expect(await readMemo()).toEqual({ place: 'place-1', deposit: '' });

  await (await host()).simulator.pay(transactionId as string, { times: 2 });
  await tell('deposit-1');
  await waitFor('the surplus has gone back', async () => {
    const rows = await inspector.rows<{ state: string }>('SELECT state FROM refund');
    return rows[0]?.state === 'DONE';
  });

  expect(await readMemo()).toEqual({ place: 'place-1', deposit: 'deposit-1' });
  expect(await readPayment(paymentId)).toMatchObject({ status: 'APPROVED' });
  await checkWorld(node.databaseUrl);
});

it('of a withdrawal reaches its lookups', async () => {
  const payouts = await open();
  await payouts.setRules({ automaticUpTo: 100_000 });
  const holder = await payouts.openHolder(10_000, { pixKey: 'slow@example.com' });
  const id = await payouts.request(holder, 4_000);
  await payouts.waitForState(id, 'SENT');

  await waitFor('the withdrawal is paid', async () => {
    await payouts.makePayoutsDue();
    return (await payouts.read(id)).state === 'PAID';
  });

  const [row] = await payouts.inspector.rows<{ memo: object }>('SELECT memo FROM withdrawal WHERE id = $1', [id]);
  expect(row?.memo).toEqual({ order: 'order-1' });
  await checkWorld(payouts.node.databaseUrl);
});

/** Providers that end a charge at a time of their own: the page shows theirs, and the payment is over when they say so. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PaymentView } from '@feira/schemas/checkout';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkPayment } from '../src/modules/payments/service.ts';
import { findBought, openTestMarket } from './market.ts';
import { writeVariants } from './provider-variants.ts';
import { BUYER_ADDRESS, buy, pixPurchase } from './world.ts';

/** A sandbox that ends charges in 2034 whatever is asked, or says of each that it has ended long ago. */
const ADAPTER = `
import { defineProvider } from '@feira/plugin-kit';
import { createSandboxProvider } from './provider.ts';

export default defineProvider({
  createProvider: (context) => {
    const sandbox = createSandboxProvider(context);
    const end = (told) => told && { ...told, expiresAt: context.settings.publicKey === 'past_key' ? '2020-01-01T00:00:00Z' : '2034-05-06T15:00:00Z' };
    return {
      ...sandbox,
      createTransaction: async (request) =>
        end(await sandbox.createTransaction({ ...request, expiresAt: '2034-05-06T15:00:00Z' })),
      getTransaction: async (lookup) => end(await sandbox.getTransaction(lookup)),
    };
  },
});
`;

let variants: Awaited<ReturnType<typeof writeVariants>>;
beforeAll(async () => {
  variants = await writeVariants({ own: () => undefined });
  await writeFile(join(variants.directory, 'own/src/index.ts'), ADAPTER);
});
afterAll(() => variants.remove());

it.each([
  { method: 'PIX', key: 'pk_test_0123456789', expiresAt: '2034-05-06T15:00:00.000Z' },
  // Payable until the day is over.
  { method: 'BILLET', key: 'pk_test_0123456789', expiresAt: '2034-05-07T02:59:59.000Z' },
  { method: 'PIX', key: 'past_key', expiresAt: null },
])(
  'shows the end of a $method that its provider tells, unless it lies before the purchase ($key)',
  async ({ method, key, expiresAt }) => {
    const market = await openTestMarket({
      provider: 'own',
      providerDirectory: variants.directory,
      settings: { publicKey: key },
      isListening: false,
    });
    const { node, world, inspector, clock } = market;
    const readView = async (id: string) =>
      (await node.app.inject({ url: `/api/checkout.getPaymentQuick?paymentId=${id}` })).json() as PaymentView;

    const bought = (await buy(node.app, { ...pixPurchase(world, BUYER_ADDRESS), paymentMethod: method })).json();
    const { paymentId } = await findBought(inspector, bought.paymentId);

    const asked = Date.parse(bought.payment.createdAt) + 86_400_000;
    expect(bought.payment.expiresAt).toBe(expiresAt ?? new Date(asked).toISOString());
    clock.forward(10 * 86_400_000);
    await checkPayment(node.app, world.platformId, paymentId, { isJanitor: true });
    expect((await readView(bought.paymentId)).status).toBe(expiresAt ? 'PENDING' : 'CANCELED');
  },
);

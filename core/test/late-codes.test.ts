/** Providers that register a charge first and make its code, or a boleto's line, afterwards. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PaymentView } from '@feira/schemas/checkout';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkPayment } from '../src/modules/payments/service.ts';
import { checkWorld } from './check-world.ts';
import { findBought, openTestMarket } from './market.ts';
import { writeVariants } from './provider-variants.ts';
import { BUYER_ADDRESS, buy, pixPurchase } from './world.ts';

/** A sandbox that tells how to pay from the third look on. */
const ADAPTER = `
import { defineProvider } from '@feira/plugin-kit';
import { createSandboxProvider } from './provider.ts';

const hide = ({ pixCode, billetCode, billetBarcode, billetUrl, ...told }) => told;

export default defineProvider({
  createProvider: (context) => {
    const sandbox = createSandboxProvider(context);
    return {
      ...sandbox,
      createTransaction: async (request) => ({ ...hide(await sandbox.createTransaction(request)), memo: { looks: '0' } }),
      async getTransaction(lookup) {
        const found = await sandbox.getTransaction(lookup);
        const looks = Number(lookup.memo.looks) + 1;
        return found && { ...(looks < 3 ? hide(found) : found), memo: { looks: String(looks) } };
      },
    };
  },
});
`;
const STEPS_MS = [2_000, 4_000];

let variants: Awaited<ReturnType<typeof writeVariants>>;
beforeAll(async () => {
  variants = await writeVariants({ slow: () => undefined });
  await writeFile(join(variants.directory, 'slow/src/index.ts'), ADAPTER);
});
afterAll(() => variants.remove());

it.each([
  { method: 'PIX', field: 'pixCode' },
  { method: 'BILLET', field: 'billetCode' },
] as const)(
  'of a $method is looked for within seconds, and shown without a second charge',
  async ({ method, field }) => {
    const market = await openTestMarket({
      provider: 'slow',
      providerDirectory: variants.directory,
      isListening: false,
    });
    const { node, world, inspector, clock } = market;
    const purchase = { ...pixPurchase(world, BUYER_ADDRESS), paymentMethod: method };
    const answer = (await buy(node.app, purchase, 'late-code')).json();
    const { paymentId } = await findBought(inspector, answer.paymentId);
    const readView = async () =>
      (
        await node.app.inject({ url: `/api/checkout.getPaymentQuick?paymentId=${answer.paymentId}` })
      ).json() as PaymentView;
    /** Milliseconds from now to the next look, at most: time goes on between the decision and this. */
    const nextLook = async () => {
      const [row] = await inspector.rows<{ at: Date }>('SELECT next_check_at AS at FROM payment');
      return (row?.at.getTime() ?? 0) - clock.now().getTime();
    };
    expect(answer.payment).toMatchObject({ status: 'PENDING', isConfirming: false, [field]: null });

    for (const ms of STEPS_MS) {
      expect(await nextLook()).toBeLessThanOrEqual(ms);
      expect((await readView()).lateCodeAt).not.toBeNull();
      clock.forward(ms);
      await checkPayment(node.app, world.platformId, paymentId, { isJanitor: true });
    }
    clock.forward(60_000);
    const { lateCodeAt } = await readView();
    expect(Date.parse(lateCodeAt ?? '')).toBeLessThan(clock.now().getTime());
    await checkPayment(node.app, world.platformId, paymentId, { isJanitor: true });

    const shown = await readView();
    expect(shown).toMatchObject({ status: 'PENDING', lateCodeAt: null, [field]: expect.any(String) });
    // From now on it waits for its buyer like any other charge.
    expect(await nextLook()).toBeGreaterThan(60_000);
    const again = (await buy(node.app, purchase, 'late-code')).json();
    expect(again.paymentId).toBe(answer.paymentId);
    expect(await (await market.host()).simulator.listCharges(10)).toHaveLength(1);
    expect((await market.readPayment(paymentId)).events).toContain(
      method === 'PIX' ? 'payment.pix_generated' : 'payment.billet_generated',
    );
    await checkWorld(node.databaseUrl);
  },
);

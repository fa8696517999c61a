/** A refund that somebody has to authorise at the provider is none until it is done; one that is denied gives the sale its state back. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReportedRefund } from '@feira/schemas/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRefund } from '../src/modules/refunds/provider-calls.ts';
import { checkWorld } from './check-world.ts';
import { type Market, openTestMarket } from './market.ts';
import { writeVariants } from './provider-variants.ts';
import { waitFor } from './wait-for.ts';

const PRICE = 9_990;

/** A sandbox that keeps refunds waiting. Its events say how it answers a refund from then on, and what it tells of refunds when asked. */
const ADAPTER = `
import { ProviderError, defineProvider } from '@feira/plugin-kit';
import { createSandboxProvider } from './provider.ts';

let held = { answer: null, listed: [] };

export default defineProvider({
  createProvider: (context) => {
    const sandbox = createSandboxProvider(context);
    return {
      ...sandbox,
      async refund({ reference }) {
        if (!held.answer) throw new ProviderError('UNAVAILABLE', 'UNKNOWN', 'The answer was lost.');
        return { refundId: 'held', ...held.answer };
      },
      async getTransaction(lookup) {
        const found = await sandbox.getTransaction(lookup);
        // The charge says nothing of sums that went back: beside its 0, a refund that is called done would be a contradiction.
        return found && { ...found, refundedAmount: undefined, refunds: held.listed };
      },
      async processWebhook({ body: { transactionId, ...told } }) {
        held = told;
        return { subject: 'payment', transactionId };
      },
    };
  },
});
`;

type Answer = { status: ReportedRefund['status']; reason?: string } | null;

let variants: Awaited<ReturnType<typeof writeVariants>>;
beforeAll(async () => {
  variants = await writeVariants({
    holding: (manifest) => {
      manifest.webhook.authentication = { type: 'none' };
    },
  });
  await writeFile(join(variants.directory, 'holding/src/index.ts'), ADAPTER);
});
afterAll(() => variants.remove());

const readRefunds = ({ inspector }: Market) =>
  inspector.rows<{ id: string; state: string; reason: string | null; providerReason: string | null; sends: number }>(
    'SELECT id, state, reason, provider_reason AS "providerReason", sends FROM refund ORDER BY created_at, id',
  );

/** A sale whose buyer paid twice, so that an order to give back its price stands. The test decides when it goes on. */
async function openSurplus(answer: Answer) {
  const market = await openTestMarket({ provider: 'holding', providerDirectory: variants.directory });
  const { paymentId, transactionId } = await market.buyPix();
  await (await market.host()).simulator.pay(transactionId as string, { times: 2 });
  const tellOf = (charge: string | null, ...listed: ReportedRefund[]) =>
    market.deliver({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ transactionId: charge, answer, listed }),
    });
  const tell = (...listed: ReportedRefund[]) => tellOf(transactionId, ...listed);
  await tell();
  const waitForRefund = async (state: string, reason: string | null) => {
    await waitFor(`the refund is ${state} (${reason})`, async () => {
      const [refund] = await readRefunds(market);
      return refund?.state === state && refund.reason === reason;
    });
    return (await readRefunds(market))[0] as { id: string; sends: number };
  };
  const readSums = async () => {
    const { status, refunded_amount, paid_amount } = await market.readPayment(paymentId);
    return { status, refunded_amount, paid_amount };
  };
  return { market, tell, tellOf, waitForRefund, readSums };
}

/** Checks the world once every event was worked on; the last ones may still be when what they said is already seen. */
async function checkSettled({ inspector, node }: Market): Promise<void> {
  await waitFor('every event has an end', async () => {
    const open = await inspector.rows(`SELECT 1 FROM webhook WHERE state = 'RECEIVED'`);
    return open.length === 0;
  });
  await checkWorld(node.databaseUrl);
}

const STANDING = { status: 'APPROVED', refunded_amount: 0, paid_amount: 2 * PRICE };

describe('a refund that waits for an authorisation', () => {
  it.each(['PENDING', 'AWAITING'] as const)(
    'answered as %s is none until the provider says that it is done',
    async (status) => {
      const { market, tell, waitForRefund, readSums } = await openSurplus({ status });
      const { id } = await waitForRefund('PENDING', status === 'AWAITING' ? 'AWAITING_AUTHORISATION' : null);
      expect(await readSums()).toEqual(STANDING);

      await tell({ refundId: 'held', status: 'AWAITING' });
      await waitForRefund('PENDING', 'AWAITING_AUTHORISATION');
      expect(await readSums()).toEqual(STANDING);

      await tell({ refundId: 'of-somebody-else', status: 'DENIED' }, { reference: id, status: 'DONE' });
      await waitForRefund('DONE', null);
      expect(await readSums()).toEqual({ ...STANDING, refunded_amount: PRICE });
      await checkSettled(market);
    },
  );

  it('that is denied leaves the sale as it was, and is not sent again', async () => {
    const { market, tell, waitForRefund, readSums } = await openSurplus({ status: 'AWAITING' });
    const { id } = await waitForRefund('PENDING', 'AWAITING_AUTHORISATION');

    await tell({ reference: id, status: 'DENIED', reason: 'Não autorizado.' });
    const { sends } = await waitForRefund('REFUSED', 'DENIED');
    await tell();

    expect(sends).toBe(1);
    expect(await readSums()).toEqual(STANDING);
    expect(await readRefunds(market)).toMatchObject([{ reason: 'DENIED', providerReason: 'Não autorizado.' }]);
    await checkSettled(market);
  });

  it('may be denied at once', async () => {
    const { market, waitForRefund, readSums } = await openSurplus({ status: 'DENIED' });

    await waitForRefund('REFUSED', 'DENIED');
    expect(await readSums()).toEqual(STANDING);
    await checkSettled(market);
  });

  it('is found again where its answer was lost, and is not sent twice', async () => {
    const { market, tellOf, waitForRefund, readSums } = await openSurplus(null);
    const { id } = await waitForRefund('UNKNOWN', 'UNAVAILABLE');
    // An event about another charge: only the lookup finds the refund.
    await tellOf('chg_nobody', { reference: id, status: 'AWAITING' });
    await waitFor('the event is read', async () => {
      const rows = await market.inspector.rows(`SELECT 1 FROM webhook WHERE reason = 'UNKNOWN_PAYMENT'`);
      return rows.length === 1;
    });
    // Two lookups that show nothing would have it sent again.
    await market.inspector.rows(
      "UPDATE refund SET misses = 1, sent_at = now() - interval '1 day', next_check_at = now()",
    );

    const { sends } = await waitForRefund('PENDING', 'AWAITING_AUTHORISATION');
    await sendRefund(market.node.app, market.world.platformId, id);

    expect(sends).toBe(1);
    expect(await readSums()).toEqual(STANDING);
  });
});

/** A boleto lives until its last day in São Paulo is over and banks have told what they took on it. */
import { expect, it } from 'vitest';
import { confirmableUntil } from '../src/modules/payments/schedule.ts';
import { checkPayment } from '../src/modules/payments/service.ts';
import { checkWorld } from './check-world.ts';
import { findBought, openTestMarket } from './market.ts';
import { buy, pixPurchase } from './world.ts';

const HOUR_MS = 3_600_000;

async function openBoleto() {
  const market = await openTestMarket({ isListening: false });
  const { node, world, inspector, clock } = market;
  const answer = await buy(node.app, pixPurchase(world, { paymentMethod: 'BILLET' }));
  const { paymentId, transactionId } = await findBought(inspector, answer.json().paymentId);
  const [row] = await inspector.rows<{ expiresAt: Date; time: string }>(
    `SELECT expires_at AS "expiresAt", to_char(expires_at AT TIME ZONE 'America/Sao_Paulo', 'HH24:MI:SS') AS time FROM payment`,
  );
  const { expiresAt, time } = row as { expiresAt: Date; time: string };
  expect(time).toBe('23:59:59');
  return {
    ...market,
    transactionId: transactionId as string,
    expiresAt,
    /** Puts the clock forward and asks the provider. Returns the payment's status. */
    async lookAt(time: number) {
      clock.forward(time - clock.now().getTime());
      await checkPayment(node.app, world.platformId, paymentId);
      return (await market.readPayment(paymentId)).status;
    },
  };
}

it('stays open while banks may still tell of its payment, whatever the provider calls it, and ends after that', async () => {
  const boleto = await openBoleto();
  const until = confirmableUntil('BILLET', boleto.expiresAt).getTime();

  expect(await boleto.lookAt(boleto.expiresAt.getTime() - HOUR_MS)).toBe('PENDING');
  expect(await boleto.lookAt(boleto.expiresAt.getTime() + HOUR_MS)).toBe('PENDING');
  expect(await boleto.lookAt(until - HOUR_MS)).toBe('PENDING');

  expect(await boleto.lookAt(until + HOUR_MS)).not.toBe('PENDING');
});

it('is approved when the bank tells after its last day', async () => {
  const boleto = await openBoleto();
  await (await boleto.host()).simulator.pay(boleto.transactionId);

  expect(await boleto.lookAt(boleto.expiresAt.getTime() + 24 * HOUR_MS)).toBe('APPROVED');

  await checkWorld(boleto.node.databaseUrl);
});

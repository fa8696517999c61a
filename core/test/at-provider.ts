/** Acts as buyers and their banks at the simulated provider. The platform hears of none of it until it polls or is sent an event. */
import { checkPayment } from '../src/modules/payments/service.ts';
import { newId } from '../src/shared/ids.ts';
import { type Bought, findBought, type Market } from './market.ts';
import { buy, pixPurchase, SANDBOX_SECRETS } from './world.ts';

export interface Charged extends Bought {
  transactionId: string;
}

type Charge = Pick<Bought, 'transactionId'>;

export async function payAtProvider(market: Market, { transactionId }: Charge, amount: number): Promise<void> {
  await (await market.host()).simulator.pay(transactionId as string, { amount });
}

export async function chargeBackAtProvider(market: Market, { transactionId }: Charge): Promise<void> {
  await (await market.host()).simulator.chargeback(transactionId as string);
}

/** Returns part of a charge, or all of it, without an order of the platform. */
export async function refundAtProvider(market: Market, { transactionId }: Charge, amount: number): Promise<void> {
  await (await market.host()).handleHttp({
    method: 'POST',
    path: `/charges/${transactionId}/refunds`,
    query: {},
    headers: { authorization: `Bearer ${SANDBOX_SECRETS.secretKey}` },
    body: { amount, reference: newId() },
    rawBody: '',
  });
}

/** Looks the payment up at the provider, as the janitor does. */
export const pollPayment = ({ node, world }: Market, { paymentId }: Pick<Bought, 'paymentId'>) =>
  checkPayment(node.app, world.platformId, paymentId);

/** Buys by PIX, pays `amount` cents and polls. */
export async function sellPaid(
  market: Market,
  amount: number,
  changes: Record<string, unknown> = {},
): Promise<Charged> {
  const answer = await buy(market.node.app, pixPurchase(market.world, changes));
  if (answer.statusCode !== 200) throw new Error(`The purchase was answered ${answer.statusCode}: ${answer.body}`);
  const bought = (await findBought(market.inspector, answer.json().paymentId)) as Charged;
  await payAtProvider(market, bought, amount);
  await pollPayment(market, bought);
  return bought;
}

/** Disputed sales: bought and paid, the provider's events delivered by hand, the money read from the ledger. */
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { handleChargebackEvent, handleRefundEvent } from '../src/modules/disputes/opening.ts';
import { checkPayment } from '../src/modules/payments/service.ts';
import { type Bought, findBought, type Market } from './market.ts';
import { openSessionOf, openStaff, type Staff } from './staff.ts';
import { buy, pixPurchase, SANDBOX_SECRETS } from './world.ts';

export interface Sold extends Bought {
  transactionId: string;
  /** Asks the provider, as the janitor does. */
  look(): Promise<unknown>;
  chargeBack(): Promise<unknown>;
  /** Refunds directly at the provider. */
  refund(amount: number): Promise<unknown>;
}

export async function sell(market: Market, price = 9_990): Promise<Sold> {
  const answer = await buy(market.node.app, pixPurchase(market.world));
  const bought = await findBought(market.inspector, answer.json().paymentId);
  const transactionId = bought.transactionId as string;
  const { simulator, handleHttp } = await market.host();
  const look = () => checkPayment(market.node.app, market.world.platformId, bought.paymentId);
  await simulator.pay(transactionId, { amount: price });
  await look();
  return {
    ...bought,
    transactionId,
    look,
    async chargeBack() {
      await simulator.chargeback(transactionId);
      return look();
    },
    async refund(amount) {
      await handleHttp({
        method: 'POST',
        path: `/charges/${transactionId}/refunds`,
        query: {},
        headers: { authorization: `Bearer ${SANDBOX_SECRETS.secretKey}` },
        body: { amount, reference: `bank-${amount}` },
        rawBody: '',
      });
      return look();
    },
  };
}

/** Delivers every event of these kinds to its handlers, as often as given, all at once. */
export async function deliverEvents(market: Market, paymentId: string, times = 1): Promise<void> {
  const { app } = market.node;
  const rows = await market.inspector.rows<{ id: string; type: string }>(
    `SELECT id, type FROM outbox WHERE payment_id = $1 AND type IN ('payment.chargeback', 'payment.refunded') ORDER BY created_at, id`,
    [paymentId],
  );
  for (const { id, type } of rows) {
    const event = { platformId: market.world.platformId, id, paymentId };
    const hear = type === 'payment.chargeback' ? handleChargebackEvent : handleRefundEvent;
    await Promise.all(Array.from({ length: times }, () => hear(app, event)));
  }
}

export interface FoundDispute {
  id: string;
  kind: string;
  state: string;
  amount: number;
  held_amount: number;
  settled_at: Date | null;
  closed_by: string | null;
}

export const disputesOf = (market: Market, paymentId: string): Promise<FoundDispute[]> =>
  market.inspector.rows(
    `SELECT id, kind, state, amount::int, held_amount::int, settled_at, closed_by FROM dispute WHERE payment_id = $1 ORDER BY opened_at, id`,
    [paymentId],
  );

export async function balanceOf(market: Market, personId: string): Promise<Record<string, number>> {
  const rows = await market.inspector.rows<{ kind: string; balance: number }>(
    'SELECT kind, balance::int AS balance FROM ledger_account WHERE owner_id = $1 AND balance <> 0 ORDER BY kind',
    [personId],
  );
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
}

export interface People {
  admin: Staff;
  seller: Record<string, string>;
}

export async function openPeople({ node, world, inspector }: Market): Promise<People> {
  const { app } = node;
  await inspector.rows(
    `INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller') ON CONFLICT DO NOTHING`,
    [world.platformId, world.sellerId],
  );
  return {
    admin: await openStaff(app, world.platformId, { roles: ['admin'], permissions: ADMIN_PERMISSIONS }),
    seller: await openSessionOf(app, world.platformId, world.sellerId),
  };
}

export async function callDisputes(
  { node }: Market,
  name: string,
  headers: Record<string, string>,
  input: Record<string, unknown>,
  isQuery = false,
) {
  const url = `/api/disputes.${name}`;
  const answer = isQuery
    ? await node.app.inject({ url: `${url}?${new URLSearchParams(input as Record<string, string>)}`, headers })
    : await node.app.inject({ method: 'POST', url, headers, payload: input });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

/** Makes disputed sales: bought and paid, the provider's events delivered by hand, the money read from the ledger. */

import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { handleChargebackEvent, handleRefundEvent } from '../src/modules/disputes/opening.ts';
import { type Charged, chargeBackAtProvider, pollPayment, refundAtProvider, sellPaid } from './at-provider.ts';
import type { Market } from './market.ts';
import { openSessionOf, openStaff, type Staff } from './staff.ts';

export interface Sold extends Charged {
  poll(): Promise<unknown>;
  chargeBack(): Promise<unknown>;
  /** Refunds directly at the provider. */
  refund(amount: number): Promise<unknown>;
}

export async function sell(market: Market, price = 9_990): Promise<Sold> {
  const bought = await sellPaid(market, price);
  const poll = () => pollPayment(market, bought);
  return {
    ...bought,
    poll,
    chargeBack: () => chargeBackAtProvider(market, bought).then(poll),
    refund: (amount) => refundAtProvider(market, bought, amount).then(poll),
  };
}

/** Delivers every event of these kinds to its handlers, as often as given, all at once. */
export async function deliverEvents(market: Market, paymentId: string, times = 1): Promise<void> {
  const { app } = market.node;
  const rows = await market.inspector.rows<{ id: string; type: string }>(
    `SELECT id, type FROM outbox WHERE payment_id = $1 AND type IN ('payment.chargeback', 'payment.part_charged_back', 'payment.refunded') ORDER BY created_at, id`,
    [paymentId],
  );
  for (const { id, type } of rows) {
    const event = { platformId: market.world.platformId, id, paymentId };
    const handle = type === 'payment.refunded' ? handleRefundEvent : handleChargebackEvent;
    await Promise.all(Array.from({ length: times }, () => handle(app, event)));
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

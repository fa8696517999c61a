/** Opens a market for refunds: its seller, another seller, an administrator, and buyers with a mailbox. */
import { afterAll } from 'vitest';
import { checkPayment } from '../src/modules/payments/service.ts';
import { newId } from '../src/shared/ids.ts';
import { readLink, readMails } from './mails.ts';
import { type Market, type MarketOptions, openMarket, openTestMarket } from './market.ts';
import { openSessionOf, openStaff, type Staff } from './staff.ts';
import { buy, pixPurchase, SANDBOX_SECRETS } from './world.ts';

export const PRICE = 9_990;

export interface Sold {
  publicId: string;
  paymentId: string;
  transactionId: string;
  email: string;
}

/** All tests of a file share one node; each has its own platform. */
export function shareRefundMarket() {
  let first: Market | undefined;
  afterAll(() => first?.close());
  return async (settings?: Record<string, string>) => {
    first ??= await openMarket({ isListening: false });
    return peopleOf(await first.replace(settings && { settings }));
  };
}

/** Opens a market with another provider. */
export const openRefundMarket = async (options: MarketOptions) =>
  peopleOf(await openTestMarket({ isListening: false, ...options }));

async function peopleOf(market: Market) {
  const { node, world, inspector } = market;
  const { app } = node;
  const { platformId } = world;
  const host = await market.host();
  let askers = 0;
  await inspector.rows(`INSERT INTO role_grant (platform_id, person_id, role) VALUES ($1, $2, 'seller')`, [
    platformId,
    world.sellerId,
  ]);
  const seller: Staff = {
    id: world.sellerId,
    name: 'Maria Vendedora',
    email: 'maria@example.com',
    headers: await openSessionOf(app, platformId, world.sellerId),
  };
  const stranger = await openStaff(app, platformId, { roles: ['seller'] });
  const admin = await openStaff(app, platformId, { roles: ['admin'], permissions: ['isSalesAvailable'] });

  const request = (path: string, method: string, body?: object) =>
    host.handleHttp({
      method,
      path,
      query: {},
      body,
      rawBody: JSON.stringify(body ?? ''),
      headers: { authorization: `Bearer ${SANDBOX_SECRETS.secretKey}` },
    });

  return {
    market,
    host,
    seller,
    stranger,
    admin,
    app,
    platformId,
    inspector,
    post: async (by: Staff | null, name: string, payload: object, key: string = newId()) => {
      const answer = await app.inject({
        method: 'POST',
        url: `/api/refunds.${name}`,
        headers: { ...(by?.headers ?? { host: 'localhost' }), 'idempotency-key': key },
        payload,
      });
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
    },
    ask: async (by: Staff, name: string, query: Record<string, string> = {}) =>
      (await app.inject({ url: `/api/refunds.${name}?${new URLSearchParams(query)}`, headers: by.headers })).json(),
    /** Buys by PIX and pays. */
    sell: async (email = `${newId()}@example.com`, times = 1): Promise<Sold> => {
      const answer = await buy(app, pixPurchase(world, { email }));
      const publicId = answer.json().paymentId as string;
      const [row] = await inspector.rows<{ id: string; transaction: string }>(
        'SELECT p.id, a.transaction_id AS transaction FROM payment p JOIN payment_attempt a ON a.payment_id = p.id WHERE p.public_id = $1',
        [publicId],
      );
      const [paymentId, transactionId] = [row?.id as string, row?.transaction as string];
      await host.simulator.pay(transactionId, { times });
      await checkPayment(app, platformId, paymentId);
      return { publicId, paymentId, transactionId, email };
    },
    /** Returns what the provider has refunded of a charge. */
    refunded: async ({ transactionId }: Sold): Promise<number> => {
      const answer = await request(`/charges/${transactionId}`, 'GET');
      return 'body' in answer ? (answer.body as { refunded_amount: number }).refunded_amount : -1;
    },
    /** Refunds directly at the provider. */
    refundOutside: ({ transactionId }: Sold, amount: number) =>
      request(`/charges/${transactionId}/refunds`, 'POST', { reference: newId(), amount }),
    poll: ({ paymentId }: Sold) => checkPayment(app, platformId, paymentId),
    rowsOf: ({ paymentId }: Sold) =>
      inspector.rows<{ id: string; amount: number; state: string; authorised_as: string; reason: string | null }>(
        `SELECT id, amount, state, authorised_as, reason FROM refund WHERE payment_id = $1 AND cause = 'WANTED' ORDER BY created_at, id`,
        [paymentId],
      ),
    paymentOf: async ({ paymentId }: Sold) =>
      (
        await inspector.rows<{ status: string; returning_amount: number; refunded_amount: number }>(
          'SELECT status, returning_amount, refunded_amount FROM payment WHERE id = $1',
          [paymentId],
        )
      )[0],
    linkFor: async (email: string) => {
      await app.inject({
        method: 'POST',
        url: '/api/refunds.sendRefundLink',
        headers: { host: 'localhost' },
        // Letters to one address are limited, and so are those of one network: every buyer has their own.
        remoteAddress: `10.0.${askers >> 8}.${askers++ & 255}`,
        payload: { email },
      });
      return readLink(app, inspector, platformId, email);
    },
    mailsTo: (email: string) => readMails(app, inspector, platformId, email),
    toldOf: (person: Staff) =>
      inspector.rows<{ type: string; parameters: Record<string, unknown> }>(
        'SELECT type, parameters FROM notification WHERE person_id = $1 ORDER BY created_at, id',
        [person.id],
      ),
    auditOf: ({ publicId }: Sold) =>
      inspector.rows<{ type: string; actor_id: string | null; details: Record<string, unknown> }>(
        'SELECT type, actor_id, details FROM audit_event WHERE subject_id = $1 ORDER BY created_at, id',
        [publicId],
      ),
  };
}
export type RefundMarket = Awaited<ReturnType<typeof peopleOf>>;

/** Returns a seller's total balance in cents. */
export const balanceOf = async ({ inspector }: Pick<Market, 'inspector'>, personId: string): Promise<number> =>
  (
    await inspector.rows<{ sum: number }>(
      'SELECT coalesce(sum(balance), 0)::int AS sum FROM ledger_account WHERE owner_id = $1',
      [personId],
    )
  )[0]?.sum ?? 0;

/** Calls the procedures as the demo's people, and reacts at once to the following events as nodes would. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import type { FastifyInstance } from 'fastify';
import { handleChargebackEvent, handleRefundEvent } from '../../../core/src/modules/disputes/opening.ts';
import { releaseDue } from '../../../core/src/modules/ledger/release.ts';
import { advanceMandate, findMandateOfPayment } from '../../../core/src/modules/mandates/service.ts';
import { notifySeller } from '../../../core/src/modules/notifications/service.ts';
import { checkPayment } from '../../../core/src/modules/payments/service.ts';
import { advanceWithdrawal } from '../../../core/src/modules/payouts/advance.ts';
import { notifyRefundEnd } from '../../../core/src/modules/refunds/notifications.ts';
import { sendRefund } from '../../../core/src/modules/refunds/provider-calls.ts';
import { advanceSubscription } from '../../../core/src/modules/subscriptions/engine.ts';
import { reportPayment } from '../../../core/src/modules/subscriptions/reports.ts';
import { systemClock } from '../../../core/src/plugins/clock.ts';
import { readConfig } from '../../../core/src/plugins/config.ts';
import type { OutboxEvent } from '../../../core/src/plugins/outbox.ts';
import { hashToken } from '../../../core/src/plugins/sessions.ts';
import { buildServer } from '../../../core/src/server.ts';
import { newId } from '../../../core/src/shared/ids.ts';
import type { DemoConnection } from './data.ts';
import { readDemoIds, readThrough } from './ids.ts';
import { FEIRA } from './platforms.ts';

export interface Sold {
  paymentId: string;
  publicId: string;
  transactionId: string | null;
  connectionId: string;
}

export type DemoSession = Awaited<ReturnType<typeof openDemoSession>>;

type Json = Record<string, unknown>;

/** The nodes' reactions to events; here they happen at the time of the event. */
const REACTIONS: Record<string, ((app: FastifyInstance, event: OutboxEvent) => Promise<unknown>)[]> = {
  'payment.approved': [notifySeller, (app, { platformId, paymentId }) => reportPayment(app, platformId, paymentId)],
  'payment.refunded': [notifySeller, handleRefundEvent],
  'payment.chargeback': [notifySeller, handleChargebackEvent],
  'refund.requested': [(app, { platformId, payload }) => sendRefund(app, platformId, payload.refundId as string)],
  'refund.done': [(app, { platformId, payload }) => notifyRefundEnd(app, platformId, payload.refundId as string)],
};

export async function openDemoSession(env: Record<string, string | undefined>) {
  const app = await buildServer({
    config: readConfig({ ...env, PURCHASE_RATE_LIMIT: '1000000', LIMIT_FACTOR: '1000' }),
    // The thread sets its own clock back to tell the past; the database's tells the present.
    clock: systemClock,
  });
  await app.ready();
  const ids = await readDemoIds(readThrough(app), FEIRA);
  if (!ids) throw new Error('The database holds no demo.');
  const { platformId } = ids;
  const headers = createSessions(app, platformId);
  let sales = 0;

  /** Calls a procedure as the person with the e-mail, or without a session where it is null. */
  async function call<Answer = Json>(email: string | null, name: string, input: Json, isQuery = false) {
    const answer = await app.inject({
      ...(isQuery
        ? { url: `/api/${name}?${new URLSearchParams(input as Record<string, string>)}` }
        : { method: 'POST' as const, url: `/api/${name}`, payload: input }),
      headers: {
        ...(email ? await headers.of(ids!.people.find(email)) : { host: 'localhost' }),
        'idempotency-key': randomUUID(),
      },
    });
    if (answer.statusCode >= 400) throw new Error(`${name} of the demo was refused: ${answer.body}`);
    return answer.json() as Answer;
  }

  async function processEvents(): Promise<void> {
    for (;;) {
      const rows = await app.database.jobs.list<OutboxEvent>({
        text: `UPDATE outbox SET published_at = now() WHERE platform_id = $1 AND published_at IS NULL
         RETURNING platform_id, id, type, payment_id, payload`,
        values: [platformId],
      });
      if (rows.length === 0) return;
      for (const event of rows) for (const react of REACTIONS[event.type] ?? []) await react(app, event);
    }
  }

  /** Asks the provider about the payment and processes the events that follow. */
  async function pollStatus({ paymentId }: Sold): Promise<void> {
    await checkPayment(app, platformId, paymentId);
    await processEvents();
  }

  const bankOf = async ({ connectionId }: Pick<Sold, 'connectionId'>) =>
    (await app.simulators.get(connectionId)) as SimulatorHost;

  return {
    app,
    env,
    ids,
    platformId,
    call,
    processEvents,
    pollStatus,
    countSales: () => sales,
    async buy(input: Json): Promise<Sold> {
      const { paymentId: publicId } = await call<{ paymentId: string }>(null, 'checkout.purchase', input);
      sales += 1;
      await processEvents();
      return findSold(app, platformId, publicId);
    },
    /** Pays a PIX or boleto at the simulator. Its webhooks reach no server, so this does not wait for them. */
    async pay(sold: Sold): Promise<void> {
      const { simulator } = await bankOf(sold);
      void simulator.pay(sold.transactionId ?? '');
      await waitUntil(async () => ((await simulator.getCharge(sold.transactionId ?? ''))?.paidAmount ?? 0) > 0);
      await pollStatus(sold);
    },
    async chargeBack(sold: Sold): Promise<void> {
      const { simulator } = await bankOf(sold);
      void simulator.chargeback(sold.transactionId ?? '');
      await waitUntil(async () => (await simulator.getCharge(sold.transactionId ?? ''))?.status === 'charged_back');
      await pollStatus(sold);
    },
    /** Returns a card as the checkout's form would give it: by its token, or kept at the provider where later charges follow. */
    async giveCard(
      { provider, settings }: DemoConnection,
      number: string,
      { offerId, isKept, ...holder }: { offerId: string; isKept: boolean; name: string; email: string; cpf: string },
    ) {
      const card = {
        number,
        holder_name: holder.name,
        exp_month: 12,
        exp_year: new Date().getFullYear() + 4,
        cvv: '123',
      };
      const connectionId = ids.connections.find(provider);
      const answer = await (await bankOf({ connectionId })).handleHttp({
        method: 'POST',
        path: '/tokens',
        query: {},
        body: { card },
        rawBody: '',
        headers: { authorization: `Bearer ${settings.publicKey}` },
      });
      if (!('body' in answer)) throw new Error('The bank of the demo gave no token for a card.');
      const { id } = answer.body as { id: string };
      if (!isKept) return { token: `${connectionId}~${id}` };
      return call<{ creditCardId: string }>(null, 'checkout.tokenCreditCard', {
        checkoutId: offerId,
        token: id,
        ...holder,
      });
    },
    /** Does what is due of the subscription that the sale began. */
    async renew({ paymentId }: Sold): Promise<void> {
      const mandate = await findMandateOfPayment(app, platformId, paymentId);
      if (mandate) await advanceMandate(app, platformId, mandate.id);
      const before = await listSubscriptionSales(app, platformId, paymentId);
      await advanceSubscription(app, platformId, before[0]?.subscriptionId ?? '');
      await processEvents();
      sales += (await listSubscriptionSales(app, platformId, paymentId)).length - before.length;
    },
    sendWithdrawal: (withdrawalId: string) => advanceWithdrawal(app, platformId, withdrawalId),
    async release(): Promise<void> {
      while (await releaseDue(app));
    },
    finish: () => headers.forget(),
    close: () => app.close(),
  };
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
}

async function findSold(app: FastifyInstance, platformId: string, publicId: string): Promise<Sold> {
  const [result] = await app.database.read(
    platformId,
    [
      {
        text: `SELECT p.id AS payment_id, p.public_id, a.transaction_id, a.connection_id
          FROM payment p JOIN payment_attempt a ON a.platform_id = p.platform_id AND a.payment_id = p.id
          WHERE p.platform_id = $1 AND p.public_id = $2`,
        values: [platformId, publicId],
      },
    ],
    true,
  );
  return result?.rows[0] as Sold;
}

/** Lists the sales of the subscription that a payment began. */
const listSubscriptionSales = (app: FastifyInstance, platformId: string, paymentId: string) =>
  app.database.list<{ subscriptionId: string }>(platformId, {
    text: `SELECT l.subscription_id FROM subscription_sale l
      JOIN subscription_sale first ON first.subscription_id = l.subscription_id AND first.platform_id = l.platform_id
      WHERE l.platform_id = $1 AND first.payment_id = $2`,
    values: [platformId, paymentId],
  });

/** Sessions that are open while the demo is seeded. Their tokens are never shown. */
function createSessions(app: FastifyInstance, platformId: string) {
  const ids: string[] = [];
  const known = new Map<string, Record<string, string>>();
  return {
    async of(personId: string): Promise<Record<string, string>> {
      const open = known.get(personId);
      if (open) return open;
      const [token, id] = [randomBytes(32).toString('base64url'), newId()];
      await app.database.write(platformId, [
        {
          text: `INSERT INTO session (platform_id, id, person_id, token_hash, expires_at, strength, state)
            VALUES ($1, $2, $3, $4, now() + interval '10 minutes', 'SECOND_FACTOR', 'ACTIVE')`,
          values: [platformId, id, personId, hashToken(token)],
        },
      ]);
      ids.push(id);
      const made = { cookie: `__Host-feira=${token}`, host: 'localhost', 'sec-fetch-site': 'same-origin' };
      known.set(personId, made);
      return made;
    },
    async forget(): Promise<void> {
      await app.database.write(platformId, [
        {
          text: 'UPDATE session SET revoked_at = now() WHERE platform_id = $1 AND id = ANY ($2)',
          values: [platformId, ids],
        },
      ]);
    },
  };
}

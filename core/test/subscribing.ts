/** Subscribes as buyers do, lets days pass by the moved clock, and reads what became of the subscription. */
import { expect } from 'vitest';
import { accessTokenOf } from '../src/modules/deliverables/service.ts';
import { checkPayment } from '../src/modules/payments/service.ts';
import { reportPayment } from '../src/modules/subscriptions/reports.ts';
import { tokenOf } from '../src/modules/subscriptions/service.ts';
import { readMails } from './mails.ts';
import type { Market } from './market.ts';
import { buy, CPF, pixPurchase } from './world.ts';

export const DAY_MS = 86_400_000;
/** Test cards of the sandbox. */
export const CARDS = { good: '4111111111111111', empty: '4000000000000010', stolen: '4000000000000028' };

export interface SubscriptionRow {
  id: string;
  public_id: string;
  offer_id: string;
  status: string;
  method: string;
  amount: number;
  cycle: number;
  period_start: Date;
  period_end: Date;
  next_charge_at: Date | null;
  past_due_since: Date | null;
  access_ends_at: Date | null;
  end_reason: string | null;
  card_last_digits: string | null;
  card_expiry: string | null;
  first_sale_id: string;
  anchor_at: Date;
  frequency_in_days: number;
  period: string | null;
  terms: { title: string };
}

interface CycleRow {
  number: number;
  state: string;
  attempts: number;
  amount: number;
  due_at: Date;
  paid_at: Date | null;
}

const BUYER = 'joao@example.com';

/** MM/YYYY of a test card. */
type Expiry = readonly [month: number, year: number];
const LATE: Expiry = [12, 2034];

/** The buyer's card, and whatever else the purchase says. */
interface Order {
  number?: string;
  expiry?: Expiry;
  email?: string;
  coupon?: string;
  affiliateId?: string;
}

export type Subscribing = Awaited<ReturnType<typeof openSubscribing>>;

/** Makes the market's offer a subscription of 10.00 and then 29.90 each 30 days. Nothing runs by itself: `isListening` is false. */
export async function openSubscribing(market: Market) {
  const { inspector, clock, world } = market;
  const { platformId, offerId } = world;
  const { app } = market.node;
  await market.host();

  /** Changes the offer before anybody subscribes; the values begin with $2. */
  async function changeOffer(columns: string, ...values: unknown[]): Promise<void> {
    await inspector.rows(`UPDATE offer SET ${columns} WHERE id = $1`, [offerId, ...values]);
    app.cache.forgetAll();
  }
  await changeOffer(
    `type = 'SUBSCRIPTION', price = 1000, recurrence_price = 2990, frequency_in_days = 30, billet_enabled = true`,
  );

  async function tokenise(number: string, [month, year] = LATE): Promise<string> {
    const card = { number, holder_name: 'JOAO COMPRADOR', exp_month: month, exp_year: year, cvv: '123' };
    const answer = await app.inject({
      method: 'POST',
      url: `/simulators/${market.connectionId}/tokens`,
      headers: { authorization: 'Bearer pk_test_0123456789' },
      payload: { card },
    });
    return answer.json().id;
  }

  /** Returns the id of the stored card as a purchase presents it, and as its provider knows it. */
  async function storeCard(
    number = CARDS.good,
    { expiry = LATE, email = BUYER }: { expiry?: Expiry; email?: string } = {},
  ) {
    const token = await tokenise(number, expiry);
    const buyer = { name: 'João Comprador', email, cpf: CPF };
    const stored = await app.inject({
      method: 'POST',
      url: '/api/checkout.tokenCreditCard',
      payload: { checkoutId: offerId, token, ...buyer },
    });
    const [row] = await inspector.rows<{ id: string; card_id: string }>(
      'SELECT id, card_id FROM stored_card WHERE platform_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
      [platformId],
    );
    if (!row) throw new Error(`The card was not stored: ${stored.body}`);
    return { creditCardId: stored.json().creditCardId as string, cardId: row.card_id, storedId: row.id };
  }

  /** Reports every payment of the platform to its subscription, as the outbox does, and as often as it may. */
  async function report(times = 1): Promise<void> {
    const payments = await inspector.rows<{ id: string }>('SELECT id FROM payment WHERE platform_id = $1', [
      platformId,
    ]);
    for (let time = 0; time < times; time++) for (const { id } of payments) await reportPayment(app, platformId, id);
  }

  async function sweep(): Promise<void> {
    await inspector.rows('UPDATE subscription SET check_at = now() WHERE platform_id = $1 AND check_at IS NOT NULL', [
      platformId,
    ]);
    await app.subscriptions.run();
  }

  /** The time in ms until the first subscription wants to be looked at. */
  async function readPause(): Promise<number> {
    const [row] = await inspector.rows<{ ms: number | null }>(
      `SELECT (extract(epoch FROM min(check_at) - now()) * 1000)::float8 AS ms FROM subscription WHERE platform_id = $1`,
      [platformId],
    );
    return row?.ms ?? Number.POSITIVE_INFINITY;
  }

  /** Lets days pass, looking at the subscriptions when they want it, but not more often than each half day. */
  async function pass(days: number): Promise<void> {
    let left = days * DAY_MS;
    while (left > 0) {
      const pause = Math.min(Math.max(await readPause(), DAY_MS / 2), left);
      clock.forward(pause);
      left -= pause;
      await sweep();
    }
  }

  /** Returns the subscription that was begun last. */
  const readOne = async (): Promise<SubscriptionRow> => {
    const [row] = await inspector.rows<SubscriptionRow>(
      'SELECT * FROM subscription WHERE platform_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
      [platformId],
    );
    if (!row) throw new Error('Nobody has subscribed.');
    return { ...row, amount: Number(row.amount) };
  };

  const readToken = async () => tokenOf(app, (await readOne()).public_id);

  /** The buyer pays the code of one try, or the latest, in their bank's app, and the provider is asked. */
  async function payTry(tried?: { payment_id: string }): Promise<void> {
    const [attempt] = await inspector.rows<{ transaction_id: string; payment_id: string }>(
      `SELECT a.transaction_id, a.payment_id FROM payment_attempt a
       WHERE a.platform_id = $1 AND ($2::uuid IS NULL OR a.payment_id = $2) ORDER BY a.created_at DESC, a.id DESC LIMIT 1`,
      [platformId, tried?.payment_id ?? null],
    );
    if (!attempt) throw new Error('There is no code to pay.');
    await (await market.host()).simulator.pay(attempt.transaction_id);
    await market.makeDue();
    await checkPayment(app, platformId, attempt.payment_id);
  }

  /** The provider is asked about every open payment, as the janitor does. */
  async function lookUp(): Promise<void> {
    await market.makeDue();
    const open = await inspector.rows<{ id: string }>(
      `SELECT id FROM payment WHERE platform_id = $1 AND status = 'PENDING'`,
      [platformId],
    );
    for (const { id } of open) await checkPayment(app, platformId, id);
    await report();
  }

  /** Buys the first charge, and returns the payment's public id. */
  async function order(
    paymentMethod: 'CREDIT_CARD' | 'PIX' | 'BILLET' = 'CREDIT_CARD',
    { number = CARDS.good, expiry, email = BUYER, ...input }: Order = {},
  ): Promise<string> {
    const isCard = paymentMethod === 'CREDIT_CARD';
    const stored = isCard && (await storeCard(number, { email, ...(expiry && { expiry }) }));
    const card = stored && { creditCard: { creditCardId: stored.creditCardId, installments: 1 } };
    const bought = await buy(app, pixPurchase(world, { paymentMethod, email, ...card, ...input }));
    expect(bought.statusCode, bought.body).toBe(200);
    return bought.json().paymentId;
  }

  async function subscribe(...how: Parameters<typeof order>): Promise<SubscriptionRow> {
    await order(...how);
    const [paymentMethod = 'CREDIT_CARD'] = how;
    if (paymentMethod !== 'CREDIT_CARD') await payTry();
    await report(2);
    return readOne();
  }

  /** The mails about the subscription, in their order. */
  const readNews = async () =>
    (await readMails(app, inspector, platformId, BUYER))
      .filter(({ template }) => template === 'subscription-news')
      .map(({ parameters }) => parameters);

  return {
    changeOffer,
    tokenise,
    storeCard,
    report,
    sweep,
    pass,
    lookUp,
    payTry,
    payLatest: () => payTry(),
    order,
    subscribe,
    readOne,
    readToken,
    /** Reads the buyer's page. */
    async openPage() {
      const token = encodeURIComponent(await readToken());
      return (await app.inject({ url: `/api/subscriptions.getOwn?token=${token}` })).json();
    },
    /** Calls a procedure of the buyer's page. */
    async callOwn(name: string, input: object = {}) {
      const token = await readToken();
      const answer = await app.inject({
        method: 'POST',
        url: `/api/subscriptions.${name}`,
        payload: { token, ...input },
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    /** From now on the provider finds another card behind the subscription. */
    async replaceCard(number: string): Promise<void> {
      const { cardId, storedId } = await storeCard(number);
      await inspector.rows('UPDATE subscription SET card_id = $2, stored_card_id = $3 WHERE platform_id = $1', [
        ...[platformId, cardId, storedId],
      ]);
    },
    readNews,
    readSteps: async () => (await readNews()).map(({ step }) => step),
    /** The sales with their payments; a free trial has none. */
    readSales: () =>
      inspector.rows<{ total: number; status: string }>(
        `SELECT s.total::int, y.status FROM sale s JOIN payment y ON y.sale_id = s.id WHERE s.platform_id = $1 ORDER BY s.created_at, s.id`,
        [platformId],
      ),
    /** Returns whether what was sold opens for its buyer. */
    async readAccess(saleId: string): Promise<string> {
      const payload = { token: accessTokenOf(app, saleId) };
      return (await app.inject({ method: 'POST', url: '/api/deliverables.openAccess', payload })).json().state;
    },
    readCycles: () =>
      inspector.rows<CycleRow>(
        `SELECT number, state, attempts, amount::int, due_at, paid_at FROM subscription_cycle WHERE platform_id = $1 ORDER BY number`,
        [platformId],
      ),
    /** The payments of one cycle, in the order of their tries. */
    readTries: (cycle: number) =>
      inspector.rows<{ payment_id: string; status: string; method: string; amount: number; expires_at: Date }>(
        `SELECT l.payment_id, y.status, y.method, y.amount::int, y.expires_at FROM subscription_sale l JOIN payment y ON y.id = l.payment_id
         WHERE l.platform_id = $1 AND l.cycle = $2 ORDER BY l.attempt`,
        [platformId, cycle],
      ),
    readEvents: () =>
      inspector.rows<{ kind: string; cycle: number | null; by: string; data: Record<string, unknown> }>(
        'SELECT kind, cycle, by, data FROM subscription_event WHERE platform_id = $1 ORDER BY at, key',
        [platformId],
      ),
  };
}

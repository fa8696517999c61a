/**
 * Whole lives of payments, drawn at random: paid not at all, in part, in time, late and several times, given back here and in the
 * provider's panel, charged back, with events that are lost, repeated and reordered, and with answers to refunds that are lost or are
 * 5xx. At the end of every life each provider holds what the ledger says it holds, and nothing beyond what is kept of the price.
 */
import type { SimulatedCharge, Simulator } from '@feira/plugin-kit';
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callProvider, findConnection } from '../src/modules/connections/service.ts';
import type { NewConnection } from '../src/modules/connections/store.ts';
import { authoriseRefund, checkPayment, findPayment, keptOf } from '../src/modules/payments/service.ts';
import { runOrder } from '../src/modules/reconciliation/service.ts';
import { finishWebhook, type ReceivedWebhook } from '../src/modules/webhooks/model.ts';
import { processWebhook } from '../src/modules/webhooks/service.ts';
import { newId } from '../src/shared/ids.ts';
import { checkWorld, type ProviderHolding } from './check-world.ts';
import { type Draw, drawCases, openDraw, rounds, SEED } from './draw.ts';
import { type Bought, type Letter, type Market, openMarket } from './market.ts';
import { openStaff } from './staff.ts';
import { connect } from './world.ts';

const PRICE = 9_990;
const LIVES = rounds({ short: 6, long: 60 });
const STEPS = 10;
const HOUR = 3_600_000;

const PROVIDERS: Partial<NewConnection>[] = [
  { provider: 'sandbox' },
  {
    provider: 'asaas',
    settings: { webhookEmail: 'ops@example.com' },
    secrets: {
      apiKey: '$aact_hmlg_invented-key-of-the-test',
      webhookAuthToken: 'invented-webhook-token-of-32-characters',
    },
  },
  {
    provider: 'pagarme',
    settings: { publicKey: 'pk_test_invented0001', defaultRecipientId: 're_platform0001' },
    secrets: {
      secretKey: 'sk_test_invented0001',
      webhookUser: 'invented-webhook-user',
      webhookPassword: 'invented-webhook-password',
    },
  },
];

/** The fates of the next refund that is sent: made and its answer lost or cut, or not made and answered 500. */
const REFUND_ANSWERS = ['lose-answer', 'half-body', 'error-500'] as const;
type RefundAnswer = (typeof REFUND_ANSWERS)[number];

/** One event in a payment's life; amounts are cents. `code` is the number of the code that is meant, by default the latest. */
type Step =
  | { does: 'pay' | 'panel'; amount: number; code?: number }
  | { does: 'refund'; amount: number }
  | { does: 'send'; answer: RefundAnswer }
  | { does: 'look' | 'send' | 'deliver' | 'lose' | 'expire' | 'renew' | 'rest' | 'chargeback' };

const drawStep = (draw: Draw): (() => Step) => {
  const next = draw.deck<() => Step>([
    () => ({ does: 'pay', amount: PRICE }),
    () => ({ does: 'pay', amount: PRICE, code: draw.below(2) }),
    () => ({ does: 'pay', amount: draw.pick([1, 4_995, PRICE - 1, PRICE + 500]) }),
    () => ({ does: 'panel', amount: draw.pick([1, 1_000, PRICE]) }),
    () => ({ does: 'refund', amount: draw.pick([1, 2_500, PRICE]) }),
    ...REFUND_ANSWERS.map((answer) => () => ({ does: 'send' as const, answer })),
    ...(
      [
        ...(['look', 'look', 'send', 'send', 'deliver', 'deliver', 'lose', 'expire', 'expire'] as const),
        ...(['renew', 'renew', 'rest', 'rest'] as const),
      ] as const
    ).map((does) => () => ({
      does,
    })),
  ]);
  return () => next()();
};

const LIFE_SCRIPTS: [name: string, Step[]][] = [
  ['paid again after the first payment was seen', [...paid(1), { does: 'look' }, ...paid(1), { does: 'look' }]],
  [
    'paid four times, each returned before the next',
    [1, 2, 3, 4].flatMap(() => [...paid(1), { does: 'look' }, { does: 'send' }]),
  ],
  [
    'paid three times, each returned before the next',
    [1, 2, 3].flatMap(() => [...paid(1), { does: 'look' }, { does: 'send' }]),
  ],
  [
    'paid too little, then expired',
    [{ does: 'pay', amount: 4_995 }, { does: 'look' }, { does: 'expire' }, { does: 'look' }],
  ],
  [
    'paid too little, and the rest later',
    [{ does: 'pay', amount: 4_995 }, { does: 'look' }, { does: 'pay', amount: 4_995 }],
  ],
  [
    'a surplus while the panel gives back a part',
    [...paid(2), { does: 'look' }, { does: 'panel', amount: 1_000 }, { does: 'send' }],
  ],
  [
    'two surpluses while the panel gives back a part',
    [
      { does: 'pay', amount: PRICE + 500 },
      { does: 'look' },
      ...paid(1),
      { does: 'look' },
      { does: 'panel', amount: 5_000 },
    ],
  ],
  [
    'a surplus, returned, then a refund in the panel',
    [...paid(2), { does: 'look' }, { does: 'send' }, { does: 'panel', amount: 1_000 }],
  ],
  ['given back whole in the panel', [...paid(1), { does: 'look' }, { does: 'panel', amount: PRICE }, { does: 'look' }]],
  [
    'given back whole in the panel while a part was to go back, and paid again',
    [
      ...paid(1),
      { does: 'look' },
      { does: 'refund', amount: 2_500 },
      { does: 'panel', amount: PRICE },
      { does: 'look' },
      ...paid(1),
      { does: 'look' },
    ],
  ],
  [
    'paid after a part was refunded',
    [...paid(1), { does: 'look' }, { does: 'refund', amount: 500 }, ...paid(1), { does: 'look' }],
  ],
  [
    'called over by its event while a part is held, of which the panel gives back a part',
    [
      { does: 'expire' },
      { does: 'pay', amount: PRICE - 1 },
      { does: 'deliver' },
      { does: 'look' },
      { does: 'send' },
      { does: 'panel', amount: 1_000 },
    ],
  ],
  ...REFUND_ANSWERS.map((answer): [string, Step[]] => [
    `a refund whose answer is ${answer}`,
    [...paid(1), { does: 'look' }, { does: 'refund', amount: 2_500 }, { does: 'send', answer }, { does: 'look' }],
  ]),
  ...REFUND_ANSWERS.map((answer): [string, Step[]] => [
    `a surplus whose return is answered ${answer}`,
    [...paid(2), { does: 'look' }, { does: 'send', answer }, { does: 'send' }, ...paid(1), { does: 'look' }],
  ]),
  [
    'a code that expired, and the new one paid',
    [{ does: 'expire' }, { does: 'look' }, { does: 'renew' }, ...paid(1), { does: 'look' }],
  ],
  [
    'a code that expired and is paid late, beside the new one that is paid',
    [{ does: 'expire' }, { does: 'look' }, { does: 'renew' }, { does: 'pay', amount: PRICE, code: 0 }, ...paid(1)],
  ],
  [
    'three codes, of which the second is paid after the third was seen to be paid',
    [
      ...[1, 2].flatMap((): Step[] => [{ does: 'expire' }, { does: 'look' }, { does: 'renew' }]),
      ...paid(1),
      { does: 'look' },
      { does: 'pay', amount: PRICE, code: 1 },
      { does: 'look' },
      { does: 'send' },
    ],
  ],
  [
    'a new code that is paid in part, while the old one is paid whole',
    [
      { does: 'expire' },
      { does: 'look' },
      { does: 'renew' },
      { does: 'pay', amount: 4_995 },
      { does: 'look' },
      { does: 'pay', amount: PRICE, code: 0 },
      { does: 'look' },
    ],
  ],
  [
    'a new code that is charged back, after the old one was paid too',
    [
      { does: 'expire' },
      { does: 'look' },
      { does: 'renew' },
      ...paid(1),
      { does: 'deliver' },
      { does: 'panel', amount: 1_000 },
      { does: 'pay', amount: PRICE, code: 0 },
      { does: 'chargeback' },
    ],
  ],
  ['a part, and the rest by its own code', [...inParts(), { does: 'look' }]],
  [
    'a part, and the rest by its own code, given back together',
    [...inParts(), { does: 'look' }, { does: 'refund', amount: PRICE }],
  ],
  [
    'a part, and the rest paid twice',
    [...inParts(), { does: 'pay', amount: 4_995 }, { does: 'look' }, { does: 'send' }],
  ],
  [
    'a part, the rest, and the first code in full',
    [...inParts(), { does: 'pay', amount: PRICE, code: 0 }, { does: 'look' }],
  ],
  ['a part, and a part of the rest', [...inParts(1_000), { does: 'expire' }, { does: 'look' }]],
  [
    'a part, and the rest of a rest',
    [...inParts(1_000), { does: 'look' }, { does: 'rest' }, { does: 'pay', amount: 3_995 }],
  ],
  [
    'a part, and the rest late',
    [...inParts(1).slice(0, -1), { does: 'expire' }, { does: 'pay', amount: 4_995 }, { does: 'look' }],
  ],
  [
    'a part, and the rest, which is given back in the panel',
    [...inParts(), { does: 'look' }, { does: 'panel', amount: 4_995 }, { does: 'look' }],
  ],
  ['a part, and the rest, which the bank takes back', [...inParts(), { does: 'look' }, { does: 'chargeback' }]],
  [
    'a part, and the rest, which the bank takes back after some of the sale was refunded',
    [...inParts(), { does: 'look' }, { does: 'refund', amount: 2_500 }, { does: 'chargeback' }],
  ],
  ['charged back after it was paid twice', [...paid(2), { does: 'look' }, { does: 'chargeback' }]],
];

/**
 * Lives of a part whose rest comes after its time, with the status and the cents held at their end. Only the sandbox takes money by a code
 * from which a part went back.
 */
const LATE_RESTS: [name: string, end: { status: string; held: number }, Step[]][] = [
  ['before the part went back', { status: 'APPROVED', held: PRICE }, lateRest()],
  ['after the part went back', { status: 'REFUNDED', held: 0 }, lateRest({ does: 'send' })],
  // An order that was answered 500 has moved no money: a rest that comes before it is sent again completes the sale.
  ...(['lose-answer', 'half-body'] as const).map((answer): (typeof LATE_RESTS)[number] => [
    `while the part goes back, answered ${answer}`,
    { status: 'REFUNDED', held: 0 },
    lateRest({ does: 'send', answer }),
  ]),
  [
    'after the part went back, and the whole price besides',
    { status: 'APPROVED', held: PRICE },
    [...lateRest({ does: 'send' }), { does: 'send' }, ...paid(1), { does: 'look' }],
  ],
];

function lateRest(...between: Step[]): Step[] {
  return [
    { does: 'pay', amount: 4_000 },
    { does: 'look' },
    { does: 'expire' },
    { does: 'look' },
    ...between,
    { does: 'pay', amount: PRICE - 4_000 },
    { does: 'look' },
  ];
}

/** A half, and so much by the code for the other one. */
function inParts(second = 4_995): Step[] {
  return [{ does: 'pay', amount: 4_995 }, { does: 'look' }, { does: 'rest' }, { does: 'pay', amount: second }];
}

function paid(times: number): Step[] {
  return Array.from({ length: times }, () => ({ does: 'pay', amount: PRICE }));
}

/** The calls that return money of a charge, of any of the providers. */
const REFUND_CALLS: Record<string, string> = {
  sandbox: 'POST /charges/',
  asaas: 'POST /payments/',
  pagarme: 'DELETE /charges/',
};

let market: Market;
/** Every life adds to them, because the check is about the whole database. */
const holdings: ProviderHolding[] = [];
beforeAll(async () => {
  market = await openMarket({ isListening: false });
});
afterAll(() => market?.close());

describe.each(PROVIDERS)('lives of payments at $provider', (wanted) => {
  let host: SimulatorHost;
  let simulator: Simulator;
  let connectionId: string;

  beforeAll(async () => {
    market = await market.replace();
    const { app } = market.node;
    const { platformId, offerId } = market.world;
    await market.inspector.rows(`UPDATE provider_connection SET status = 'DISABLED'`);
    connectionId = (await connect(app, market.world, wanted)).id;
    app.cache.forgetAll();
    const connection = await findConnection(app, platformId, connectionId);
    if (wanted.provider === 'asaas')
      await callProvider(connection!, 'ensureWebhook', { webhookUrl: connection!.webhookUrl }, null);
    await app.inject({ url: `/api/checkout.getCheckout?checkoutId=${offerId}` });
    host = (await app.simulators.get(connectionId)) as SimulatorHost;
    simulator = host.simulator as Simulator;
  });

  /** Hands letters to the node, each as often as told, and processes them. */
  async function deliver(letters: readonly Letter[]): Promise<void> {
    const { app } = market.node;
    for (const letter of letters) await market.deliver(letter);
    const webhooks = await market.inspector.rows<ReceivedWebhook>(
      `SELECT platform_id AS "platformId", id, connection_id AS "connectionId", method, path, headers, query, body, part, 1 AS attempts, replays
       FROM webhook WHERE state = 'RECEIVED'`,
    );
    for (const webhook of webhooks)
      await app.database.write(webhook.platformId, [finishWebhook(webhook, await processWebhook(app, webhook))]);
  }

  const look = ({ paymentId }: Bought) => checkPayment(market.node.app, market.world.platformId, paymentId);

  async function sendRefunds(): Promise<void> {
    // Refunds are judged by the database's clock.
    await market.inspector.rows(`UPDATE refund SET next_check_at = now(), sent_at = sent_at - interval '10 minutes'`);
    await market.node.app.refunds.run();
  }

  /**
   * A person asks the provider about the refunds whose outcome nobody could tell, and orders again those that were not carried out and
   * that give back what is nobody's. The provider's word overrules the person's.
   */
  async function settle({ paymentId }: Bought): Promise<void> {
    const { app } = market.node;
    const { platformId } = market.world;
    const { refunds } = (await findPayment(app, platformId, paymentId))!;
    const unknown = refunds.filter(({ state }) => state === 'UNKNOWN');
    if (unknown.length === 0) return;
    await market.inspector.rows(
      `UPDATE refund SET created_at = created_at - interval '4 days' WHERE payment_id = $1 AND state = 'UNKNOWN'`,
      [paymentId],
    );
    const { headers } = await openStaff(app, platformId, { roles: ['admin'], permissions: ['isSalesAvailable'] });
    const ask = async (procedure: string, payload: object) => {
      const answer = await app.inject({ method: 'POST', url: `/api/refunds.${procedure}`, headers, payload });
      // The provider told the outcome after all, or holds nothing more to return.
      expect([undefined, 'REFUND_NOT_OVERDUE', 'REFUND_UNAVAILABLE']).toContain(answer.json().code);
    };
    for (const { id: refundId, cause } of unknown) {
      await ask('settleRefund', { refundId, outcome: 'REFUSED', note: 'Não consta no painel.' });
      if (cause !== 'WANTED') await ask('repeatRefund', { refundId });
    }
  }

  const askCode = ({ publicId }: Bought, kind: 'renew' | 'rest') =>
    market.node.app.inject({
      method: 'POST',
      url: `/checkout/payment/${publicId}/${kind}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    });

  /** Returns the ids of the codes that were made, the first one first. */
  async function transactionsOf({ paymentId }: Bought): Promise<string[]> {
    const payment = await findPayment(market.node.app, market.world.platformId, paymentId);
    return payment!.attempts.flatMap(({ transactionId }) => transactionId ?? []);
  }

  async function play(bought: Bought, step: Step, draw: Draw): Promise<boolean> {
    const { app } = market.node;
    const { platformId } = market.world;
    const ids = await transactionsOf(bought);
    const id = ('code' in step && step.code !== undefined ? ids[step.code] : undefined) ?? (ids.at(-1) as string);
    // A step that the provider refuses does not happen.
    const attempt = (act: Promise<void> | undefined) =>
      act?.then(
        () => true,
        () => false,
      ) ?? false;
    switch (step.does) {
      case 'pay':
        return attempt(simulator.pay(id, { amount: step.amount }));
      case 'panel':
        return attempt(simulator.refund?.(id, { amount: step.amount }));
      case 'chargeback':
        return attempt(simulator.chargeback(id));
      case 'refund':
        await app.database.transaction(platformId, (transaction) =>
          authoriseRefund(
            app,
            transaction,
            { platformId, id: bought.paymentId },
            {
              id: newId(),
              amount: step.amount,
              authorisedAs: 'seller',
              authorisedBy: null,
              note: null,
            },
          ),
        );
        return true;
      case 'look':
        return (await look(bought)) !== null;
      case 'send':
        if ('answer' in step && host.faults.length === 0)
          host.addFault({ kind: step.answer, times: 1, match: REFUND_CALLS[wanted.provider as string] as string });
        await sendRefunds();
        return true;
      case 'deliver': {
        const letters = draw.shuffle(market.letters.splice(0));
        await deliver([...letters, ...letters.filter(() => draw.below(2) === 0)]);
        return true;
      }
      case 'lose':
        return market.letters.splice(0).length > 0;
      case 'expire':
        market.clock.forward(30 * HOUR);
        return true;
      case 'renew':
      case 'rest':
        return (await askCode(bought, step.does)).statusCode === 303;
    }
  }

  /** Plays a life to its end: the time to pay is over, everybody has looked, and every order was sent. */
  async function live(steps: readonly Step[], draw: Draw): Promise<{ status: string; held: number; missed: Step[] }> {
    const { app, databaseUrl } = market.node;
    const { platformId } = market.world;
    const bought = await market.buyPix();
    let chargedBack: string | undefined;
    const missed: Step[] = [];
    for (const step of steps) {
      const hasHappened = await play(bought, step, draw);
      if (!hasHappened) missed.push(step);
      if (step.does === 'chargeback' && hasHappened) chargedBack = (await transactionsOf(bought)).at(-1);
    }
    market.clock.forward(60 * HOUR);
    for (let round = 0; round < 12; round++) {
      await look(bought);
      await sendRefunds();
      market.clock.forward(HOUR);
      // An order that was repeated may be answered by the fault that is still waiting.
      if (round === 3 || round === 7) await settle(bought);
    }
    const payment = await findPayment(app, platformId, bought.paymentId);
    let held = 0;
    for (const { id, transactionId } of payment!.attempts) {
      const charge = (await simulator.getCharge(transactionId as string)) as SimulatedCharge & {
        refundedAmount: number;
      };
      const received = charge.paidAmount;
      const returned = transactionId === chargedBack ? received : charge.refundedAmount;
      holdings.push({ reference: id, received, returned });
      held += received - returned;
    }
    const { status, settlement } = payment!;
    expect({ status, settlement, held, steps }).toEqual({
      status,
      settlement,
      held: keptOf(payment!),
      steps,
    });
    expect(payment!.refunds.filter(({ state }) => state !== 'DONE' && state !== 'REFUSED')).toEqual([]);
    await checkWorld(databaseUrl, { mayWait: true, now: app.clock.now() });
    return { status, held, missed };
  }

  it.each(wanted.provider === 'sandbox' ? LATE_RESTS : [])(
    'a part, and its rest late, %s',
    async (_name, end, steps) => {
      expect(await live(steps, openDraw())).toEqual({ ...end, missed: [] });
    },
  );

  it.each(drawCases(LIFE_SCRIPTS, { short: 8 }))('%s', async (_name, steps) => {
    await live(steps, openDraw());
  });

  it(`leave nothing behind in ${LIVES} lives that are drawn (seed ${SEED})`, async () => {
    const draw = openDraw();
    const next = drawStep(draw);
    for (let count = 0; count < LIVES; count++)
      await live(
        [...Array.from({ length: STEPS }, next), ...(draw.below(8) === 0 ? [{ does: 'chargeback' } as const] : [])],
        draw,
      );
  });

  it('end with what the provider holds, charge by charge, and with no case', async () => {
    const { app, databaseUrl } = market.node;
    const { platformId } = market.world;
    await checkWorld(databaseUrl, { mayWait: true, now: app.clock.now(), holdings });
    const [{ day } = { day: '' }] = await market.inspector.rows<{ day: string }>(
      `SELECT (now() AT TIME ZONE 'America/Sao_Paulo')::date::text AS day`,
    );
    const runId = newId();
    await market.inspector.rows('INSERT INTO reconciliation (platform_id, id, day) VALUES ($1, $2, $3)', [
      platformId,
      runId,
      day,
    ]);
    await runOrder(app, { platformId, runId });

    expect(
      await market.inspector.rows(
        `SELECT kind, subject, provider_amount, ledger_amount, payment_id FROM reconciliation_case WHERE platform_id = $1`,
        [platformId],
      ),
    ).toEqual([]);
  });
});

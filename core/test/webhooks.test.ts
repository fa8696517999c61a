/** The inbox accepts events in any order, any number of times, from any sender. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captureLog } from './capture-log.ts';
import { checkWorld } from './check-world.ts';
import { openDraw, SEED } from './draw.ts';
import { type Bought, type Letter, type Market, openTestMarket } from './market.ts';
import { writeVariants } from './provider-variants.ts';
import { waitFor } from './wait-for.ts';
import { buy, connect, createWorld, pixPurchase, SANDBOX_SECRETS } from './world.ts';

const PRICE = 9_990;

let variants: Awaited<ReturnType<typeof writeVariants>>;
beforeAll(async () => {
  variants = await writeVariants({
    unsigned: (manifest) => {
      manifest.webhook.authentication = { type: 'none' };
    },
    worded: (manifest) => {
      manifest.webhook.authentication = { type: 'header', header: 'x-sandbox-token', credential: 'webhookSecret' };
    },
  });
});
afterAll(() => variants.remove());

type Letterless = Omit<Letter, 'url'> & { url?: string };

const sign = (body: string, secret = SANDBOX_SECRETS.webhookSecret): Letterless => ({
  headers: {
    'content-type': 'application/json',
    'x-sandbox-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  },
  body,
});

interface Told {
  status: string;
  paid?: number;
  refunded?: number;
}

let events = 0;
const bodyOf = (
  { attemptId, transactionId }: Pick<Bought, 'attemptId' | 'transactionId'>,
  { status, paid = 0, refunded = 0 }: Told,
) =>
  JSON.stringify({
    id: `evt_${events++}`,
    type: `charge.${status}`,
    data: {
      id: transactionId,
      reference: attemptId,
      method: 'pix',
      status,
      amount: PRICE,
      paid_amount: paid,
      refunded_amount: refunded,
      payments: paid > 0 ? [{ id: `E-${transactionId}`, amount: paid }] : [],
      reason: null,
    },
  });
const eventOf = (bought: Pick<Bought, 'attemptId' | 'transactionId'>, told: Told) => sign(bodyOf(bought, told));

const STORY: Told[] = [
  { status: 'waiting' },
  { status: 'paid', paid: PRICE },
  { status: 'refunded', paid: PRICE, refunded: PRICE },
  { status: 'charged_back', paid: PRICE },
];

const permutations = <T>(items: T[]): T[][] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

const readWebhooks = (market: Market) =>
  market.inspector.rows<{
    state: string;
    reason: string | null;
    attempts: number;
    payment_id: string | null;
    headers: Record<string, string>;
  }>('SELECT state, reason, attempts, payment_id, headers FROM webhook ORDER BY id');
const allDone = (market: Market, count: number) =>
  waitFor(`${count} events have ended`, async () => {
    const rows = await readWebhooks(market);
    return rows.length === count && rows.every(({ state }) => state !== 'RECEIVED');
  });
/** Makes all attempts of an event pass without their pauses. */
const exhaust = (market: Market) =>
  waitFor('every event has ended', async () => {
    if ((await readWebhooks(market)).every(({ state }) => state !== 'RECEIVED')) return true;
    await market.makeDue();
    return false;
  });

describe(`events in any order (seed ${SEED})`, () => {
  it('five copies of each, shuffled and fifty at a time, end in the last lawful state', async () => {
    const market = await openTestMarket();
    const { shuffle } = openDraw();
    const bought: Bought[] = [];
    for (let count = 0; count < 8; count++) bought.push(await market.buyPix());
    // The first payment gets one event of its story, the second two, and so on.
    const chapters = (index: number) => STORY.slice(0, 1 + (index % STORY.length));
    const letters = shuffle(
      bought.flatMap((item, index) =>
        chapters(index).flatMap((told) => Array<Letterless>(5).fill(eventOf(item, told))),
      ),
    );

    for (let from = 0; from < letters.length; from += 50) {
      const answers = await Promise.all(letters.slice(from, from + 50).map((letter) => market.deliver(letter)));
      expect(answers.every((status) => status === 200)).toBe(true);
    }
    await allDone(market, letters.length);

    for (const [index, { paymentId }] of bought.entries()) {
      const payment = await market.readPayment(paymentId);
      expect(payment.status).toBe(['PENDING', 'APPROVED', 'REFUNDED', 'CHARGEBACK'][index % 4]);
      // The evidence is our own response and each event; repeats add none. "waiting" from another source counts separately.
      expect(payment.evidence).toBe(1 + chapters(index).length);
    }
    await checkWorld(market.node.databaseUrl);
  });

  it('no permutation of a story ever takes a payment back to an earlier state', async () => {
    const market = await openTestMarket();
    const rank = ['PENDING', 'APPROVED', 'REFUNDED', 'CHARGEBACK'];

    for (const story of permutations(STORY)) {
      const bought = await market.buyPix();
      let last = 0;
      for (const told of story) {
        const { evidence } = await market.readPayment(bought.paymentId);
        await market.deliver(eventOf(bought, told));
        await waitFor('the event counts', async () => (await market.readPayment(bought.paymentId)).evidence > evidence);
        const now = rank.indexOf((await market.readPayment(bought.paymentId)).status);
        expect(now).toBeGreaterThanOrEqual(last);
        last = now;
      }
      expect(await market.readPayment(bought.paymentId)).toMatchObject({ status: 'CHARGEBACK' });
    }
    await checkWorld(market.node.databaseUrl);
  });

  it('an event that overtakes our own answer is linked by reference and counts once', async () => {
    const market = await openTestMarket();
    const host = await market.host();
    host.addFault({ kind: 'slow', times: 1, delayMs: 1_500, match: 'POST /charges' });
    const answer = buy(market.node.app, pixPurchase(market.world));
    const [charge] = await waitFor('the provider has the charge', async () => {
      const charges = await host.simulator.listCharges(1);
      return charges.length > 0 ? charges : null;
    });
    await host.simulator.pay(charge?.transactionId as string);

    await market.deliver(market.letters[0] as Letter);
    await allDone(market, 1);
    const [row] = await market.inspector.rows<{ id: string }>('SELECT id FROM payment');
    expect(await market.readPayment(row?.id as string)).toMatchObject({
      status: 'APPROVED',
      state: 'CREATED',
      transaction_id: charge?.transactionId,
    });

    expect((await answer).json()).toMatchObject({ status: 'APPROVED', payment: { isConfirming: false } });
    const payment = await market.readPayment(row?.id as string);
    expect(payment).toMatchObject({ status: 'APPROVED', state: 'ANSWERED', settlement: 'EXACT' });
    expect(payment.events.filter((type) => type === 'payment.approved')).toHaveLength(1);
    await checkWorld(market.node.databaseUrl);
  });
});

describe('events about nobody we know', () => {
  it('are stored, answered 200, tried again for a while and then left to a person', async () => {
    const market = await openTestMarket();
    const bought = await market.buyPix();

    expect(
      await market.deliver(eventOf({ attemptId: 'not-ours', transactionId: 'chg_nobody' }, STORY[1] as Told)),
    ).toBe(200);
    await exhaust(market);

    expect(await readWebhooks(market)).toMatchObject([{ state: 'PARKED', reason: 'UNKNOWN_PAYMENT' }]);
    expect(await market.readPayment(bought.paymentId)).toMatchObject({ status: 'PENDING' });
    await checkWorld(market.node.databaseUrl);
  });

  it('touch no payment of another platform, whatever id they name', async () => {
    const market = await openTestMarket();
    const bought = await market.buyPix();
    const other = await createWorld(market.node.app, { host: 'other.example.com' });
    const { token } = await connect(market.node.app, other);

    await market.deliver({ ...eventOf(bought, STORY[1] as Told), url: `/webhooks/sandbox/${token}` });
    await exhaust(market);

    expect(await readWebhooks(market)).toMatchObject([
      { state: 'PARKED', reason: 'UNKNOWN_PAYMENT', payment_id: null },
    ]);
    expect(await market.readPayment(bought.paymentId)).toMatchObject({ status: 'PENDING', paid_amount: 0 });
    await checkWorld(market.node.databaseUrl);
  });

  it('at an address nobody has are refused', async () => {
    const market = await openTestMarket();
    const letter = eventOf({ attemptId: 'a', transactionId: 'b' }, STORY[1] as Told);

    expect(await market.deliver({ ...letter, url: '/webhooks/sandbox/AAAAAAAAAAAAAAAAAAAAAA' })).toBe(404);
    expect(await market.deliver({ ...letter, url: market.webhookPath.replace('sandbox', 'asaas') })).toBe(404);
    expect(await market.deliver({ ...letter, body: 'x'.repeat(1024 * 1024 + 1) })).toBe(413);
    expect(await readWebhooks(market)).toEqual([]);
  });
});

describe('who sent it', () => {
  it('must be proven: anything else is kept for a person and changes nothing', async () => {
    const market = await openTestMarket();
    const bought = await market.buyPix();
    const good = eventOf(bought, STORY[1] as Told);
    const signature = good.headers['x-sandbox-signature'] as string;
    const withSignature = (value: string) => ({ ...good, headers: { ...good.headers, 'x-sandbox-signature': value } });
    const bad: Letterless[] = [
      { ...good, headers: { 'content-type': 'application/json' } },
      withSignature(''),
      withSignature('sha256='),
      withSignature(signature.replace('sha256=', '')),
      withSignature(`${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`),
      withSignature(`${signature}00`),
      withSignature('sha256=ZZZZ'),
      sign(good.body, 'whsec_of_somebody_else'),
      sign(good.body, ''),
      { ...good, body: good.body.slice(0, -1) },
      { ...good, body: `${good.body} ` },
      { ...good, body: '' },
    ];

    const log = captureLog(market.node.app, 'debug');
    for (const letter of bad) expect(await market.deliver(letter)).toBe(200);
    await allDone(market, bad.length);

    const alerts = log.filter((line) => line.includes('"alert":"webhook-'));
    expect(alerts.map((line) => JSON.parse(line).alert)).toEqual(['webhook-refused']);
    const { values } = await market.node.app.metrics.alerts.get();
    expect(values.find(({ labels }) => labels.alert === 'webhook-refused')?.value).toBe(bad.length);

    for (const row of await readWebhooks(market))
      expect(row).toMatchObject({ state: 'PARKED', reason: 'SENDER_NOT_PROVEN' });
    expect(await market.readPayment(bought.paymentId)).toMatchObject({ status: 'PENDING', evidence: 1 });
    await checkWorld(market.node.databaseUrl);
  });

  it('is not proven by many: a connection keeps a hundred such events a day, 16 KB each, and all that are proven', async () => {
    const market = await openTestMarket();
    const bought = await market.buyPix();
    const forged = sign('x'.repeat(20_000), 'whsec_of_somebody_else');
    const plant = (count: number, age: string) =>
      market.inspector.rows(
        `INSERT INTO webhook (platform_id, id, connection_id, headers, query, body, state, reason, next_attempt_at, received_at)
         SELECT platform_id, gen_random_uuid(), connection_id, '{}', '{}', '', 'PARKED', 'SENDER_NOT_PROVEN', NULL, now() - $2::interval
         FROM webhook_endpoint, generate_series(1, $1::int) WHERE token = $3`,
        [count, age, market.webhookPath.split('/').at(-1)],
      );
    await plant(100, '25 hours');
    await plant(99, '23 hours');

    await market.deliver(forged);
    await allDone(market, 200);
    const [kept] = await market.inspector.rows('SELECT max(length(body)) AS bytes FROM webhook');
    expect(kept).toEqual({ bytes: 16 * 1024 });
    for (let time = 0; time < 3; time++) await market.deliver(forged);
    await market.deliver(eventOf(bought, STORY[1] as Told));
    await allDone(market, 201);

    expect(await market.readPayment(bought.paymentId)).toMatchObject({ status: 'APPROVED' });
  });

  it('is proven over the exact bytes: another order is fine when signed so, another spacing is not', async () => {
    const market = await openTestMarket();
    const first = await market.buyPix();
    const second = await market.buyPix();
    const reorder = (body: string) => {
      const { id, type, data } = JSON.parse(body);
      return `{ "data" : ${JSON.stringify(Object.fromEntries(Object.entries(data).reverse()))},\n\t"type":"${type}", "id":"${id}\\u0041é" }\r\n`;
    };

    await market.deliver(sign(reorder(bodyOf(first, STORY[1] as Told))));
    const compact = eventOf(second, STORY[1] as Told);
    await market.deliver({ ...compact, body: JSON.stringify(JSON.parse(compact.body), null, 1) });
    await allDone(market, 2);

    expect(await market.readPayment(first.paymentId)).toMatchObject({ status: 'APPROVED' });
    expect(await market.readPayment(second.paymentId)).toMatchObject({ status: 'PENDING' });
    expect(await readWebhooks(market)).toMatchObject([
      { state: 'PROCESSED' },
      { state: 'PARKED', reason: 'SENDER_NOT_PROVEN' },
    ]);
  });

  it('does not depend on what the content is called', async () => {
    const market = await openTestMarket();
    const kinds = ['text/plain', 'application/octet-stream', 'application/json; charset=utf-16', 'multipart/form-data'];
    const bought: Bought[] = [];

    for (const kind of kinds) {
      const item = await market.buyPix();
      const letter = eventOf(item, STORY[1] as Told);
      expect(await market.deliver({ ...letter, headers: { ...letter.headers, 'content-type': kind } })).toBe(200);
      bought.push(item);
    }
    await allDone(market, kinds.length);

    for (const { paymentId } of bought)
      expect(await market.readPayment(paymentId)).toMatchObject({ status: 'APPROVED' });
  });
});

describe('an unsigned event', () => {
  it('that claims a payment is only a reason to ask, and nobody is credited on it', async () => {
    const market = await openTestMarket({ provider: 'unsigned', providerDirectory: variants.directory });
    const host = await market.host();
    const bought = await market.buyPix();
    const forged = { headers: { 'content-type': 'application/json' }, body: bodyOf(bought, STORY[1] as Told) };

    await market.deliver(forged);
    await allDone(market, 1);
    expect(await market.readPayment(bought.paymentId)).toMatchObject({ status: 'PENDING', paid_amount: 0 });
    const sources = await market.inspector.rows('SELECT DISTINCT source FROM payment_evidence ORDER BY source');
    expect(sources).toEqual([{ source: 'answer' }, { source: 'query' }]);

    await host.simulator.pay(bought.transactionId as string);
    await market.deliver(forged);
    await allDone(market, 2);
    expect(await market.readPayment(bought.paymentId)).toMatchObject({ status: 'APPROVED', settlement: 'EXACT' });
    await checkWorld(market.node.databaseUrl);
  });

  it('is asked about again while the provider cannot answer', async () => {
    const market = await openTestMarket({ provider: 'unsigned', providerDirectory: variants.directory });
    const host = await market.host();
    const bought = await market.buyPix();
    await host.simulator.pay(bought.transactionId as string);
    host.addFault({ kind: 'error-500', times: 1, match: 'GET /charges' });

    await market.deliver({ headers: {}, body: bodyOf(bought, STORY[1] as Told) });
    await waitFor('it waits', async () => (await readWebhooks(market))[0]?.reason === 'PROVIDER_UNAVAILABLE');
    expect(await market.readPayment(bought.paymentId)).toMatchObject({ status: 'PENDING' });
    await market.makeDue();

    await waitFor('it counts', async () => (await market.readPayment(bought.paymentId)).status === 'APPROVED');
    await allDone(market, 1);
  });

  it('with a secret word needs the right one, which is stored nowhere in the clear', async () => {
    const market = await openTestMarket({ provider: 'worded', providerDirectory: variants.directory });
    const host = await market.host();
    const bought = await market.buyPix();
    await host.simulator.pay(bought.transactionId as string);
    const send = (word: string) =>
      market.deliver({
        headers: { 'content-type': 'application/json', 'x-sandbox-token': word },
        body: bodyOf(bought, STORY[1] as Told),
      });

    await send('wrong');
    await allDone(market, 1);
    expect(await market.readPayment(bought.paymentId)).toMatchObject({ status: 'PENDING' });
    await send(SANDBOX_SECRETS.webhookSecret);
    await allDone(market, 2);

    expect(await market.readPayment(bought.paymentId)).toMatchObject({ status: 'APPROVED' });
    const rows = await readWebhooks(market);
    expect(rows.map(({ reason }) => reason)).toEqual(['SENDER_NOT_PROVEN', null]);
    expect(JSON.stringify(rows)).not.toContain(SANDBOX_SECRETS.webhookSecret);
  });
});

describe('an event that cannot be handled', () => {
  const NUL = String.fromCharCode(0);
  const LONE = String.fromCharCode(0xd800);

  it('is left to a person, and holds up nobody else', async () => {
    const market = await openTestMarket();
    const bought = await market.buyPix();
    const unreadable = [
      sign('not json'),
      sign('null'),
      sign('[]'),
      sign('{"id":"evt","type":"charge.paid","data":{}}'),
      sign('{"id":1}'),
    ];
    const strange = { ...bought, attemptId: `${bought.attemptId}${NUL}${LONE}`, transactionId: `chg_${NUL}` };

    for (const letter of [...unreadable, eventOf(strange, STORY[1] as Told)])
      expect(await market.deliver(letter)).toBe(200);
    await market.deliver(eventOf(bought, STORY[1] as Told));
    await waitFor(
      'the good one counts',
      async () => (await market.readPayment(bought.paymentId)).status === 'APPROVED',
    );
    await exhaust(market);

    const rows = await readWebhooks(market);
    expect(rows.slice(0, 5).every(({ state, reason }) => state === 'PARKED' && reason === 'UNREADABLE')).toBe(true);
    expect(rows[5]).toMatchObject({ state: 'PARKED' });
    await checkWorld(market.node.databaseUrl);
  });

  it('because something inside fails is tried again and again, then left to a person, and the others go on', async () => {
    const market = await openTestMarket();
    const poisoned = await market.buyPix();
    const bought = await market.buyPix();
    await market.inspector.rows(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'poison'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON payment_evidence FOR EACH ROW WHEN (NEW.transaction_id = '${poisoned.transactionId}' AND NEW.source = 'webhook')
        EXECUTE FUNCTION fail()`);

    await market.deliver(eventOf(poisoned, STORY[1] as Told));
    await market.deliver(eventOf(bought, STORY[1] as Told));
    await waitFor(
      'the good one counts',
      async () => (await market.readPayment(bought.paymentId)).status === 'APPROVED',
    );
    await exhaust(market);

    expect(await readWebhooks(market)).toMatchObject([{ state: 'PARKED', reason: 'FAILED' }, { state: 'PROCESSED' }]);
    expect(await market.readPayment(poisoned.paymentId)).toMatchObject({ status: 'PENDING' });
    await checkWorld(market.node.databaseUrl);
  });

  it('because its words cannot be stored as they are still counts', async () => {
    const market = await openTestMarket();
    const bought = await market.buyPix();
    const event = JSON.parse(bodyOf(bought, STORY[1] as Told));
    event.data.reason = `paid${NUL}at${LONE}last`;

    expect(
      await market.deliver({ ...sign(JSON.stringify(event)), url: `${market.webhookPath}?note=%00%ED%A0%80` }),
    ).toBe(200);

    await waitFor('it counts', async () => (await market.readPayment(bought.paymentId)).status === 'APPROVED');
    await allDone(market, 1);
  });

  it('of a kind that says nothing about money is set aside with its name', async () => {
    const market = await openTestMarket();

    await market.deliver(sign(JSON.stringify({ id: 'evt', type: 'panel.opened', data: {} })));
    await allDone(market, 1);

    expect(await readWebhooks(market)).toMatchObject([{ state: 'IGNORED', reason: 'EVENT panel.opened' }]);
  });
});

import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bought, type Market, openMarket, openTestMarket } from '../../../test/market.ts';
import { writeVariants } from '../../../test/provider-variants.ts';
import { openStaff, type Staff } from '../../../test/staff.ts';
import { waitFor } from '../../../test/wait-for.ts';
import { connect, createWorld, SANDBOX_SECRETS, type World } from '../../../test/world.ts';
import { newId } from '../../shared/ids.ts';
import { type Laned, Lanes } from '../../shared/lanes.ts';
import type { ReceivedWebhook } from './model.ts';

const OPERATED = 'operated.example.com';
const FOREIGN = 'foreign.example.com';
const HOUR = 3_600_000;

let market: Market;
let operated: World;
let foreign: World;
let master: Staff;

beforeAll(async () => {
  // Nothing is processed here unless a test does it.
  market = await openMarket({ isListening: false });
  const { app } = market.node;
  operated = await createWorld(app, { host: OPERATED });
  foreign = await createWorld(app, { host: FOREIGN });
  await market.inspector.rows('UPDATE platform SET operator_id = $1 WHERE platform_id = $2', [
    market.world.platformId,
    operated.platformId,
  ]);
  master = await openStaff(app, market.world.platformId, { roles: ['master'] });
});
afterAll(() => market?.close());

const ask = (name: string, input: Record<string, string> = {}, headers = master.headers, app = market.node.app) =>
  app.inject({ url: `/api/webhooks.${name}?${new URLSearchParams(input)}`, headers });
const replay = (webhookId: string, input: object = {}, headers = master.headers, app = market.node.app) =>
  app.inject({
    method: 'POST',
    url: '/api/webhooks.replayWebhook',
    headers,
    payload: { webhookId, ...input },
  });

interface Planted {
  world?: World;
  connectionId?: string;
  body?: string;
  words?: string;
  state?: string;
  reason?: string | null;
  receivedAt?: string;
  paymentId?: string | null;
}

/** Inserts an event as the route stores it, processed by default. */
async function plant(planted: Planted = {}): Promise<string> {
  const { world = market.world, body = '{}', words = '', state = 'PROCESSED', reason = null } = planted;
  const { receivedAt = new Date().toISOString(), paymentId = null, connectionId = market.connectionId } = planted;
  const id = newId();
  await market.inspector.rows(
    `INSERT INTO webhook (platform_id, id, connection_id, headers, query, body, search_text, state, reason, received_at, payment_id,
       next_attempt_at, attempts, processed_at)
     VALUES ($1, $2, $3, '{}', '{}', $4, $5, $6, $7, $8, $9, CASE WHEN $6 = 'RECEIVED' THEN now() + interval '1 hour' END, 1,
       CASE WHEN $6 <> 'RECEIVED' THEN now() END)`,
    [world.platformId, id, connectionId, Buffer.from(body), words, state, reason, receivedAt, paymentId],
  );
  return id;
}
const forget = () => market.inspector.rows('DELETE FROM webhook');
const listIds = async (input: Record<string, string> = {}) =>
  ((await ask('listWebhooks', input)).json() as { webhooks: { id: string }[] }).webhooks.map(({ id }) => id);

const sign = (body: string, extra: Record<string, string> = {}) => ({
  headers: {
    'content-type': 'application/json',
    'x-sandbox-signature': `sha256=${createHmac('sha256', SANDBOX_SECRETS.webhookSecret).update(body).digest('hex')}`,
    ...extra,
  },
  body,
});
const paid = ({ attemptId, transactionId }: Bought) =>
  JSON.stringify({
    id: `evt_${transactionId}`,
    type: 'charge.paid',
    data: {
      id: transactionId,
      reference: attemptId,
      method: 'pix',
      status: 'paid',
      amount: 9990,
      paid_amount: 9990,
      refunded_amount: 0,
      payments: [{ id: `E-${transactionId}`, amount: 9990 }],
      reason: null,
    },
  });

describe('listWebhooks', () => {
  it('finds events by state, connection, day, payment, id and words of the body, and tells what became of them', async () => {
    await forget();
    const bought = await market.buyPix();
    const second = await connect(market.node.app, market.world, { name: 'Reserva' });
    const processed = await plant({ words: 'evt_abc1\ncharge.paid', paymentId: bought.paymentId, body: '{"a":1}' });
    const ignored = await plant({ state: 'IGNORED', reason: 'EVENT customer.created', words: 'evt_abc2' });
    const parked = await plant({ state: 'PARKED', reason: 'UNREADABLE', connectionId: second.id, words: 'a%_b' });
    const waiting = await plant({ state: 'RECEIVED', reason: 'UNKNOWN_PAYMENT' });

    expect(await listIds()).toEqual([waiting, parked, ignored, processed]);
    expect(await listIds({ state: 'PROCESSED' })).toEqual([processed]);
    expect(await listIds({ state: 'IGNORED' })).toEqual([ignored]);
    expect(await listIds({ state: 'PARKED' })).toEqual([parked]);
    expect(await listIds({ state: 'RECEIVED' })).toEqual([waiting]);
    expect(await listIds({ connectionId: second.id })).toEqual([parked]);
    expect(await listIds({ search: bought.publicId })).toEqual([processed]);
    expect(await listIds({ search: ignored })).toEqual([ignored]);
    expect(await listIds({ search: ' EVT_abc ' })).toEqual([ignored, processed]);
    expect(await listIds({ search: 'evt_abc', state: 'IGNORED' })).toEqual([ignored]);
    expect(await listIds({ search: '%_' })).toEqual([parked]);
    expect(await listIds({ search: newId() })).toEqual([]);
    const [row] = ((await ask('listWebhooks', { search: processed })).json() as { webhooks: object[] }).webhooks;
    expect(row).toEqual({
      id: processed,
      connectionId: market.connectionId,
      connectionName: 'sandbox',
      provider: 'sandbox',
      state: 'PROCESSED',
      reason: null,
      paymentId: bought.publicId,
      attempts: 1,
      replays: 0,
      bytes: 7,
      receivedAt: expect.any(String),
      processedAt: expect.any(String),
    });
  });

  it('keeps to days in São Paulo, and a search to a month', async () => {
    await forget();
    const early = await plant({ receivedAt: '2025-03-10T02:59:59.999Z', words: 'evt_1' });
    const first = await plant({ receivedAt: '2025-03-10T03:00:00Z', words: 'evt_1' });
    const last = await plant({ receivedAt: '2025-04-10T02:59:59.999Z', words: 'evt_1' });
    const late = await plant({ receivedAt: '2025-04-10T03:00:00Z', words: 'evt_1' });
    const today = await plant({ words: 'evt_1' });

    expect(await listIds({ from: '2025-03-10', to: '2025-04-09' })).toEqual([last, first]);
    expect(await listIds({ to: '2025-03-10' })).toEqual([first, early]);
    expect(await listIds({ search: 'evt_1' })).toEqual([today]);
    expect(await listIds({ search: 'evt_1', from: '2025-03-10', to: '2025-04-09' })).toEqual([last, first]);
    expect(await listIds({ search: 'evt_1', from: '2025-03-10' })).toEqual([last, first]);
    expect(await listIds({ search: 'evt_1', to: '2025-04-10' })).toEqual([late, last]);
    const wrong: Record<string, string>[] = [
      { from: '2025-03-10', to: '2025-03-09' },
      { from: '2025-01-01', to: '2026-01-02' },
      { from: '2025-03-10', to: '2025-04-10', search: 'evt_1' },
    ];
    for (const input of wrong) {
      const answer = await ask('listWebhooks', input);
      expect([answer.json().code, answer.json().details[0].field]).toEqual(['PERIOD_INVALID', 'to']);
    }
    expect((await ask('listWebhooks', { after: 'x' })).json().details[0].field).toBe('after');
  });

  it('pages through events of the same moment without skipping or repeating any', async () => {
    await forget();
    const wanted = new Set<string>();
    const receivedAt = '2025-05-05T12:00:00.123456Z';
    for (let index = 0; index < 7; index++) wanted.add(await plant({ receivedAt, words: 'evt_1' }));
    for (const search of ['', 'evt_1']) {
      const seen: string[] = [];
      let after: string | null = '';
      while (after !== null && seen.length < 20) {
        const input: Record<string, string> = {
          from: '2025-05-05',
          limit: '3',
          ...(after && { after }),
          ...(search && { search }),
        };
        const page = (await ask('listWebhooks', input)).json() as { webhooks: { id: string }[]; next: string | null };
        seen.push(...page.webhooks.map(({ id }) => id));
        after = page.next;
      }
      expect(seen).toHaveLength(7);
      expect(new Set(seen)).toEqual(wanted);
    }
  });
});

describe('whose logs they are', () => {
  it("shows a master the own platform and those it operates, and another operator's master nothing", async () => {
    await forget();
    const { app } = market.node;
    const there = await connect(app, operated);
    const elsewhere = await connect(app, foreign);
    const own = await plant();
    const operatedEvent = await plant({ world: operated, connectionId: there.id });
    const foreignEvent = await plant({ world: foreign, connectionId: elsewhere.id });
    const outsider = await openStaff(app, foreign.platformId, { roles: ['master'], host: FOREIGN });
    const admin = await openStaff(app, market.world.platformId, { roles: ['admin'] });
    const { platformId } = operated;

    expect(await listIds()).toEqual([own]);
    expect(await listIds({ platformId })).toEqual([operatedEvent]);
    expect((await ask('getWebhook', { platformId, webhookId: operatedEvent })).json().id).toBe(operatedEvent);
    expect((await replay(operatedEvent, { platformId })).statusCode).toBe(200);
    const events = await market.inspector.rows(
      `SELECT platform_id, details->>'platformId' AS there FROM audit_event WHERE type = 'webhook.replayed' ORDER BY id`,
    );
    expect(events).toEqual([
      { platform_id: platformId, there: null },
      { platform_id: market.world.platformId, there: platformId },
    ]);

    const refusals: [Awaited<ReturnType<typeof ask>>, string][] = [
      [await ask('listWebhooks', { platformId: foreign.platformId }), 'PLATFORM_NOT_FOUND'],
      [await ask('listExchanges', { platformId: foreign.platformId }), 'PLATFORM_NOT_FOUND'],
      [await ask('getWebhook', { webhookId: foreignEvent }), 'WEBHOOK_NOT_FOUND'],
      [await ask('getWebhook', { webhookId: operatedEvent }), 'WEBHOOK_NOT_FOUND'],
      [await ask('getWebhook', { platformId, webhookId: own }), 'WEBHOOK_NOT_FOUND'],
      [await replay(foreignEvent), 'WEBHOOK_NOT_FOUND'],
      [await replay(foreignEvent, { platformId: foreign.platformId }), 'PLATFORM_NOT_FOUND'],
      [await replay(own, {}, outsider.headers), 'WEBHOOK_NOT_FOUND'],
      [await replay(operatedEvent, { platformId }, outsider.headers), 'PLATFORM_NOT_FOUND'],
      [await ask('listWebhooks', { platformId }, outsider.headers), 'PLATFORM_NOT_FOUND'],
      [await ask('listWebhooks', {}, admin.headers), 'ACCESS_DENIED'],
      [await replay(own, {}, admin.headers), 'ACCESS_DENIED'],
      [await ask('listExchanges', {}, {} as typeof master.headers), 'LOGIN_REQUIRED'],
    ];
    expect(refusals.map(([answer]) => answer.json().code)).toEqual(refusals.map(([, code]) => code));
    expect(await market.inspector.rows('SELECT 1 FROM webhook WHERE replays > 0')).toHaveLength(1);
  });
});

describe('getWebhook', () => {
  const SECRETS = [
    '52998224725',
    '529.982.247-25',
    '11.222.333/0001-81',
    '4111111111111111',
    'tok_card_secret',
    'joao.c@',
  ];

  it('shows what came with documents, cards, e-mails and tokens covered, and finds it by none of them', async () => {
    await forget();
    const body = JSON.stringify({
      id: 'evt_planted',
      type: 'customer.created',
      data: {
        cpf: 52998224725,
        document: '529.982.247-25',
        company: '11.222.333/0001-81',
        pan: '4111111111111111',
        cardToken: 'tok_card_secret',
        email: 'joao.c@example.com',
        text: 'CPF 52998224725 de joao.c@example.com',
      },
    });
    const url = `${market.webhookPath}?token=tok_card_secret&cpf=52998224725&mail=joao.c%40example.com&data.id=778`;
    const letter = sign(body, { authorization: 'Bearer tok_card_secret', 'x-note': '52998224725 joao.c@example.com' });
    expect(await market.deliver({ ...letter, url })).toBe(200);
    const [webhookId] = await listIds({ search: 'evt_planted' });

    const answer = await ask('getWebhook', { webhookId: webhookId as string });

    const shown = answer.json();
    expect(answer.headers['cache-control']).toContain('no-store');
    for (const secret of SECRETS) {
      expect(answer.body).not.toContain(secret);
      expect([secret, await listIds({ search: secret })]).toEqual([secret, []]);
    }
    expect(JSON.parse(shown.body)).toEqual({
      id: 'evt_planted',
      type: 'customer.created',
      data: {
        cpf: '***',
        document: '***',
        company: '***',
        pan: '***',
        cardToken: '***',
        email: '***@example.com',
        text: 'CPF *** de ***@example.com',
      },
    });
    expect(shown.query).toEqual({ token: '***', cpf: '***', mail: '***@example.com', 'data.id': '778' });
    expect(shown.headers).toMatchObject({ authorization: '***', 'x-note': '*** ***@example.com' });
    expect(shown.headers['x-sandbox-signature']).toMatch(/^sha256=/);
    expect(shown.answer).toEqual({ status: 200, body: '{"received":true}' });
  });

  it('says that there is no text where there is none', async () => {
    const id = newId();
    await market.inspector.rows(
      `INSERT INTO webhook (platform_id, id, connection_id, headers, query, body, next_attempt_at, state)
       VALUES ($1, $2, $3, '{}', '{}', '\\xff00fe', NULL, 'PROCESSED')`,
      [market.world.platformId, id, market.connectionId],
    );

    expect((await ask('getWebhook', { webhookId: id })).json()).toMatchObject({ body: null, bytes: 3 });
  });
});

describe('replayWebhook', () => {
  it('lets one of two who ask at once have it, and says to the other that it is under way', async () => {
    const id = await plant({ state: 'PARKED', reason: 'UNREADABLE' });
    await market.inspector.rows(`DELETE FROM audit_event WHERE type = 'webhook.replayed'`);

    const answers = await Promise.all([replay(id), replay(id), replay(id)]);

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('WEBHOOK_BUSY');
    const [row] = await market.inspector.rows(
      'SELECT state, replays, attempts, processed_at FROM webhook WHERE id = $1',
      [id],
    );
    expect(row).toEqual({ state: 'RECEIVED', replays: 1, attempts: 0, processed_at: null });
    const audit = await market.inspector.rows(
      `SELECT subject_id, subject_name, details FROM audit_event WHERE type = 'webhook.replayed'`,
    );
    expect(audit).toEqual([
      {
        subject_id: id,
        subject_name: 'sandbox',
        details: { provider: 'sandbox', state: 'PARKED', reason: 'UNREADABLE' },
      },
    ]);
  });

  it('does not touch what a node works on, until its claim has run out', async () => {
    const id = await plant({ state: 'RECEIVED' });
    const claim = (interval: string) =>
      market.inspector.rows(`UPDATE webhook SET claimed_until = now() + $2::interval WHERE id = $1`, [id, interval]);

    await claim('1 minute');
    expect((await replay(id)).json().code).toBe('WEBHOOK_BUSY');
    await claim('-1 second');
    expect((await replay(id)).statusCode).toBe(200);
  });
});

describe('an event that is processed again', () => {
  it('is processed at once, whatever became of it before, and money counts once', async () => {
    const home = await openTestMarket();
    const staff = await openStaff(home.node.app, home.world.platformId, { roles: ['master'] });
    const bought = await home.buyPix();
    await home.deliver(sign(paid(bought)));
    const end = (replays: number) =>
      waitFor(`it has ended, replayed ${replays} times`, async () => {
        const [row] = await home.inspector.rows<{ id: string }>(
          `SELECT id, state, reason, attempts, claimed_until, payment_id FROM webhook WHERE state = 'PROCESSED' AND replays = $1`,
          [replays],
        );
        return row;
      });
    const { id } = await end(0);
    const before = await home.readPayment(bought.paymentId);
    expect(before).toMatchObject({ status: 'APPROVED', settlement: 'EXACT' });

    for (const [index, state] of ['PROCESSED', 'IGNORED', 'PARKED', 'RECEIVED'].entries()) {
      await home.inspector.rows(
        `UPDATE webhook SET state = $1, reason = 'X', attempts = 7, next_attempt_at = CASE WHEN $1 = 'RECEIVED' THEN now() + interval '1 hour' END`,
        [state],
      );

      expect((await replay(id, {}, staff.headers, home.node.app)).statusCode).toBe(200);

      expect(await end(index + 1)).toEqual({
        id,
        state: 'PROCESSED',
        reason: null,
        attempts: 1,
        claimed_until: null,
        payment_id: bought.paymentId,
      });
      expect(await home.readPayment(bought.paymentId)).toEqual(before);
    }
  });

  it('is asked about at the provider where nobody signed it, and only that answer counts', async () => {
    const variants = await writeVariants({
      unsigned: (manifest) => {
        manifest.webhook.authentication = { type: 'none' };
      },
    });
    try {
      const home = await openTestMarket({ provider: 'unsigned', providerDirectory: variants.directory });
      const staff = await openStaff(home.node.app, home.world.platformId, { roles: ['master'] });
      const bought = await home.buyPix();
      await home.deliver({ headers: { 'content-type': 'application/json' }, body: paid(bought) });
      const end = (replays: number) =>
        waitFor('it has ended', async () => {
          const [row] = await home.inspector.rows<{ id: string }>(
            `SELECT id FROM webhook WHERE state = 'PROCESSED' AND replays = $1`,
            [replays],
          );
          return row?.id;
        });
      const id = await end(0);

      await replay(id, {}, staff.headers, home.node.app);
      await end(1);
      expect(await home.readPayment(bought.paymentId)).toMatchObject({ status: 'PENDING', paid_amount: 0 });

      await (await home.host()).simulator.pay(bought.transactionId as string);
      await replay(id, {}, staff.headers, home.node.app);
      await end(2);
      expect(await home.readPayment(bought.paymentId)).toMatchObject({ status: 'APPROVED', settlement: 'EXACT' });

      const flushed = await waitFor('what was asked is written', async () => {
        const answer = await ask('listExchanges', { search: 'getTransaction' }, staff.headers, home.node.app);
        const { exchanges } = answer.json() as { exchanges: { operation: string; paymentId: string }[] };
        return exchanges.length >= 3 ? exchanges : null;
      });
      expect(new Set(flushed.map(({ operation }) => operation))).toEqual(new Set(['getTransaction']));
      expect(new Set(flushed.map(({ paymentId }) => paymentId))).toEqual(new Set([bought.publicId]));
    } finally {
      await variants.remove();
    }
  });

  it('is not taken for done by a node whose claim had run out before', async () => {
    const home = await openTestMarket({ isListening: false });
    const staff = await openStaff(home.node.app, home.world.platformId, { roles: ['master'] });
    const { DUE_WEBHOOKS, finishWebhook } = await import('./model.ts');
    const lanes = new Lanes<ReceivedWebhook & Laned>({ connection: 1, provider: 1 });
    await home.deliver(sign('{"id":"evt_1"}'));
    const stale = (await home.node.app.database.jobs.find(lanes.claim(DUE_WEBHOOKS, 60)))!;
    await home.inspector.rows(`UPDATE webhook SET claimed_until = now() - interval '1 second'`);

    expect((await replay(stale.id, {}, staff.headers, home.node.app)).statusCode).toBe(200);
    await home.node.app.database.writeShared(
      stale.platformId,
      finishWebhook(stale, { state: 'PROCESSED', reason: null, paymentId: null }),
    );

    expect(await home.inspector.rows('SELECT state, replays FROM webhook')).toEqual([
      { state: 'RECEIVED', replays: 1 },
    ]);
  });
});

describe('listExchanges', () => {
  it('tells what was asked, for which operation and payment, and why it failed, without what belongs to people', async () => {
    const { app } = market.node;
    await market.inspector.rows('DELETE FROM provider_exchange');
    const bought = await market.buyPix();
    const at = new Date(Date.now() + HOUR);
    app.exchanges.add(market.world.platformId, market.connectionId, bought.paymentId, {
      method: 'POST',
      host: 'api.example.com',
      path: '/charges/ch_9',
      status: 422,
      outcome: 'REJECTED',
      errorCode: 'INVALID_REQUEST',
      reason: 'O valor é baixo demais.',
      durationMs: 120.4,
      startedAt: at,
      operation: 'refund',
    });
    const list = async (input: Record<string, string> = {}) =>
      (await ask('listExchanges', input)).json().exchanges as Record<string, unknown>[];
    await waitFor('they are written', async () => (await list({ isFailed: 'true' })).length > 0);

    const [failed] = await list({ isFailed: 'true' });

    expect(failed).toEqual({
      id: expect.any(String),
      connectionId: market.connectionId,
      connectionName: 'sandbox',
      provider: 'sandbox',
      operation: 'refund',
      method: 'POST',
      host: 'api.example.com',
      path: '/charges/ch_9',
      status: 422,
      outcome: 'REJECTED',
      errorCode: 'INVALID_REQUEST',
      reason: 'O valor é baixo demais.',
      durationMs: 120,
      paymentId: bought.publicId,
      startedAt: at.toISOString(),
    });
    expect(await list({ isFailed: 'true' })).toHaveLength(1);
    for (const search of ['CH_9', 'invalid_req', 'refund', 'baixo demais', bought.publicId])
      expect([search, (await list({ search, isFailed: 'true' })).length]).toEqual([search, 1]);
    expect(await list({ search: 'nothing like it' })).toEqual([]);
    const [charge] = await list({ search: 'createTransaction' });
    expect(charge).toMatchObject({ outcome: 'OK', errorCode: null, reason: null, paymentId: bought.publicId });
  });
});

/** /metrics shows the events of this node to callers with the token, and to no others. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post } from '../src/modules/ledger/model.ts';
import { measureOldestWork } from '../src/modules/system/oldest-work.ts';
import { readConfig } from '../src/plugins/config.ts';
import { newId } from '../src/shared/ids.ts';
import { buildNode, TEST_KEY } from './build.ts';
import { captureLog } from './capture-log.ts';
import { type Market, openMarket } from './market.ts';
import { buy, pixPurchase } from './world.ts';

const TOKEN = 'token-that-only-prometheus-has';
let market: Market;

beforeAll(async () => {
  market = await openMarket({ isListening: false, env: { METRICS_TOKEN: TOKEN } });
});
afterAll(() => market.close());

const ask = (authorization?: string, app = market.node.app) =>
  app.inject({ url: '/metrics', ...(authorization && { headers: { authorization } }) });

/** Returns the value of a series, written as Prometheus writes it; 0 where it is not there. */
async function read(series: string): Promise<number> {
  const { statusCode, body } = await ask(`Bearer ${TOKEN}`);
  expect(statusCode).toBe(200);
  const line = body.split('\n').find((text) => text.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? 0);
}

interface Board {
  panels: { title: string; targets: { expr: string }[] }[];
}

describe('docs/grafana/feira.json', () => {
  const board: Board = JSON.parse(
    readFileSync(new URL('../../docs/grafana/feira.json', import.meta.url), { encoding: 'utf8' }),
  );

  it.each(board.panels.map(({ title, targets }) => [title, targets] as const))(
    'asks for metrics that exist: %s',
    (_, targets) => {
      const { registry } = market.node.app.metrics;
      for (const { expr } of targets) {
        const names = expr.match(/\b(feira|nodejs|process)_\w+/g) ?? [];
        expect(names).not.toEqual([]);
        for (const name of names)
          expect([name, registry.getSingleMetric(name.replace(/_(bucket|count|sum)$/, '')) !== undefined]).toEqual([
            name,
            true,
          ]);
      }
    },
  );
});

describe('GET /metrics', () => {
  it('counts a purchase, the requests to the provider, and nothing twice', async () => {
    const series = [
      'feira_purchases_total{method="PIX",outcome="PENDING"}',
      'feira_provider_request_seconds_count{provider="sandbox",operation="createTransaction",outcome="OK"}',
    ];
    const before = await Promise.all(series.map(read));

    await buy(market.node.app, pixPurchase(market.world));

    expect(await Promise.all(series.map(read))).toEqual(before.map((count) => count + 1));
  });

  it('counts a purchase that is refused', async () => {
    const series = 'feira_purchases_total{method="PIX",outcome="ERROR"}';
    const before = await read(series);

    const other = { ...pixPurchase(market.world), offerId: newId() };
    expect((await buy(market.node.app, other)).statusCode).toBe(404);

    expect(await read(series)).toBe(before + 1);
  });

  it('says how long each queue has waited, what sweeps and pools do, and how the process is', async () => {
    await buy(market.node.app, pixPurchase(market.world));
    await market.inspector.rows(`UPDATE outbox SET created_at = now() - interval '2 hours', published_at = NULL`);
    await market.inspector.rows(`UPDATE payment SET next_check_at = now() - interval '1 hour'`);

    await measureOldestWork(market.node.app);

    expect(await read('feira_oldest_work_seconds{queue="outbox"}')).toBeGreaterThanOrEqual(7_200);
    expect(await read('feira_oldest_work_seconds{queue="payments"}')).toBeGreaterThanOrEqual(3_600);
    const { body } = await ask(`Bearer ${TOKEN}`);
    for (const name of [
      'feira_sweep_age_seconds{sweep="outbox"}',
      'feira_database_connections{pool="writer",state="waiting"}',
      'feira_clock_ahead_seconds ',
      'nodejs_eventloop_lag_p99_seconds ',
      'process_resident_memory_bytes ',
    ])
      expect(body).toContain(`\n${name}`);
  });

  it('counts mails that are kept without SMTP_URL as no due work', async () => {
    const { app } = market.node;
    await market.inspector.rows(
      `INSERT INTO mail (platform_id, id, recipient, template, locale, key_version, next_attempt_at)
       SELECT platform_id, gen_random_uuid(), 'bia@example.com', 'kept', 'pt-BR', version, now() - interval '9 hours' FROM platform_key LIMIT 1`,
    );

    await measureOldestWork(app);

    expect(await read('feira_due_work{queue="mails"}')).toBe(0);
    expect(await read('feira_oldest_work_seconds{queue="mails"}')).toBe(0);
    const sending = Object.create(app, { config: { value: { ...app.config, smtpUrl: 'smtp://mail.example.com' } } });
    await measureOldestWork(sending);
    expect(await read('feira_due_work{queue="mails"}')).toBeGreaterThan(0);
    expect(await read('feira_oldest_work_seconds{queue="mails"}')).toBeGreaterThanOrEqual(32_400);
  });

  it('counts what is due in each queue, and how long the ledger waits to be sealed', async () => {
    const { app } = market.node;
    const { platformId } = market.world;
    const entries = [
      { kind: 'PLATFORM_FEES', amount: 100 },
      { kind: 'LOSSES', amount: -100 },
    ] as const;
    const occurredAt = new Date();
    await app.database.write(platformId, [
      post(platformId, { kind: 'SALE', source: 'not-sealed', currency: 'BRL', occurredAt, entries: [...entries] }),
    ]);
    await market.inspector.rows(`UPDATE ledger_transaction SET created_at = now() - interval '3 hours'`);
    await market.inspector.rows(`UPDATE payment SET next_check_at = now() - interval '1 hour'`);
    const [{ due } = { due: 0 }] = await market.inspector.rows<{ due: number }>(
      'SELECT count(*)::int AS due FROM payment',
    );

    await measureOldestWork(app);

    expect(due).toBeGreaterThan(0);
    expect(await read('feira_due_work{queue="payments"}')).toBe(due);
    expect(await read('feira_due_work{queue="refunds"}')).toBe(0);
    expect(await read('feira_oldest_work_seconds{queue="seal"}')).toBeGreaterThanOrEqual(10_800);
    const { body } = await ask(`Bearer ${TOKEN}`);
    for (const queue of ['refunds', 'withdrawals', 'receivers', 'seal']) {
      expect(body).toContain(`\nfeira_oldest_work_seconds{queue="${queue}"}`);
      expect(body).toContain(`\nfeira_due_work{queue="${queue}"}`);
    }
  });

  it('counts alerts by their name, whoever logs them', async () => {
    const { app } = market.node;
    captureLog(app, 'error');
    const series = 'feira_alerts_total{alert="mail-failed"}';
    const before = await read(series);

    app.log.error({ alert: 'mail-failed' }, 'A mail failed');
    app.log.child({ part: 'mails' }).error({ alert: 'mail-failed' }, 'Another mail failed');
    app.log.error({ adapter: { alert: 'mail-failed' } }, 'An adapter says so');
    app.log.error('mail-failed');

    expect(await read(series)).toBe(before + 2);
  });

  it('names no payment, person, platform or connection in a label', async () => {
    const { body } = await ask(`Bearer ${TOKEN}`);
    const { platformId } = market.world;

    expect(body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|@/);
    expect(body).not.toContain(platformId);
  });

  it.each([undefined, '', TOKEN, `Basic ${TOKEN}`, 'Bearer ', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.toUpperCase()}`])(
    'refuses a stranger who sends %j',
    async (authorization) => {
      const answer = await ask(authorization);

      expect(answer.statusCode).toBe(401);
      expect(answer.body).not.toContain('feira_');
    },
  );

  it('is nowhere without METRICS_TOKEN, which has to be long', async () => {
    const node = await buildNode({ databaseUrl: market.node.databaseUrl });

    expect((await ask(`Bearer ${TOKEN}`, node.app)).statusCode).toBe(404);

    await node.close();
    const environment = { DATABASE_URL: market.node.databaseUrl, ENCRYPTION_KEY: TEST_KEY, METRICS_TOKEN: 'short' };
    expect(() => readConfig(environment)).toThrow('METRICS_TOKEN');
  });
});

/** Purchases are reported to each network once, whatever happens on the way, to receivers that check what each network documents. */
import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from '../../../test/build.ts';
import { openDraw, rounds, SEED } from '../../../test/draw.ts';
import { type Inspector, openInspector } from '../../../test/inspect.ts';
import { movableClock } from '../../../test/market.ts';
import { buy, connect, createWorld, pixPurchase, type World } from '../../../test/world.ts';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import { claimConversions, type DueConversion, purgeConversions } from './conversion-model.ts';
import { createSender, prepareConversions } from './conversions.ts';
import { sealableToken } from './google-ads.ts';
import { prepareToken } from './tokens.ts';

type Network = 'facebook' | 'tiktok' | 'kwai' | 'googleAnalytics' | 'googleAds';
interface Received {
  network: Network;
  pixelId: string;
  event: string;
  eventId: string;
  value: number;
}

const EMAIL_HASH = createHash('sha256').update('joao@example.com').digest('hex');
/** Meta hashes the digits with the country code, TikTok the same number as E.164. */
const PHONE_HASHES = {
  facebook: createHash('sha256').update('5511987654321').digest('hex'),
  tiktok: createHash('sha256').update('+5511987654321').digest('hex'),
};
const ADS = 'AW-1/label';
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY_FILE = {
  type: 'service_account',
  client_email: 'feira@project.iam.gserviceaccount.com',
  private_key_id: 'key-1',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
};
const ADS_TOKEN = sealableToken(JSON.stringify(KEY_FILE), { account: '123-456-7890', conversionAction: '987' });
/** The ids that the page makes. */
const PAGE_EVENT_ID = /^[0-9a-f]{32}$/;
const EVENT_NAMES = /^(Purchase|InitiateCheckout|AddPaymentInfo)$/;
const USER_AGENT = 'Mozilla/5.0 (test)';
const startedAt = Math.floor(Date.now() / 1_000);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Each reads a request as its network documents it, and throws where it is another one. */
// biome-ignore lint/suspicious/noExplicitAny: each reader compares the whole body.
const READERS: Record<Network, (request: IncomingMessage, path: string, body: any) => Received> = {
  facebook(_, path, body) {
    const pixelId = /^\/v\d+\.0\/(\d+)\/events$/.exec(path)?.[1] ?? '';
    expect(body.access_token).toBe(`token of ${pixelId}`);
    expect(body.data).toHaveLength(1);
    const [event] = body.data;
    const isPurchase = event.event_name === 'Purchase';
    expect(event).toEqual({
      event_name: expect.stringMatching(EVENT_NAMES),
      event_time: expect.any(Number),
      event_id: expect.stringMatching(isPurchase ? UUID : PAGE_EVENT_ID),
      event_source_url: expect.stringMatching(/^http.*\/checkout\/[0-9a-f-]{36}$/),
      action_source: 'website',
      user_data: {
        em: [EMAIL_HASH],
        ph: [PHONE_HASHES.facebook],
        client_ip_address: '127.0.0.1',
        client_user_agent: USER_AGENT,
        fbc: expect.stringMatching(/^fb\.1\.\d{13}\.fb-click$/),
      },
      custom_data: {
        value: expect.any(Number),
        currency: 'BRL',
        content_ids: [expect.stringMatching(UUID)],
        content_type: 'product',
        ...(isPurchase && { order_id: event.event_id }),
      },
    });
    const { event_name: name, event_id: eventId, custom_data: custom } = event;
    // In seconds: milliseconds would be refused.
    expect(event.event_time).toBeGreaterThanOrEqual(startedAt - 1);
    expect(event.event_time).toBeLessThanOrEqual(Date.now() / 1_000 + 1);
    return { network: 'facebook', pixelId, event: name, eventId, value: custom.value };
  },
  tiktok(request, path, body) {
    expect(path).toBe('/open_api/v1.3/event/track/');
    expect(request.headers['access-token']).toBe(`token of ${body.event_source_id}`);
    const [event] = body.data;
    const isPurchase = event.event === 'Purchase';
    expect(body).toEqual({
      event_source: 'web',
      event_source_id: expect.any(String),
      data: [
        {
          event: expect.stringMatching(EVENT_NAMES),
          event_time: expect.any(Number),
          event_id: expect.stringMatching(isPurchase ? UUID : PAGE_EVENT_ID),
          user: { email: EMAIL_HASH, phone: PHONE_HASHES.tiktok, ip: '127.0.0.1', user_agent: USER_AGENT },
          properties: {
            value: expect.any(Number),
            currency: 'BRL',
            content_type: 'product',
            contents: [{ content_id: expect.stringMatching(UUID), quantity: 1, price: event.properties.value }],
            ...(isPurchase && { order_id: event.event_id }),
          },
          page: { url: expect.stringContaining('/checkout/') },
        },
      ],
    });
    const { value } = event.properties;
    return { network: 'tiktok', pixelId: body.event_source_id, event: event.event, eventId: event.event_id, value };
  },
  kwai(_, path, body) {
    expect(path).toBe('/log/common/api');
    expect(body).toMatchObject({
      access_token: `token of ${body.pixelId}`,
      clickid: 'kwai-click',
      event_name: 'EVENT_PURCHASE',
      is_attributed: 1,
      mmpcode: 'PL',
      testFlag: false,
      trackFlag: false,
    });
    const { value, currency, event_id: eventId } = JSON.parse(body.properties);
    expect(currency).toBe('BRL');
    return { network: 'kwai', pixelId: body.pixelId, event: 'Purchase', eventId, value };
  },
  googleAnalytics(request, path, body) {
    const query = new URL(`http://x${request.url}`).searchParams;
    expect(path).toBe('/mp/collect');
    const pixelId = query.get('measurement_id') ?? '';
    expect(query.get('api_secret')).toBe(`token of ${pixelId}`);
    const [{ name, params }] = body.events;
    expect(body).toEqual({
      client_id: '12345.67890',
      timestamp_micros: expect.any(Number),
      consent: { ad_user_data: 'GRANTED', ad_personalization: 'DENIED' },
      events: [
        {
          name: expect.stringMatching(/^(purchase|refund)$/),
          params: {
            transaction_id: expect.stringMatching(UUID),
            value: expect.any(Number),
            currency: 'BRL',
            items: [{ item_id: expect.stringMatching(UUID), quantity: 1, price: params.value }],
          },
        },
      ],
    });
    const event = name === 'refund' ? 'Refund' : 'Purchase';
    return { network: 'googleAnalytics', pixelId, event, eventId: params.transaction_id, value: params.value };
  },
  googleAds(request, path, body) {
    expect(path).toBe('/v1/events:ingest');
    expect(request.headers.authorization).toMatch(/^Bearer access-\d+$/);
    const [event] = body.events;
    expect(body).toEqual({
      destinations: [
        { operatingAccount: { accountType: 'GOOGLE_ADS', accountId: '1234567890' }, productDestinationId: '987' },
      ],
      encoding: 'HEX',
      consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_DENIED' },
      events: [
        {
          transactionId: expect.stringMatching(UUID),
          eventTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          eventSource: 'WEB',
          conversionValue: expect.any(Number),
          currency: 'BRL',
          adIdentifiers: { gclid: 'google-click' },
          userData: { userIdentifiers: [{ emailAddress: EMAIL_HASH }, { phoneNumber: PHONE_HASHES.tiktok }] },
        },
      ],
    });
    const { transactionId: eventId, conversionValue: value } = event;
    return { network: 'googleAds', pixelId: ADS, event: 'Value', eventId, value };
  },
};

let accessTokens = 0;
/** Gives an access token for an assertion that the key has signed, as Google documents it. */
function giveAccess(text: string): [number, unknown] {
  const form = new URLSearchParams(text);
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  expect(read(head)).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'key-1' });
  const { iat } = read(claims);
  expect(read(claims)).toEqual({
    iss: KEY_FILE.client_email,
    scope: 'https://www.googleapis.com/auth/datamanager',
    aud: 'https://oauth2.googleapis.com/token',
    iat,
    exp: iat + 3_600,
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    createPublicKey(privateKey),
    Buffer.from(signature, 'base64url'),
  );
  expect(isSigned).toBe(true);
  accessTokens++;
  return [200, { access_token: `access-${accessTokens}`, expires_in: 3_599, token_type: 'Bearer' }];
}
const TAKEN: Record<Network, [number, unknown]> = {
  facebook: [200, { events_received: 1, messages: [], fbtrace_id: 'A' }],
  tiktok: [200, { code: 0, message: 'OK', data: {} }],
  kwai: [200, { result: 1 }],
  googleAnalytics: [204, null],
  googleAds: [200, { requestId: 'request-1' }],
};

/** LOST: the network has the event, and its answer is lost. GONE: the connection ends before. */
type Fault = 'OK' | 'BUSY' | 'BROKEN' | 'LOST' | 'GONE' | 'NO_JSON';

let node: TestNode;
let inspector: Inspector;
let receiver: Server;
let sender: ReturnType<typeof createSender>;
let world: World;
let received: Received[] = [];
let wrong: Error[] = [];
let fault: (network: Network) => Fault = () => 'OK';
/** The answers to the next requests, instead of all others. */
let answers: [number, unknown][] = [];
const clock = movableClock();

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const [, network, path = ''] = /^\/(\w+)(\/[^?]*)/.exec(request.url ?? '') as unknown as [string, Network, string];
  const answer = ([status, body]: [number, unknown]) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body === null ? '' : JSON.stringify(body));
  if (path === '/token') return void answer(giveAccess(Buffer.concat(chunks).toString()));
  const drawn = fault(network);
  if (drawn === 'GONE') return void request.socket.destroy();
  if (drawn === 'BUSY') return void answer([429, { message: 'slow down' }]);
  if (drawn === 'BROKEN') return void answer([500, {}]);
  const [next] = answers.splice(0, 1);
  if (next) return void answer(next);
  try {
    received.push(READERS[network](request, path, JSON.parse(Buffer.concat(chunks).toString())));
  } catch (error) {
    wrong.push(error as Error);
  }
  if (drawn === 'LOST') return void request.socket.destroy();
  if (drawn === 'NO_JSON' && network !== 'googleAnalytics') return void response.writeHead(200).end('<html>');
  answer(TAKEN[network]);
}

beforeAll(async () => {
  node = await buildNode({ clock });
  inspector = await openInspector(node.databaseUrl);
  receiver = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const origin = (network: Network) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${network}`;
  sender = createSender(node.app, {
    origins: {
      facebook: origin('facebook'),
      tiktok: origin('tiktok'),
      kwai: origin('kwai'),
      googleAnalytics: origin('googleAnalytics'),
      googleAds: origin('googleAds'),
    },
    googleTokenOrigin: origin('googleAds'),
    allowPrivateHosts: true,
  });
  world = await openShop({ facebook: ['900'] }, ['900']);
});
afterAll(async () => {
  await sender.close();
  receiver.closeAllConnections();
  receiver.close();
  await inspector.close();
  await node.close();
});
beforeEach(() => {
  received = [];
  wrong = [];
  answers = [];
  fault = () => 'OK';
});

const PIXELS = {
  facebook: ['100'],
  tiktok: ['C1'],
  kwai: ['300'],
  googleAnalyticsId: 'G-1',
  googleAdsId: 'AW-1',
  googleAdsConversionApiId: 'label',
};
const NETWORK_OF: Record<string, Network> = {
  '1': 'facebook',
  '9': 'facebook',
  C: 'tiktok',
  '3': 'kwai',
  G: 'googleAnalytics',
  A: 'googleAds',
};

/** A shop whose product has the pixels above, each with its token. */
async function openShop(platformPixels: object, platformTokens: string[], extra: object = {}): Promise<World> {
  const made = await createWorld(node.app, { host: `${newId()}.example`, settings: { pixels: platformPixels } });
  await connect(node.app, made);
  await inspector.rows('UPDATE product SET pixels = $2 WHERE id = $1', [
    made.productId,
    JSON.stringify({ ...PIXELS, ...extra }),
  ]);
  const { platformId, productId } = made;
  for (const [pixelId, owner] of [
    ...platformTokens.map((id) => [id, null] as const),
    ...['100', 'C1', '300', 'G-1', ADS].map((id) => [id, productId] as const),
  ]) {
    const key = { productId: owner, network: NETWORK_OF[pixelId[0] as string] as Network, pixelId };
    const token = pixelId === ADS ? ADS_TOKEN : `token of ${pixelId}`;
    await node.app.database.write(platformId, await prepareToken(node.app, platformId, key, token));
  }
  node.app.cache.forgetAll();
  return made;
}

interface Order {
  platformId: string;
  paymentId: string;
  saleId: string;
  eventIds: Record<'InitiateCheckout' | 'AddPaymentInfo', string>;
}

async function order(shop: World, { hasConsent = true, click = true, isTold = false } = {}): Promise<Order> {
  const [{ host } = { host: '' }] = await inspector.rows<{ host: string }>(
    'SELECT host FROM platform_domain WHERE platform_id = $1',
    [shop.platformId],
  );
  const utmQuery = { fbclid: 'fb-click', gclid: 'google-click', ...(click && { kwai_click_id: 'kwai-click' }) };
  const eventIds = {
    InitiateCheckout: newId().replaceAll('-', ''),
    AddPaymentInfo: newId().replaceAll('-', ''),
  };
  // The page says what it has reported.
  const adConsent = { clientId: '12345.67890', ...(isTold && { eventIds }) };
  const input = pixPurchase(shop, { utmQuery, ...(hasConsent && { adConsent }) });
  const key = newId();
  const tryOnce = () => buy(node.app, input, key, { host, 'user-agent': USER_AGENT });
  let answer = await tryOnce();
  while (answer.statusCode === 503) answer = await tryOnce();
  expect(answer.statusCode).toBe(200);
  const [row] = await inspector.rows<Order>(
    `SELECT platform_id AS "platformId", id AS "paymentId", sale_id AS "saleId" FROM payment WHERE public_id = $1`,
    [answer.json().paymentId],
  );
  return { ...(row as Omit<Order, 'eventIds'>), eventIds };
}

const STEPS = {
  APPROVED: `status = 'APPROVED', approved_at = coalesce(approved_at, now())`,
  PARTLY: `refunded_amount = 3000`,
  REFUNDED: `status = 'REFUNDED', refunded_amount = 9990`,
  CHARGEBACK: `status = 'CHARGEBACK'`,
};
const step = (one: Order, name: keyof typeof STEPS) =>
  inspector.rows(`UPDATE payment SET ${STEPS[name]} WHERE id = $1`, [one.paymentId]);
/** A busy machine puts work off, and its giver gives it again: the queue a job, the sweep a row, a page its purchase. */
const isPutOff = (error: unknown) => error instanceof AppError && error.code === 'DATABASE_UNAVAILABLE';

async function prepare(one: Order): Promise<void> {
  for (;;) {
    try {
      return await prepareConversions(node.app, one);
    } catch (error) {
      if (!isPutOff(error)) throw error;
    }
  }
}

async function send(row: DueConversion): Promise<void> {
  try {
    await sender.sendDue(row);
  } catch (error) {
    // The row waits for the next round.
    if (!isPutOff(error)) throw error;
  }
}

/** Sends what waits until nothing does; the waits between attempts pass at once. */
async function sendAll(): Promise<void> {
  for (;;) {
    await inspector.rows(`UPDATE conversion SET due_at = now() WHERE state = 'WAITING'`);
    const rows = await node.app.database.jobs.list(claimConversions(50, 60));
    if (rows.length === 0) return;
    await Promise.all(rows.map(send));
  }
}
const rowsOf = ({ saleId }: Order) =>
  inspector.rows<{ event: string; network: string; state: string; problem: string | null; answer: string | null }>(
    'SELECT event, network, state, problem, answer FROM conversion WHERE sale_id = $1 ORDER BY network, event',
    [saleId],
  );

describe('conversions', () => {
  it('are reported once for each order and pixel, in disordered runs with broken networks', async () => {
    const draw = openDraw();
    const platform = { facebook: ['900', '100'] };
    const paidShop = await openShop(platform, ['900']);
    const createdShop = await openShop(platform, ['900'], { pixPurchase: 'CREATED' });
    const faults = draw.deck<Fault>(['OK', 'OK', 'OK', 'OK', 'OK', 'BUSY', 'BROKEN', 'LOST', 'GONE', 'NO_JSON']);
    const RUNS = rounds({ short: 100, long: 500 });

    const live = async () => {
      const isCreated = draw.below(2) === 0;
      const hasConsent = draw.below(6) > 0;
      const click = draw.below(3) > 0;
      const one = await order(isCreated ? createdShop : paidShop, { hasConsent, click, isTold: true });
      const steps = draw.pick<(keyof typeof STEPS)[]>([
        [],
        ['APPROVED'],
        ['APPROVED'],
        ['APPROVED', 'PARTLY'],
        ['APPROVED', 'PARTLY', 'REFUNDED'],
        ['APPROVED', 'REFUNDED'],
        ['APPROVED', 'CHARGEBACK'],
      ]);
      const jobs: Promise<void>[] = [];
      const maybeWork = () => {
        for (let times = draw.below(4); times > 0; times--) jobs.push(prepare(one));
      };
      maybeWork();
      for (const name of steps) {
        await step(one, name);
        maybeWork();
      }
      await Promise.all(jobs);
      // Every event is delivered at least once, the last one at the earliest now.
      await Promise.all([prepare(one), prepare(one)]);
      return { ...one, isCreated, hasConsent, click, steps };
    };
    const lives: Awaited<ReturnType<typeof live>>[] = [];
    const AT_ONCE = 10;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (lives.length < RUNS) lives.push(await live());
      }),
    );
    fault = () => faults();
    await sendAll();
    // A report that was given up after seven faults in a row is repeated by its seller.
    fault = () => 'OK';
    await inspector.rows(`UPDATE conversion SET state = 'WAITING', attempts = 0 WHERE state = 'FAILED'`);
    await sendAll();

    expect(wrong[0]).toBeUndefined();
    expect(await inspector.rows(`SELECT problem, answer FROM conversion WHERE state = 'FAILED'`)).toEqual([]);
    const bySale = Map.groupBy(received, ({ eventId }) => eventId);
    for (const { saleId, eventIds, isCreated, hasConsent, click, steps } of lives) {
      // The networks that compare ids hear of what the page has reported, under the page's own id.
      for (const [name, eventId] of Object.entries(eventIds)) {
        const told = (bySale.get(eventId) ?? []).map(({ network, pixelId, event }) => `${network} ${pixelId} ${event}`);
        const wanted = ['facebook 100', 'facebook 900', 'tiktok C1'].map((pixel) => `${pixel} ${name}`);
        expect([SEED, saleId, [...new Set(told)].sort()]).toEqual([SEED, saleId, hasConsent ? wanted : []]);
      }
      const isCounted = hasConsent && (isCreated || steps.includes('APPROVED'));
      const reports = bySale.get(saleId) ?? [];
      const purchases = reports.filter(({ event }) => event === 'Purchase');
      const pixels = [...new Set(purchases.map(({ network, pixelId }) => `${network} ${pixelId}`))].sort();
      const expected = [
        'facebook 100',
        'facebook 900',
        'googleAnalytics G-1',
        ...(click ? ['kwai 300'] : []),
        'tiktok C1',
      ];
      expect([SEED, saleId, pixels]).toEqual([SEED, saleId, isCounted ? expected : []]);
      expect(purchases.every(({ value }) => value === 99.9)).toBe(true);
      // Google Ads has one conversion, whose value is what was kept, as the last report says.
      const values = reports.filter(({ network }) => network === 'googleAds').map(({ value }) => value);
      const refunds = new Map(
        reports.filter(({ event }) => event === 'Refund').map((report) => [report.value, report]),
      );
      const goneBack = steps.some((name) => name === 'REFUNDED' || name === 'CHARGEBACK')
        ? 99.9
        : steps.includes('PARTLY')
          ? 30
          : 0;
      const sum = [...refunds.keys()].reduce((total, value) => total + value, 0);
      expect([SEED, saleId, Math.round(sum * 100)]).toEqual([SEED, saleId, isCounted ? Math.round(goneBack * 100) : 0]);
      const kept = isCounted ? Math.round((99.9 - goneBack) * 100) : undefined;
      expect([SEED, saleId, values.length && Math.round((values.at(-1) as number) * 100)]).toEqual([
        SEED,
        saleId,
        kept ?? 0,
      ]);
    }
    // An access token serves many reports.
    expect(accessTokens).toBeLessThan(20);
    // Nothing was reported twice, save where the answer to the first report was lost.
    const doubled = await inspector.rows(
      `SELECT sale_id, network, pixel_id, event FROM conversion WHERE event <> 'Refund' GROUP BY 1, 2, 3, 4 HAVING count(*) > 1`,
    );
    expect(doubled).toEqual([]);
    const consented = lives.filter(({ hasConsent }) => hasConsent);
    const counted = consented.filter(({ isCreated, steps }) => isCreated || steps.length > 0);
    expect(bySale.size).toBe(counted.length + consented.length * 2);
  });

  it('stop with the consent, also those that wait already', async () => {
    const one = await order(world);
    await step(one, 'APPROVED');
    await prepare(one);
    const [{ host } = { host: '' }] = await inspector.rows<{ host: string }>(
      'SELECT host FROM platform_domain WHERE platform_id = $1',
      [world.platformId],
    );
    const [payment] = await inspector.rows<{ public_id: string }>('SELECT public_id FROM payment WHERE id = $1', [
      one.paymentId,
    ]);
    await node.app.inject({
      method: 'POST',
      url: '/api/checkout.withdrawAdConsent',
      headers: { host },
      payload: { paymentId: payment?.public_id },
    });

    await sendAll();
    await step(one, 'REFUNDED');
    await prepare(one);

    expect(received).toEqual([]);
    expect((await rowsOf(one)).map(({ state, problem }) => [state, problem])).toEqual(
      Array(6).fill(['DROPPED', 'CONSENT_WITHDRAWN']),
    );
  });

  it.each([
    ['a refusal', [400, { error: { message: 'Malformed access token token of 900' } }], ['FAILED', 'REFUSED']],
    ['a fault that passes', [400, { error: { message: 'try later', is_transient: true } }], ['WAITING', 'UNREACHABLE']],
  ] as const)('are given up after %s, or tried again', async (_, answer, [state, problem]) => {
    const shop = await openShop({ facebook: ['900'] }, ['900']);
    await inspector.rows(`UPDATE product SET pixels = '{}' WHERE id = $1`, [shop.productId]);
    node.app.cache.forgetAll();
    const one = await order(shop);
    await step(one, 'APPROVED');
    await prepare(one);
    answers = [[...answer]];
    const rows = await node.app.database.jobs.list(claimConversions(50, 60));
    await Promise.all(rows.map((row) => sender.sendDue(row)));

    const [row] = await rowsOf(one);
    expect(row).toMatchObject({ state, problem });
    expect(row?.answer).toMatch(/^400 /);
    expect(row?.answer).not.toContain('token of 900');
    await sendAll();
  });

  it('are given up when the network stays away, in an hour or two less than two days', async () => {
    const shop = await openShop({}, []);
    await inspector.rows(`UPDATE product SET pixels = '{"tiktok":["C1"]}' WHERE id = $1`, [shop.productId]);
    const one = await order(shop);
    await step(one, 'APPROVED');
    await prepare(one);
    fault = () => 'GONE';

    await sendAll();

    expect(await rowsOf(one)).toMatchObject([{ state: 'FAILED', problem: 'UNREACHABLE' }]);
    const [row] = await inspector.rows<{ attempts: number }>('SELECT attempts FROM conversion WHERE sale_id = $1', [
      one.saleId,
    ]);
    expect(row?.attempts).toBe(7);
  });

  it('keep no token that can be read, and go after sixty days', async () => {
    const [stored] = await inspector.rows<{ text: string }>(
      `SELECT string_agg(encode(sealed, 'escape'), ' ') AS text FROM pixel_token`,
    );
    expect(stored?.text).not.toContain('token of');
    await inspector.rows(`UPDATE conversion SET created_at = now() - interval '61 days' WHERE platform_id = $1`, [
      world.platformId,
    ]);

    await purgeConversions(node.app);

    expect(await inspector.rows('SELECT 1 FROM conversion WHERE platform_id = $1', [world.platformId])).toEqual([]);
    expect((await inspector.rows('SELECT 1 FROM conversion')).length).toBeGreaterThan(0);
  });
});

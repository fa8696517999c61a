/** The verdict of an installation's CAPTCHA service solves a challenge, and a service that is down costs no sale. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasZeroBits } from '@feira/schemas/rules/challenge';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { judge } from '../src/plugins/captcha.ts';
import { readConfig } from '../src/plugins/config.ts';
import { newId } from '../src/shared/ids.ts';
import { buildNode, TEST_KEY } from './build.ts';
import { captureLog } from './capture-log.ts';
import { type Market, openMarket } from './market.ts';
import { openStaff } from './staff.ts';
import { BUYER_ADDRESS, buy, pixPurchase } from './world.ts';

const ORIGIN = 'https://people.localhost';
const SETTINGS = {
  CAPTCHA: 'turnstile',
  CAPTCHA_SITE_KEY: '0x4AAAAAAA-site_key',
  CAPTCHA_SECRET: '0x4AAAAAAA-secret',
  CAPTCHA_ORIGIN: ORIGIN,
};

let market: Market;
let service: Server;
let shells: string;
let questions: URLSearchParams[] = [];
/** Returns the answer that the service would give. */
let answerTo: (question: URLSearchParams) => { status?: number; body: unknown };

beforeAll(async () => {
  service = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const question = new URLSearchParams(text);
    questions.push(question);
    const { status = 200, body } = answerTo(question);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  shells = await mkdtemp(join(tmpdir(), 'feira-shells-'));
  await mkdir(join(shells, 'checkout/server'), { recursive: true });
  await writeFile(
    join(shells, 'checkout/server/documents.mjs'),
    `export const renderCaptchaFrame = ({ config }) => JSON.stringify(config);
     export const renderCheckout = ({ checkout }) => JSON.stringify(checkout);
     export const renderMessage = () => '';`,
  );
  await mkdir(join(shells, 'captcha-frame'));
  await writeFile(join(shells, 'captcha-frame/main.0123456789.js'), '');
  const verifyUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/siteverify`;
  const env = { ...SETTINGS, CAPTCHA_VERIFY_URL: verifyUrl, SHELLS_DIRECTORY: shells };
  market = await openMarket({ isListening: false, env });
  await market.host();
  const admin = await openStaff(market.node.app, market.world.platformId, {
    roles: ['admin'],
    permissions: ['isConfigAvailable'],
  });
  const rule = {
    id: newId(),
    name: 'Todo cartão',
    isEnabled: true,
    methods: ['CREDIT_CARD'],
    conditions: [{ signal: 'AMOUNT', operator: 'AT_LEAST', value: 1 }],
    action: 'CHALLENGE',
  };
  await market.node.app.inject({
    method: 'POST',
    url: '/api/risk.saveRules',
    headers: admin.headers,
    payload: { version: 0, rules: [rule] },
  });
  market.node.app.cache.forgetAll();
});
afterAll(async () => {
  await market?.close();
  service?.closeAllConnections();
  service?.close();
  if (shells) await rm(shells, { recursive: true });
});

let buyers = 0;
async function pay(proof?: string, key: string = newId()) {
  const { node, connectionId, world } = market;
  const made = await node.app.inject({
    method: 'POST',
    url: `/simulators/${connectionId}/tokens`,
    headers: { authorization: 'Bearer pk_test_0123456789' },
    payload: {
      card: { number: '4111111111111111', holder_name: 'JOAO COMPRADOR', exp_month: 12, exp_year: 2034, cvv: '123' },
    },
  });
  const purchase = pixPurchase(world, {
    ...BUYER_ADDRESS,
    email: `joao${buyers}@example.com`,
    isRepeat: true,
    paymentMethod: 'CREDIT_CARD',
    creditCard: { token: made.json().id, installments: 1 },
  });
  const { status, code, challenge } = (
    await buy(node.app, purchase, key, proof ? { 'feira-challenge': proof } : {})
  ).json();
  return { outcome: (status ?? code) as string, challenge };
}

async function ask() {
  const { outcome, challenge } = await pay();
  expect(outcome).toBe('CHALLENGE_REQUIRED');
  const id = new URL(challenge.captchaUrl).searchParams.get('challenge') as string;
  return { ...challenge, id } as { token: string; bits: number; captchaUrl: string; id: string };
}

function solve({ token, bits }: { token: string; bits: number }): string {
  for (let nonce = 0; ; nonce++)
    if (hasZeroBits(createHash('sha256').update(`${token}:${nonce}`).digest(), bits)) return `${token}:${nonce}`;
}

const good = (id: string) => ({ success: true, hostname: 'people.localhost', action: 'card-purchase', cdata: id });

beforeEach(() => {
  buyers++;
  questions = [];
});

describe('a response of the widget', () => {
  it('solves the challenge that it was made for, and tells the service nothing of the buyer', async () => {
    const { token, id } = await ask();
    answerTo = () => ({ body: good(id) });

    expect((await pay(`${token}:captcha:0.response-1`)).outcome).toBe('APPROVED');

    const names = questions.flatMap((question) => [...question.keys()]);
    expect(names).toEqual(['secret', 'response', 'idempotency_key']);
    expect(Object.fromEntries(questions[0] as URLSearchParams)).toMatchObject({
      secret: SETTINGS.CAPTCHA_SECRET,
      response: '0.response-1',
      idempotency_key: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    });
  });

  it.each([
    ['that was used before', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
    ['of another site', { hostname: 'evil.example' }],
    ['of another challenge', { cdata: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['of another action', { action: 'login' }],
  ])('%s solves none, and work still does', async (_, wrong) => {
    const { token, id } = await ask();
    answerTo = () => ({ body: { ...good(id), ...wrong } });

    const refused = await pay(`${token}:captcha:0.response-2`);

    expect(refused.outcome).toBe('CHALLENGE_REQUIRED');
    expect((await pay(solve(refused.challenge))).outcome).toBe('APPROVED');
  });

  it('pays for one order: the same solved challenge buys nothing else', async () => {
    const { token, id } = await ask();
    answerTo = () => ({ body: good(id) });
    const proof = `${token}:captcha:0.response-3`;
    expect((await pay(proof)).outcome).toBe('APPROVED');

    buyers++;
    expect((await pay(proof)).outcome).toBe('CHALLENGE_REQUIRED');
  });

  it.each([
    ['is down', { status: 503, body: {} }],
    ['knows no such secret', { body: { success: false, 'error-codes': ['invalid-input-secret'] } }],
    ['says what nobody understands', { body: 'maintenance' }],
  ])('costs no sale where the service %s, and the operator is told', async (_, answer) => {
    const lines = captureLog(market.node.app, 'error');
    const { token } = await ask();
    answerTo = () => answer;

    const unknown = await pay(`${token}:captcha:0.response-4`);
    expect(unknown.outcome).toBe('CHALLENGE_REQUIRED');
    expect((await pay(solve(unknown.challenge))).outcome).toBe('APPROVED');

    // A line an hour; the others are counted.
    const counted = (await market.node.app.metrics.alerts.get()).values.find(
      ({ labels }) => labels.alert === 'captcha-unavailable',
    );
    expect(lines.some((line) => line.includes('captcha-unavailable')) || (counted?.value ?? 0) > 0).toBe(true);
  });

  it('costs whoever leaves it out eight times the work', async () => {
    expect((await ask()).bits).toBe(19);
  });
});

describe('the frame of the widget', () => {
  const get = (url: string, host = 'people.localhost') => market.node.app.inject({ url, headers: { host } });
  const directive = (headers: Record<string, unknown>, name: string) =>
    new RegExp(`(?:^|; )${name} ([^;]*)`).exec(String(headers['content-security-policy']))?.[1];

  it('opens on its own origin alone, runs the script of the service there, and nothing of it runs in the checkout', async () => {
    const { captchaUrl, id } = await ask();
    expect(captchaUrl).toBe(`${ORIGIN}/captcha-frame/${market.world.offerId}?challenge=${id}`);

    const { origin, host, hostname } = new URL(market.node.app.config.publicUrl);
    const frame = await get(`${captchaUrl.slice(ORIGIN.length)}&host=${hostname}`);
    expect(frame.statusCode).toBe(200);
    expect(frame.json()).toEqual({
      parentOrigin: origin,
      service: 'turnstile',
      siteKey: SETTINGS.CAPTCHA_SITE_KEY,
      action: 'card-purchase',
      challengeId: id,
    });
    expect(directive(frame.headers, 'script-src')).toBe(
      `${ORIGIN}/assets/captcha-frame/main.0123456789.js https://challenges.cloudflare.com`,
    );
    expect(directive(frame.headers, 'frame-src')).toBe('https://challenges.cloudflare.com');
    expect(directive(frame.headers, 'frame-ancestors')).toBe(origin);

    const page = await get(`/checkout/${market.world.offerId}`, host);
    expect(String(page.headers['content-security-policy'])).not.toContain('cloudflare');
    expect(directive(page.headers, 'frame-src')).toContain(`${ORIGIN}/captcha-frame/${market.world.offerId}`);
    for (const [url, other] of [
      [`${captchaUrl.slice(ORIGIN.length)}&host=${hostname}`, host],
      [`${captchaUrl.slice(ORIGIN.length)}&host=evil.example`, 'people.localhost'],
      [`/checkout/${market.world.offerId}`, 'people.localhost'],
      ['/login', 'people.localhost'],
    ] as const)
      expect((await get(url, other)).statusCode).toBe(404);
  });

  it('cannot share the host of the pages or of the card form', async () => {
    const { databaseUrl } = market.node;
    await expect(
      buildNode({ env: { ...SETTINGS, CAPTCHA_ORIGIN: 'http://localhost:9' }, databaseUrl }),
    ).rejects.toThrow('CAPTCHA_ORIGIN is wrong: expected another host than the one of PUBLIC_URL.');
    await expect(buildNode({ env: { ...SETTINGS, CARD_FRAME_ORIGIN: ORIGIN }, databaseUrl })).rejects.toThrow(
      'CAPTCHA_ORIGIN is wrong: expected another host than the one of CARD_FRAME_ORIGIN.',
    );
  });
});

describe('the settings', () => {
  it.each(['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET', 'CAPTCHA_ORIGIN'])('are refused without %s', (name) => {
    const given = { DATABASE_URL: 'postgres://x@127.0.0.1:1/none', ENCRYPTION_KEY: TEST_KEY, ...SETTINGS, [name]: '' };
    expect(() => readConfig(given)).toThrow(`${name} is missing`);
  });

  it('of hCaptcha bind a response to the host, which is all that it tells', () => {
    const settings = { ...SETTINGS, service: 'hcaptcha', origin: ORIGIN } as never;
    const said = (answer: object) => judge(settings, 'challenge', JSON.stringify(answer));
    expect(said({ success: true, hostname: 'people.localhost' })).toBe(true);
    expect(said({ success: true, hostname: 'not-provided' })).toBe(false);
    expect(said({ success: false, 'error-codes': ['already-seen-response'] })).toBe(false);
    expect(said({ success: false, 'error-codes': ['sitekey-secret-mismatch'] })).toBe(null);
  });
});

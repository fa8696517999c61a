/** Card forms work on an origin of their own: one host for all platforms, framed and talked to by the host of the offer alone. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildNode, type TestNode } from './build.ts';
import { connect, createWorld, type World } from './world.ts';

const FRAMES = 'https://cards.localhost';
const SERRA = 'serra.localhost';

let node: TestNode;
let shells: string;
/** Serves every host that no platform has. */
let feira: World;
let serra: World;

beforeAll(async () => {
  shells = await mkdtemp(join(tmpdir(), 'feira-shells-'));
  await mkdir(join(shells, 'checkout/server'), { recursive: true });
  await writeFile(
    join(shells, 'checkout/server/documents.mjs'),
    `export const renderCardFrame = ({ config }) => JSON.stringify(config);
     export const renderCheckout = ({ checkout }) => JSON.stringify(checkout);
     export const renderMessage = () => '';`,
  );
  await mkdir(join(shells, 'card-frame'));
  for (const file of ['main.0123456789.js', 'main.0123456789.js.map'])
    await writeFile(join(shells, 'card-frame', file), '');
  node = await buildNode({
    env: { SHELLS_DIRECTORY: shells, PUBLIC_URL: 'https://feira.localhost', CARD_FRAME_ORIGIN: FRAMES },
  });
  feira = await createWorld(node.app);
  serra = await createWorld(node.app, { host: SERRA });
  for (const world of [feira, serra]) await connect(node.app, world);
});
afterAll(async () => {
  await node?.close();
  await rm(shells, { recursive: true });
});

const get = (url: string, host: string) => node.app.inject({ url, headers: { host } });
const ancestorsOf = (headers: Record<string, unknown>) =>
  /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
const openFrame = async (world: World, host: string | null) => {
  const answer = await get(`/card-frame/${world.offerId}${host === null ? '' : `?host=${host}`}`, 'cards.localhost');
  return answer.statusCode === 200
    ? { ancestors: ancestorsOf(answer.headers), ...answer.json() }
    : { status: answer.statusCode };
};

describe('a card frame on an origin of its own', () => {
  it('opens from the checkout of every platform, for that checkout alone', async () => {
    for (const [world, host] of [
      [feira, 'feira.localhost'],
      [serra, SERRA],
    ] as const) {
      const page = await get(`/checkout/${world.offerId}`, host);
      const { frameUrl } = page.json().card;
      expect(page.headers['content-security-policy']).toContain(`frame-src ${FRAMES}/card-frame/${world.offerId};`);
      expect(frameUrl.startsWith(`${FRAMES}/card-frame/${world.offerId}?`)).toBe(true);

      const frame = await get(frameUrl.slice(FRAMES.length), 'cards.localhost');

      expect(frame.statusCode).toBe(200);
      expect(ancestorsOf(frame.headers)).toBe(`https://${host}`);
      expect(frame.json()).toMatchObject({ parentOrigin: `https://${host}`, offerId: world.offerId });
      expect(frame.json().tokenizerUrl.startsWith(`${FRAMES}/tokenizers/sandbox/`)).toBe(true);
      // The module is there once it is built; the host serves it either way.
      const tokenizer = await get(frame.json().tokenizerUrl.slice(FRAMES.length), 'cards.localhost');
      expect(tokenizer.body).not.toContain('PLATFORM_NOT_FOUND');
    }
  });

  it('runs its own files alone, each by its name, so that a path of this host carries nothing', async () => {
    const frame = await get(`/card-frame/${serra.offerId}?host=${SERRA}`, 'cards.localhost');

    const [, scripts = ''] = /script-src ([^;]*)/.exec(String(frame.headers['content-security-policy'])) ?? [];
    const [own, ...tokenizer] = scripts.split(' ');
    expect(own).toBe(`${FRAMES}/assets/card-frame/main.0123456789.js`);
    for (const script of tokenizer) expect(script).toMatch(/^https:\/\/cards\.localhost\/tokenizers\/sandbox\/.*\.js$/);
  });

  it('has files that a browser keeps for a year without asking again: their names hold a hash', async () => {
    const { statusCode, headers } = await get('/assets/card-frame/main.0123456789.js', 'cards.localhost');

    expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect([headers.etag, headers['last-modified']]).toEqual([undefined, undefined]);
  });

  it('is the same in the answer to a program', async () => {
    const checkout = await get(`/api/checkout.getCheckout?checkoutId=${serra.offerId}&lang=en`, SERRA);

    expect(checkout.json().card.frameUrl).toBe(`${FRAMES}/card-frame/${serra.offerId}?lang=en&host=${SERRA}`);
  });

  it("does not open for another platform's offer, whoever is said to frame it", async () => {
    expect(await openFrame(feira, SERRA)).toEqual({ status: 404 });
    expect(await openFrame(serra, 'feira.localhost')).toEqual({ status: 404 });
    expect(await openFrame(serra, null)).toEqual({ status: 404 });
  });

  it('is framed by hosts of the platform alone, not by whatever name leads to this server', async () => {
    for (const host of ['evil.example.com', '', 'https://evil.example.com', 'feira.localhost@evil.example.com']) {
      expect(await openFrame(feira, encodeURIComponent(host))).toEqual({ status: 404 });
    }
    expect(await openFrame(serra, `${SERRA}&host=evil.example.com`)).toEqual({ status: 404 });
    expect((await openFrame(serra, SERRA.toUpperCase())).ancestors).toBe(`https://${SERRA}`);
  });

  it('lives where nothing else does, though another platform answers for every host', async () => {
    for (const url of [`/checkout/${feira.offerId}`, '/api/settings.getBrand', '/login', '/api/session.getSession']) {
      expect((await get(url, 'cards.localhost')).statusCode).toBe(404);
    }
    expect((await get('/health/live', 'cards.localhost')).statusCode).toBe(200);
  });

  it('cannot be the origin of the pages around it', async () => {
    const env = { PUBLIC_URL: 'https://feira.localhost', CARD_FRAME_ORIGIN: 'https://feira.localhost:8443' };

    await expect(buildNode({ env, databaseUrl: node.databaseUrl })).rejects.toThrow('CARD_FRAME_ORIGIN is wrong');
  });
});

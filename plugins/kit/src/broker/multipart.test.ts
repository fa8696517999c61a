import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { SimulatedFile } from '../multipart.ts';
import { createSimulatorHost } from '../simulation/host.ts';
import { type ServedSimulator, serveSimulator } from '../simulation/serve.ts';
import type { SimulatorModule, SimulatorRequest } from '../simulator.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { createFileShelf } from './file-shelf.ts';
import { createHttp } from './http.ts';
import { createTokenVault } from './vault.ts';

let served: ServedSimulator | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

/** A provider that takes everything, in process or behind a port. */
async function open(way: 'in process' | 'over HTTP') {
  const requests: SimulatorRequest[] = [];
  const module: SimulatorModule = {
    createSimulator: () => ({
      async handle(request) {
        requests.push(request);
        return { status: 200, body: {} };
      },
      pay: async () => undefined,
      expire: async () => undefined,
      chargeback: async () => undefined,
      listCharges: async () => [],
      getCharge: async () => undefined,
    }),
  };
  const host = createSimulatorHost(module, { credentials: {}, publicUrl: 'http://simulator.test', webhook: 'collect' });
  const files = createFileShelf();
  if (way === 'over HTTP') served = await serveSimulator({ handleHttp: host.handleHttp });
  const http = createHttp({
    manifest: testManifest(),
    secrets: new Map([['secretKey', 'sk_12345678']]),
    settings: {},
    clock: { now: () => new Date() },
    record: () => undefined,
    allowPrivateHosts: true,
    vault: createTokenVault(),
    files,
    ...(served
      ? { baseUrls: { default: served.url } }
      : { baseUrls: { default: 'https://sandbox.provider.test/v1' }, inProcess: host.handleHttp }),
  });
  return { http, files, requests };
}

describe.each(['in process', 'over HTTP'] as const)('a file %s', (way) => {
  it.each([0, 1, 70_000, 5 * 1024 * 1024])('of %i bytes arrives whole, with its name and kind', async (size) => {
    const { http, files, requests } = await open(way);
    const content = randomBytes(size);
    const file = files.hold({ name: 'cartão "de visita".png', mediaType: 'image/png', content });

    await http.request({ method: 'POST', path: '/files', multipart: { kind: 'ID', document: { file } } });

    const { body, rawBody } = requests[0] as SimulatorRequest;
    const { kind, document } = body as { kind: string; document: SimulatedFile };
    expect([kind, document.name, document.mediaType, rawBody]).toEqual([
      'ID',
      'cartão "de visita".png',
      'image/png',
      '',
    ]);
    expect(Buffer.from(document.base64, 'base64').equals(content)).toBe(true);
  });

  it('arrives whole within JSON, at its place and after its prefix', async () => {
    const { http, files, requests } = await open(way);
    const content = randomBytes(70_000);
    const file = files.hold({ name: 'a.png', mediaType: 'image/png', content });

    const json = { data: { name: 'Ana' } };
    const places = [
      { path: ['files', 'selfie'], file, prefix: 'data:image/png;base64,' },
      { path: ['data', 'plain'], file },
    ];
    await http.request({ method: 'POST', path: '/files', json, files: places });

    const base64 = content.toString('base64');
    expect(requests[0]?.headers['content-type']).toBe('application/json');
    expect(requests[0]?.body).toEqual({
      data: { name: 'Ana', plain: base64 },
      files: { selfie: `data:image/png;base64,${base64}` },
    });
    expect(json).toEqual({ data: { name: 'Ana' } });
  });

  it('does not let the rest of a JSON body be larger than any other', async () => {
    const { http, files, requests } = await open(way);
    const file = files.hold({ name: 'a.png', mediaType: 'image/png', content: Buffer.from('a') });

    const json = { text: 'x'.repeat(1024 * 1024) };
    const call = http.request({ method: 'POST', path: '/files', json, files: [{ path: ['file'], file }] });

    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST', outcome: 'NOT_SENT' });
    expect(requests).toEqual([]);
  });

  it.each([
    ['multipart', (file: string) => ({ multipart: { document: { file } } })],
    ['JSON', (file: string) => ({ json: {}, files: [{ path: ['document'], file }] })],
  ] as const)(
    'in %s is not sent once its reference means nothing any more, and neither is anything else',
    async (_, toRequest) => {
      const { http, files, requests } = await open(way);
      const file = files.hold({ name: 'a.png', mediaType: 'image/png', content: Buffer.from('a') });
      files.drop(file);

      const call = http.request({ method: 'POST', path: '/files', ...toRequest(file) });

      await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST', outcome: 'NOT_SENT' });
      expect(requests).toEqual([]);
    },
  );
});

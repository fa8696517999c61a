import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgressAgent, isPublicAddress } from './egress.ts';

let port = 0;
let hits = 0;
const canary = createServer((socket) => {
  hits += 1;
  socket.destroy();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    canary.listen(0, '::', resolve);
  });
  port = (canary.address() as AddressInfo).port;
});
afterAll(() => {
  canary.close();
});

const call = (url: string, dispatcher = createEgressAgent({ allowPrivateHosts: false, connectTimeoutMs: 2_000 })) =>
  fetch(url, { dispatcher, redirect: 'manual' } as unknown as RequestInit).then(
    () => 'answered',
    (error: { cause?: { code?: string } }) => error.cause?.code,
  );

describe('createEgressAgent', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    'localhost',
    'LOCALHOST.',
  ])('never reaches this machine as %s', async (host) => {
    hits = 0;

    const outcome = await call(`https://${host}:${port}/`);

    // A resolver may answer nothing for some spellings: no address is no way in either.
    expect(['EGRESS_BLOCKED', 'ENOTFOUND', 'EAI_AGAIN']).toContain(outcome);
    expect(hits).toBe(0);
  });

  it('blocks plain http', async () => {
    expect(await call(`http://localhost:${port}/`)).toBe('EGRESS_BLOCKED');
  });

  it('reaches this machine where private hosts are allowed, which shows that the others were blocked', async () => {
    hits = 0;

    await call(`http://127.0.0.1:${port}/`, createEgressAgent({ allowPrivateHosts: true }));

    expect(hits).toBe(1);
  });
});

describe('isPublicAddress', () => {
  it.each([
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '127.0.0.1',
    '0.0.0.0',
    '169.254.169.254',
    '224.0.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '198.51.100.1',
    '203.0.113.1',
    '100.64.0.1',
    '198.18.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '192.88.99.1',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::7f00:1',
    '::a00:1',
    '168.63.129.16',
    '::ffff:168.63.129.16',
    '::ffff:10.0.0.1',
    'fe80::1',
    'fc00::1',
    'fd00::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '3fff::1',
    '2001::1',
    '2002:7f00:1::',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '5f00::1',
    'not an address',
    '',
  ])('says no to %j', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['8.8.8.8', '1.1.1.1', '::ffff:8.8.8.8', '2606:4700::1111', '2a00:1450:4001::1'])(
    'says yes to %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

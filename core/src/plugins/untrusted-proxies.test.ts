import fastify from 'fastify';
import fp from 'fastify-plugin';
import { describe, expect, it, onTestFinished } from 'vitest';
import untrustedProxies from './untrusted-proxies.ts';

const PROXY = '10.0.0.1';

/** Returns the peers that the node warns of when it trusts these proxies. */
async function listWarnings(trustProxy: string[] | false, headers: Record<string, string>): Promise<unknown[]> {
  const lines: Record<string, unknown>[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const app = fastify({ trustProxy, logger: { level: 'warn', stream } });
  onTestFinished(() => app.close());
  await app.register(fp(async () => undefined, { name: 'config' }));
  await app.register(untrustedProxies);
  app.get('/', async () => 'ok');
  await app.inject({ url: '/', remoteAddress: PROXY, headers });
  return lines.map(({ peer }) => peer);
}

describe('a peer that forwards requests', () => {
  it.each([
    ['of others, untrusted', ['192.0.2.1'], { 'x-forwarded-for': '203.0.113.7' }, [PROXY]],
    ['where no proxy is trusted', false as const, { 'x-forwarded-for': '203.0.113.7' }, [PROXY]],
    ['of others, trusted', [PROXY], { 'x-forwarded-for': '203.0.113.7' }, []],
    ['of a browser on its own machine, trusted', [PROXY], { 'x-forwarded-for': PROXY }, []],
    ['not at all', ['192.0.2.1'], {}, []],
  ])('%s', async (_, trusted, headers, warned) => {
    expect(await listWarnings(trusted, headers as Record<string, string>)).toEqual(warned);
  });
});

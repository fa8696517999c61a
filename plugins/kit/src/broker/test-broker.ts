/** createHttp with everything a test does not care about. */
import type { Http } from '../host.ts';
import { testManifest } from '../testing/test-manifest.ts';
import type { Exchange } from './exchange.ts';
import { createHttp, type HttpOptions } from './http.ts';
import { createTokenVault, type TokenVault } from './vault.ts';

export interface TestBroker {
  http: Http;
  exchanges: Exchange[];
  vault: TokenVault;
}

export function testBroker(options: Partial<HttpOptions> & { secretValues?: Record<string, string> } = {}): TestBroker {
  const { secretValues = { secretKey: 'sk_123456789' }, ...rest } = options;
  const exchanges: Exchange[] = [];
  const vault = createTokenVault();
  const manifest = rest.manifest ?? testManifest();
  const http = createHttp({
    manifest,
    baseUrls: { default: 'https://sandbox.provider.test/v1' },
    secrets: new Map(Object.entries(secretValues)),
    settings: {},
    clock: { now: () => new Date('2026-11-20T12:00:00.000Z') },
    record: (exchange) => exchanges.push(exchange),
    allowPrivateHosts: true,
    vault,
    ...rest,
  });
  return { http, exchanges, vault };
}

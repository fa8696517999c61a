import { describe, expect, it } from 'vitest';
import { createHttp, createTokenVault } from '../broker/index.ts';
import { testContext } from './context.ts';
import { http } from './http-mock.ts';
import { testManifest } from './test-manifest.ts';

const credentials = { secretKey: 'sk_test_123456789', clientId: 'client-1' };
const start = () => testContext(testManifest(), { credentials });

describe('http', () => {
  it('records what was sent with the declared credential and idempotency key', async () => {
    const mock = http('https://sandbox.provider.test/v1').post('/charges', { amount: 100 }).reply(201, { id: 'c1' });

    const answer = await start().http.request({
      method: 'POST',
      path: '/charges',
      json: { amount: 100, note: undefined },
      idempotencyKey: 'attempt-1',
    });

    expect(answer).toMatchObject({ status: 201, body: { id: 'c1' } });
    expect(mock.requests).toMatchObject([
      {
        method: 'POST',
        path: '/v1/charges',
        headers: {
          'x-api-key': 'sk_test_123456789',
          'idempotency-key': 'attempt-1',
          'content-type': 'application/json',
        },
        body: { amount: 100 },
      },
    ]);
  });

  it('matches a query and answers several calls in order', async () => {
    http('https://sandbox.provider.test/v1')
      .get('/charges', { reference: 'a b' })
      .reply(200, [])
      .get('/charges', { reference: 'a b' })
      .reply(200, [1]);
    const context = start();

    const first = await context.http.request({ method: 'GET', path: '/charges', query: { reference: 'a b' } });
    const second = await context.http.request({ method: 'GET', path: '/charges', query: { reference: 'a b' } });

    expect([first.body, second.body]).toEqual([[], [1]]);
  });

  it.each([
    ['ECONNREFUSED', 'NOT_SENT'],
    ['ENOTFOUND', 'NOT_SENT'],
    ['CERT_HAS_EXPIRED', 'NOT_SENT'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'NOT_SENT'],
    ['ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC', 'UNKNOWN'],
    ['ETIMEDOUT', 'UNKNOWN'],
    ['ECONNRESET', 'UNKNOWN'],
  ])('a write that fails with %s is %s', async (code, outcome) => {
    http('https://sandbox.provider.test/v1').post('/charges').replyWithError({ code });

    const call = start().http.request({ method: 'POST', path: '/charges', json: {} });

    await expect(call).rejects.toMatchObject({ code: 'UNAVAILABLE', outcome });
  });

  it("does not get past the guard against private peers, which nock's sockets have", async () => {
    const manifest = testManifest();
    const http = createHttp({
      manifest,
      baseUrls: { default: 'https://sandbox.provider.test/v1' },
      secrets: new Map([['secretKey', 'sk_test_123456789']]),
      settings: {},
      clock: { now: () => new Date() },
      record: () => undefined,
      allowPrivateHosts: false,
      vault: createTokenVault(),
    });

    const call = http.request({ method: 'POST', path: '/charges', json: {} });

    await expect(call).rejects.toMatchObject({
      outcome: 'NOT_SENT',
      message: expect.stringContaining('EGRESS_BLOCKED'),
    });
  });

  it.fails('fails a test that called what nobody mocked', async () => {
    await start()
      .http.request({ method: 'GET', path: '/charges' })
      .catch(() => undefined);
  });

  it.fails('fails a test whose body is not the expected one', async () => {
    http('https://sandbox.provider.test/v1').post('/charges', { amount: 100 }).reply(201, {});
    await start()
      .http.request({ method: 'POST', path: '/charges', json: { amount: 101 } })
      .catch(() => undefined);
  });

  it.fails('fails a test that left a mock unused', () => {
    http('https://sandbox.provider.test/v1').get('/charges').reply(200);
  });
});

import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthority, createCertificate, type TestCertificate } from '../simulation/certificates.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { testBroker } from './test-broker.ts';
import { MODERN, PASSPHRASE } from './test-containers.ts';

const bank = createAuthority('Bank authority');
const stranger = createAuthority('Another authority');
const trusted = getCACertificates('default');
let server: Server;
let url: string;
let names: (string | string[] | undefined)[] = [];

beforeAll(async () => {
  const { certificate, privateKey } = createCertificate(bank, 'server');
  server = createServer(
    { cert: certificate, key: privateKey, ca: bank.pem.certificate, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      names.push((request.socket as TLSSocket).getPeerCertificate().subject.CN);
      response.end('{}');
    },
  );
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `https://localhost:${(server.address() as AddressInfo).port}`;
  setDefaultCACertificates([...trusted, bank.pem.certificate]);
});
afterAll(() => {
  setDefaultCACertificates(trusted);
  server.close();
  server.closeAllConnections();
});

const field = { type: 'string', title: { 'pt-BR': 'Arquivo', en: 'File' }, secret: true } as const;

/** Sends one write with this client certificate; answers the error, or undefined. */
async function send(files: Record<string, string> | undefined, now = new Date()) {
  names = [];
  const { properties } = testManifest().credentials;
  const manifest = testManifest({
    credentials: {
      type: 'object',
      required: [],
      properties: { ...properties, certificate: field, certificateKey: field, password: field },
    },
    clientCertificate: files && { certificate: 'certificate', privateKey: 'certificateKey', passphrase: 'password' },
  });
  const secretValues = { secretKey: 'sk_123456789', password: PASSPHRASE, ...files };
  const { http } = testBroker({ manifest, baseUrls: { default: url }, secretValues, clock: { now: () => now } });
  return http.request({ method: 'POST', path: '/cob', json: {} }).then(
    () => undefined,
    (error: unknown) => error,
  );
}

const toFiles = ({ certificate, privateKey }: TestCertificate) => ({ certificate, certificateKey: privateKey });

describe('client certificates', () => {
  it('are presented', async () => {
    expect(await send(toFiles(createCertificate(bank, 'feira')))).toBeUndefined();
    expect(names).toEqual(['feira']);
  });

  it('in PEM are presented without the passphrase that is declared for PKCS#12 files, and with the key in the same file', async () => {
    const { certificate, privateKey } = createCertificate(bank, 'feira');

    expect(await send({ certificate, certificateKey: privateKey, password: '' })).toBeUndefined();
    expect(
      await send({ certificate: `${certificate}\n${privateKey}`, certificateKey: '', password: '' }),
    ).toBeUndefined();
  });

  it('are presented to the one base that asks for them, by an authority that the owner uploaded', async () => {
    const { certificate, privateKey } = createCertificate(bank, 'feira');
    const manifest = testManifest({
      bases: {
        bank: {
          clientCertificate: { certificate: 'certificate', privateKey: 'certificateKey' },
          certificateAuthority: 'authority',
        },
      },
    });
    const secretValues = {
      secretKey: 'sk_123456789',
      certificate,
      certificateKey: privateKey,
      authority: bank.pem.certificate,
    };
    const clock = { now: () => new Date() };
    const { http } = testBroker({ manifest, baseUrls: { default: url, bank: url }, secretValues, clock });
    names = [];

    setDefaultCACertificates(trusted);
    const own = await http.request({ method: 'GET', path: '/cob', base: 'bank' }).catch((error: unknown) => error);
    const other = await http.request({ method: 'GET', path: '/cob' }).catch((error: unknown) => error);
    setDefaultCACertificates([...trusted, bank.pem.certificate]);

    expect(own).toMatchObject({ status: 200 });
    expect(other).toMatchObject({ outcome: 'NOT_SENT' });
    expect(names).toEqual(['feira']);
  });

  it.each([
    ['missing', () => undefined],
    ["another authority's", () => toFiles(createCertificate(stranger, 'feira'))],
  ])('%s: refused by a bare close, which cannot be told from a lost answer', async (_what, files) => {
    // With TLS 1.3 our request is on its way before the server looks at our certificate.
    expect(await send(files())).toMatchObject({ code: 'UNAVAILABLE', outcome: 'UNKNOWN' });
    expect(names).toEqual([]);
  });

  it('a server nobody vouches for: nothing was sent', async () => {
    setDefaultCACertificates(trusted);

    const error = await send(toFiles(createCertificate(bank, 'feira')));

    setDefaultCACertificates([...trusted, bank.pem.certificate]);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', outcome: 'NOT_SENT' });
  });

  it.each([
    ['expired', { from: -10, to: -1 }],
    ['not valid before', { from: 1, to: 10 }],
  ])('%s: told before anybody is called', async (words, days) => {
    const error = await send(toFiles(createCertificate(bank, 'feira', days)));

    expect(error).toMatchObject({ code: 'UNAUTHORIZED', outcome: 'NOT_SENT', message: expect.stringContaining(words) });
  });

  it('PKCS#12 is presented, and its dates are looked at as well', async () => {
    // No authority here vouches for it: the server closes, which proves that the client showed one.
    expect(await send({ certificate: MODERN })).toMatchObject({ outcome: 'UNKNOWN' });

    for (const [now, words] of [
      [new Date('2200-01-01'), 'expired'],
      [new Date('2020-01-01'), 'not valid before'],
    ] as const) {
      expect(await send({ certificate: MODERN }, now)).toMatchObject({
        code: 'UNAUTHORIZED',
        outcome: 'NOT_SENT',
        message: expect.stringContaining(words),
      });
    }
  });

  it.each([
    [
      'with the key of another',
      () => ({ ...toFiles(createCertificate(bank, 'a')), certificateKey: createCertificate(bank, 'b').privateKey }),
    ],
    ['that are no certificates', () => ({ certificate: 'hello', certificateKey: 'world' })],
  ])('%s: told before anybody is called', async (_what, files) => {
    expect(await send(files())).toMatchObject({ code: 'UNAUTHORIZED', outcome: 'NOT_SENT' });
    expect(names).toEqual([]);
  });
});

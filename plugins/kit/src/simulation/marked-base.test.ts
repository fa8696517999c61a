/** Tests that one simulator tells the base URLs of its provider apart, over HTTP and without, and that it is reached without a certificate of one's own. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import type { SimulatorRequest } from '../simulator.ts';
import { testContext } from '../testing/context.ts';
import { testManifest } from '../testing/test-manifest.ts';
import { splitBase } from './marked-base.ts';
import { sampleFiles } from './sample-files.ts';
import { serveSimulator } from './serve.ts';

const title = { 'pt-BR': 'Arquivo', en: 'File' };
const oauth2 = { type: 'oauth2', tokenPath: '/oauth/token', encoding: 'form', clientIn: 'body' } as const;
const manifest = testManifest({
  environments: { sandbox: { default: 'https://in.example.com', out: 'https://out.example.com/v2' } },
  hosts: ['in.example.com', 'out.example.com'],
  credentials: {
    type: 'object',
    required: ['id', 'secret'],
    properties: {
      id: { type: 'string', title },
      secret: { type: 'string', title, secret: true },
      certificate: { type: 'string', title, secret: true, format: 'certificate' },
      key: { type: 'string', title, secret: true, format: 'private-key' },
    },
  },
  clientCertificate: { certificate: 'certificate', privateKey: 'key' },
  auth: { ...oauth2, clientId: 'id', clientSecret: 'secret' },
  bases: { out: { auth: { ...oauth2, clientId: 'secret', clientSecret: 'id' } } },
});

it.each(['over HTTP', 'in process'])('names the base of every call, of those for tokens as well, %s', async (way) => {
  const seen: [string | undefined, string][] = [];
  const handleHttp = async ({ base, path }: SimulatorRequest) => {
    seen.push([base, path]);
    return { status: 200, body: { access_token: `of-${base}` } };
  };
  const served = await serveSimulator({ handleHttp });
  const credentials = { ...sampleFiles(manifest), id: 'client-0001', secret: 'secret-0001' };
  const inProcess = way === 'in process' ? handleHttp : undefined;
  const { http } = testContext(manifest, { credentials, baseUrl: served.url, inProcess });

  await http.request({ method: 'GET', path: '/charges' });
  await http.request({ method: 'GET', path: '/charges', base: 'out' });
  await served.close();

  expect(seen).toEqual([
    [undefined, '/oauth/token'],
    [undefined, '/charges'],
    ['out', '/oauth/token'],
    ['out', '/charges'],
  ]);
});

it('takes off a mark alone', () => {
  expect(splitBase('/@out')).toEqual({ path: '/', base: 'out' });
  expect(splitBase('/@out/a/@b')).toEqual({ path: '/a/@b', base: 'out' });
  for (const path of ['/', '/a/@out', '/@', '/@out.b/c']) expect(splitBase(path)).toEqual({ path });
});

it('makes one pair of certificate and key for the files of a form', () => {
  const { certificate = '', key = '', ...others } = sampleFiles(manifest);
  expect(new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(new X509Certificate(certificate).verify(new X509Certificate(certificate).publicKey)).toBe(true);
  expect(createPrivateKey(key).asymmetricKeyType).toBe('rsa');
  expect(others).toEqual({});
  expect(sampleFiles(manifest)).toEqual({ certificate, key });
});

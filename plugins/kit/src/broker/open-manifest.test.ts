import type { Manifest } from '@feira/schemas/manifest';
import { listVariants } from '@feira/schemas/rules/manifest-variants';
import { describe, expect, it } from 'vitest';
import { testManifest } from '../testing/test-manifest.ts';
import { openManifest } from './open-manifest.ts';
import { validateManifest } from './validate-manifest.ts';

const title = { 'pt-BR': 'A', en: 'A' };
const { credentials } = testManifest();
const withFields = (fields: Manifest['credentials']['properties']) => ({
  ...credentials,
  properties: { ...credentials.properties, ...fields },
});
const scheme = { type: 'string' as const, title, enum: ['bearer', 'basic'], default: 'bearer' };
const manifest = testManifest({
  credentials: withFields({ scheme }),
  variants: [
    {
      setting: 'scheme',
      cases: {
        basic: {
          auth: { type: 'basic', username: { credential: 'secretKey' }, password: { literal: 'x' } },
          idempotency: { header: null, supported: false },
          status: { payment: { map: { settled: 'APPROVED' } } },
        },
      },
    },
    { cases: { production: { environments: { production: { default: 'https://live.provider.test' } } } } },
  ],
});
const open = (settings: Record<string, string>, environment: 'sandbox' | 'production' = 'sandbox') =>
  openManifest(manifest, { environment, settings, secrets: new Map() });

describe('variants', () => {
  it('are laid over the manifest by the setting and the environment of a connection', () => {
    const basic = open({ scheme: 'basic' }, 'production');

    expect(basic.auth).toEqual({ type: 'basic', username: { credential: 'secretKey' }, password: { literal: 'x' } });
    expect(basic.idempotency).toEqual({ supported: false });
    expect(basic.status.payment.map).toMatchObject({ paid: 'APPROVED', settled: 'APPROVED' });
    expect(basic.environments.production).toEqual({ default: 'https://live.provider.test' });
    expect(open({}).auth).toEqual(manifest.auth);
    expect(open({}).environments).toEqual(manifest.environments);
    expect(manifest.status.payment.map).not.toHaveProperty('settled');
  });

  it('have their hosts among those of the manifest, and are listed with names', () => {
    const { hosts: _, ...rest } = manifest;

    expect(validateManifest(rest)).toMatchObject({
      manifest: { hosts: expect.arrayContaining(['live.provider.test']) },
    });
    expect(listVariants(manifest).map(({ name }) => name)).toEqual([
      'sandbox, scheme=bearer',
      'production, scheme=bearer',
      'sandbox, scheme=basic',
      'production, scheme=basic',
    ]);
    expect(listVariants(testManifest()).map((variant) => [variant.name, variant.manifest])).toEqual([
      ['', testManifest()],
    ]);
  });

  it.each([
    ['a setting that has no list', [{ setting: 'clientId', cases: { a: {} } }], 'variants names "clientId"'],
    ['a value that never comes', [{ setting: 'scheme', cases: { token: {} } }], 'variants has a case "token"'],
    [
      'a section that nothing may change',
      [{ setting: 'scheme', cases: { basic: { name: 'Other' } } }],
      'variants.0.cases.basic',
    ],
    [
      'a result that is no manifest',
      [{ setting: 'scheme', cases: { basic: { auth: { type: 'header', header: 'x-key', credential: 'none' } } } }],
      'With scheme=basic: auth.credential names "none"',
    ],
  ])('%s is told', (_what, variants, problem) => {
    const result = validateManifest({ ...manifest, variants });

    expect('problems' in result && result.problems.join('\n')).toContain(problem);
  });
});

describe('requiredFor', () => {
  const withdrawing = testManifest({
    credentials: withFields({ payoutKey: { type: 'string', title, secret: true, requiredFor: ['withdraw.PIX'] } }),
    capabilities: { methods: { PIX: { refund: 'partial' } }, withdraw: ['PIX'] },
    operations: ['createTransaction', 'getTransaction', 'refund', 'withdraw', 'getWithdraw', 'processWebhook'],
  });
  const openWith = (secrets: [string, string][]) =>
    openManifest(withdrawing, { environment: 'sandbox', settings: {}, secrets: new Map(secrets) });

  it.each([[[]], [[['payoutKey', '']]]] as [string, string][][][])(
    'switches a capability off, with its operations, while the field is empty: %j',
    (secrets) => {
      expect(openWith(secrets).capabilities).toMatchObject({ methods: { PIX: { refund: 'partial' } }, withdraw: [] });
      expect(openWith(secrets).operations).toEqual(['createTransaction', 'getTransaction', 'refund', 'processWebhook']);
    },
  );

  it('leaves it on where the field is filled in', () => {
    expect(openWith([['payoutKey', 'k']])).toEqual(withdrawing);
  });
});

import { describe, expect, it } from 'vitest';
import { testManifest } from '../../../../plugins/kit/src/testing/test-manifest.ts';
import { type ProviderPackage, Providers } from '../../plugins/providers.ts';
import { checkEnvironment, checkLimits, firstStatus } from './rules.ts';

const found = (more: Partial<ProviderPackage> = {}) =>
  ({
    id: 'acme',
    version: '1.0.0',
    owner: null,
    manifest: testManifest(),
    loadSimulator: null,
    ...more,
  }) as ProviderPackage;
const withSimulator = found({
  version: '0.9.0',
  loadSimulator: () => Promise.reject(new Error('Never started here.')),
});

const check = (environment: 'production' | 'sandbox' | 'simulator', isOn: boolean, ...packages: ProviderPackage[]) => {
  const providers = new Providers();
  for (const item of packages) providers.add(item);
  const app = { config: { isSimulatorEnabled: isOn }, providers } as Parameters<typeof checkEnvironment>[0];
  return () => checkEnvironment(app, packages[0] as ProviderPackage, environment);
};

describe('checkEnvironment', () => {
  it('offers what the manifest has addresses for', () => {
    const { environments } = testManifest();
    for (const environment of ['production', 'sandbox'] as const) {
      const run = check(environment, true, found());
      if (environments[environment]) expect(run).not.toThrow();
      else expect(run).toThrow('does not have this environment');
    }
  });

  it('offers simulators where they are on, and where the provider has one in any version', () => {
    expect(check('simulator', true, withSimulator)).not.toThrow();
    expect(check('simulator', true, found(), withSimulator)).not.toThrow();
    expect(check('simulator', true, found())).toThrow('does not have this environment');
    expect(check('simulator', false, withSimulator)).toThrow('does not have this environment');
  });
});

describe('checkLimits', () => {
  it.each([
    {},
    { minAmount: 1, maxAmount: 1 },
    { minAmount: 5 },
    { maxAmount: 1, dailyAmount: 1 },
    { minAmount: 2, dailyAmount: 2 },
  ])('lets %j be', (limits) => {
    expect(() => checkLimits(limits)).not.toThrow();
  });
});

describe('firstStatus', () => {
  it.each([
    ['inferred', 'production', 'DISABLED'],
    ['inferred', 'sandbox', 'DISABLED'],
    ['inferred', 'simulator', 'ENABLED'],
    ['public-code', 'production', 'ENABLED'],
    ['documented', 'production', 'ENABLED'],
  ] as const)('of an API that is %s, in %s, is %s', (evidence, environment, status) => {
    const methods = ['PIX'] as const;
    expect(firstStatus(found({ manifest: testManifest({ evidence }) }), { environment, methods })).toBe(status);
  });

  it('is DISABLED where only a part of what it uses was inferred', () => {
    const manifest = testManifest({
      operations: ['createCardToken', 'createTransaction', 'getTransaction'],
      evidenceByOperation: { createCardToken: 'inferred' },
    });
    const statusFor = (methods: ('PIX' | 'CREDIT_CARD')[]) =>
      firstStatus(found({ manifest }), { environment: 'production', methods });
    expect([statusFor(['PIX']), statusFor(['PIX', 'CREDIT_CARD'])]).toEqual(['ENABLED', 'DISABLED']);
  });

  it('is ENABLED where all that was inferred was verified at the provider', () => {
    const operations = ['createTransaction', 'getTransaction'] as const;
    const statusWith = (verifiedByOperation: Partial<Record<(typeof operations)[number], string>>) => {
      const manifest = testManifest({ evidence: 'inferred', operations: [...operations], verifiedByOperation });
      return firstStatus(found({ manifest }), { environment: 'production', methods: ['PIX'] });
    };
    const [first, second] = operations;
    expect(statusWith({ [first]: '2026-12-01' })).toBe('DISABLED');
    expect(statusWith({ [first]: '2026-12-01', [second]: '2026-12-01' })).toBe('ENABLED');
  });
});

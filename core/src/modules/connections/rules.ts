/** Checks a connection against the manifest of its version before anything is written. */
import type { Settings } from '@feira/plugin-kit';
import { openManifest } from '@feira/plugin-kit/broker';
import type { Locale, PaymentMethod } from '@feira/schemas/common';
import type { Manifest } from '@feira/schemas/manifest';
import { formFor } from '@feira/schemas/rules/connection-form';
import { leastEvidence } from '@feira/schemas/rules/evidence';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { ProviderPackage } from '../../plugins/providers.ts';
import { findBaseProblems, findFormProblems, tidyValues } from '../../shared/manifest-form.ts';
import { type Facts, readCertificates } from './certificates.ts';
import type { ConnectionLimits, StoredConnection } from './model.ts';
import type { NewConnection } from './store.ts';

export function checkEnvironment(
  app: Pick<FastifyInstance, 'config' | 'providers'>,
  found: ProviderPackage,
  environment: StoredConnection['environment'],
): void {
  if (environment === 'simulator') {
    if (!app.config.isSimulatorEnabled) throw unsupported(NO_SIMULATORS);
    if (!hasSimulator(app, found)) throw unsupported(describeMissingSimulator(found));
    return;
  }
  if (found.manifest.environments[environment] === undefined)
    throw new AppError('ENVIRONMENT_UNSUPPORTED', { fields: ['environment'] });
}

const unsupported = (environment: Record<Locale, string>) =>
  new AppError('ENVIRONMENT_UNSUPPORTED', { reasons: { environment } });

const NO_SIMULATORS = {
  'pt-BR': 'Este servidor não tem simuladores: SIMULATORS está desligado.',
  en: 'This server has no simulators: SIMULATORS is off.',
};
const describeMissingSimulator = ({ manifest: { name }, version }: ProviderPackage) => ({
  'pt-BR': `O pacote de ${name} ${version} não traz um simulador. Escolha o ambiente de testes do provedor.`,
  en: `The package of ${name} ${version} brings no simulator. Choose the provider's test environment.`,
});

/** A package without a simulator is simulated by the provider's version from a folder, where there is one. */
const hasSimulator = ({ providers }: Pick<FastifyInstance, 'providers'>, { id, loadSimulator }: ProviderPackage) =>
  loadSimulator !== null || providers.list().some((other) => other.id === id && other.loadSimulator !== null);

/** The manifest as it holds for a connection with these values. A simulated one is as the provider's sandbox. */
export function openFor(
  { manifest }: ProviderPackage,
  environment: StoredConnection['environment'],
  settings: Settings,
  secrets: ReadonlyMap<string, string>,
): Manifest {
  const { sandbox } = manifest.environments;
  const real = environment === 'simulator' ? (sandbox ? 'sandbox' : 'production') : environment;
  return openManifest(manifest, { environment: real, settings, secrets });
}

export function checkMethods({ manifest }: Pick<ProviderPackage, 'manifest'>, methods: readonly PaymentMethod[]): void {
  const unable = methods.filter((method) => manifest.capabilities.methods?.[method] === undefined);
  if (unable.length === 0) return;
  throw new AppError('METHOD_UNSUPPORTED', {
    reasons: {
      methods: {
        'pt-BR': `Esta versão não oferece ${unable.join(', ')}. Retire da lista.`,
        en: `This version does not offer ${unable.join(', ')}. Take it off the list.`,
      },
    },
  });
}

export function checkLimits({ minAmount, maxAmount, dailyAmount }: ConnectionLimits): void {
  const isOpen = (amount: number | undefined) => amount === undefined || minAmount === undefined || minAmount <= amount;
  if (!isOpen(maxAmount)) throw new AppError('LIMITS_INVALID', { fields: ['limits.minAmount', 'limits.maxAmount'] });
  if (isOpen(dailyAmount)) return;
  // No payment would fit such limits.
  throw new AppError('LIMITS_INVALID', { fields: ['limits.minAmount', 'limits.dailyAmount'] });
}

export type Wanted = Pick<NewConnection, 'provider' | 'version' | 'environment' | 'name' | 'methods'> & {
  settings?: Settings | undefined;
  limits?: ConnectionLimits | undefined;
  /** Null means that there is no value. */
  secrets?: Readonly<Record<string, string | null>> | undefined;
};

/** A connection that uses what was only inferred of its provider's API takes no real payment until a person switches it on. */
export const firstStatus = (
  { manifest }: Pick<ProviderPackage, 'manifest'>,
  { environment, methods }: Pick<StoredConnection, 'environment'> & { methods: readonly PaymentMethod[] },
): StoredConnection['status'] =>
  leastEvidence(manifest, methods) === 'inferred' && environment !== 'simulator' ? 'DISABLED' : 'ENABLED';

/** Checks a new connection in whole. */
export function checkNew(
  app: Pick<FastifyInstance, 'config' | 'providers' | 'clock'>,
  found: ProviderPackage,
  { provider, version, environment, name, methods, limits = {}, ...given }: Wanted,
): NewConnection {
  checkEnvironment(app, found, environment);
  checkLimits(limits);
  const form = found.manifest.credentials;
  const settings: Settings = tidyValues(form, given.settings ?? {});
  const texts = Object.entries(tidyValues(form, given.secrets ?? {}));
  const secrets = Object.fromEntries(texts.filter((entry): entry is [string, string] => entry[1] !== null));
  const changed = new Set([...Object.keys(settings), ...Object.keys(secrets)]);
  const now = app.clock.now();
  const certificates = checkCredentials(found, environment, { methods, settings, secrets, changed, now });
  checkMethods({ manifest: openFor(found, environment, settings, new Map(Object.entries(secrets))) }, methods);
  const status = firstStatus(found, { environment, methods });
  return { provider, version, environment, name, status, methods, limits, settings, secrets, certificates };
}

interface Given {
  methods: readonly PaymentMethod[];
  settings: Settings;
  secrets: Readonly<Record<string, string>>;
  /** Names of the fields that changed. */
  changed: ReadonlySet<string>;
  now: Date;
}

/** Returns the facts of the changed certificates. */
export function checkCredentials(
  { manifest }: ProviderPackage,
  environment: StoredConnection['environment'],
  { methods, settings, secrets, changed, now }: Given,
): Facts {
  const form = formFor(manifest.credentials, { environment, methods, settings, secrets: Object.keys(secrets) });
  const reasons = {
    ...findFormProblems(form, { settings, secrets }),
    ...findBaseProblems(manifest, settings),
  };
  if (Object.keys(reasons).length > 0) throw new AppError('CREDENTIALS_INVALID', { reasons });
  const texts = Object.entries(settings).map(([name, value]): [string, string] => [name, String(value)]);
  const values = new Map([...texts, ...Object.entries(secrets)]);
  const { facts, problems } = readCertificates(manifest, values, { changed, now });
  if (Object.keys(problems).length > 0) throw new AppError('CERTIFICATE_INVALID', { reasons: problems });
  return facts;
}

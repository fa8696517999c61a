/** The form of a new connection. The functions are pure, so that they have tests. */

import type { CONNECTION_ENVIRONMENTS } from '@feira/schemas/common';
import { type Locale, PAYMENT_METHODS, type PaymentMethod } from '@feira/schemas/common';
import type { Manifest } from '@feira/schemas/manifest';
import type { Input } from '@feira/schemas/procedure';
import type { createConnection } from '@feira/schemas/procedures/connections';
import {
  type CredentialDraft,
  findCredentialProblems,
  readSecrets,
  readSettings,
  toCredentialDraft,
  toNeededForm,
} from './credential-draft.ts';
import { readLimits, toLimitsDraft } from './limits-draft.ts';
import { findServiceProblems } from './service-draft.ts';
import type { ServiceDraft } from './service-fields.tsx';

export type Environment = (typeof CONNECTION_ENVIRONMENTS)[number];

/** Returns the manifest, which the server has checked against the schema of plugin.json. */
export const readManifest = (manifest: unknown): Manifest => manifest as Manifest;

/** Keeps the order of all methods. */
export const listMethods = (manifest: unknown): PaymentMethod[] => {
  const { methods = {} } = readManifest(manifest).capabilities;
  return PAYMENT_METHODS.filter((method) => methods[method] !== undefined);
};

/** The environment with real money comes first; the simulator, where the package has one, last. */
export const listEnvironments = ({ environments, simulator }: Manifest): Environment[] => [
  ...(environments.production ? (['production'] as const) : []),
  ...(environments.sandbox ? (['sandbox'] as const) : []),
  ...(simulator ? (['simulator'] as const) : []),
];

const simplify = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\s._-]/gu, '')
    .toLowerCase();

/** The search ignores accents and dots: "pagarme" finds Pagar.me. */
export const matchesName = (search: string, ...names: string[]): boolean =>
  names.some((name) => simplify(name).includes(simplify(search)));

export interface NewConnection extends ServiceDraft {
  environment: Environment;
  credentials: CredentialDraft;
}

export const startNew = (manifest: Manifest, name: string, locale: Locale): NewConnection => ({
  name,
  environment: listEnvironments(manifest)[0] ?? 'production',
  methods: listMethods(manifest),
  limits: toLimitsDraft({}, locale),
  credentials: toCredentialDraft(manifest.credentials, {}),
});

/** Keeps the typed values for which another version has a field. */
export function adaptNew(draft: NewConnection, manifest: Manifest): NewConnection {
  const environments = listEnvironments(manifest);
  const capable = listMethods(manifest);
  const { settings } = toCredentialDraft(manifest.credentials, {});
  const kept = Object.entries(draft.credentials.settings).filter(
    ([name, value]) => typeof settings[name] === typeof value,
  );
  return {
    ...draft,
    environment: environments.includes(draft.environment) ? draft.environment : (environments[0] ?? draft.environment),
    methods: draft.methods.filter((method) => capable.includes(method)),
    credentials: { ...draft.credentials, settings: { ...settings, ...Object.fromEntries(kept) } },
  };
}

export const formOfNew = (draft: NewConnection, manifest: Manifest) =>
  toNeededForm(manifest.credentials, draft, draft.credentials, []);

export const findNewProblems = (draft: NewConnection, manifest: Manifest) => ({
  service: findServiceProblems(draft),
  credentials: findCredentialProblems(formOfNew(draft, manifest), draft.credentials, []),
});

type Creation = Input<typeof createConnection>;

export function toCreation(
  draft: NewConnection,
  manifest: Manifest,
  place: Pick<Creation, 'platformId' | 'version'>,
): Creation {
  const { credentials: form, id: provider } = manifest;
  // Leaves out empty secrets; a new connection has no stored ones to remove.
  const secrets = Object.entries(readSecrets(form, draft.credentials)).filter(([, value]) => value !== null);
  return {
    ...place,
    provider,
    environment: draft.environment,
    name: draft.name.trim(),
    methods: [...draft.methods],
    limits: readLimits(draft.limits),
    settings: readSettings(form, draft.credentials),
    secrets: Object.fromEntries(secrets),
  };
}

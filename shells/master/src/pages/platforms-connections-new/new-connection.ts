/** A connection that is being made, as it stands in the form. Pure, so that it has tests. */

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
} from '../../connections/credential-draft.ts';
import { readLimits, toLimitsDraft } from '../../connections/limits-draft.ts';
import { findServiceProblems } from '../../connections/service-draft.ts';
import type { ServiceDraft } from '../../connections/service-fields.tsx';

export type Environment = (typeof CONNECTION_ENVIRONMENTS)[number];

/** The server checked it against the schema of plugin.json before it stored the package. */
export const readManifest = (manifest: unknown): Manifest => manifest as Manifest;

/** In the order of all methods. */
export const listMethods = (manifest: unknown): PaymentMethod[] => {
  const { methods = {} } = readManifest(manifest).capabilities;
  return PAYMENT_METHODS.filter((method) => methods[method] !== undefined);
};

/** What charges real money comes first; the simulator, where the package has one, last. */
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

/** Neither accents nor dots are in the way of finding somebody: "pagarme" finds Pagar.me. */
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

/** What was typed for one version, as far as another one has a place for it. */
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

export const findNewProblems = (draft: NewConnection, manifest: Manifest) => ({
  service: findServiceProblems(draft),
  credentials: findCredentialProblems(manifest.credentials, draft.credentials, []),
});

type Creation = Input<typeof createConnection>;

export function toCreation(
  draft: NewConnection,
  manifest: Manifest,
  place: Pick<Creation, 'platformId' | 'version'>,
): Creation {
  const { credentials: form, id: provider } = manifest;
  // Those without a secret that is set; nothing is there yet to be taken away.
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

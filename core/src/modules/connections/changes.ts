/** Writes a change of a connection. Only fields that differ are written, so repeating the change does nothing. */
import { isDeepStrictEqual } from 'node:util';
import type { Settings } from '@feira/plugin-kit';
import type { PaymentMethod } from '@feira/schemas/common';
import { toBaseUrls } from '@feira/schemas/rules/base-urls';
import { mergeVariants } from '@feira/schemas/rules/manifest-variants';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { ProviderPackage } from '../../plugins/providers.ts';
import { tidyValues } from '../../shared/manifest-form.ts';
import { openCredentials } from './credentials.ts';
import {
  type ConnectionLimits,
  type ConnectionStatus,
  type ConnectionUpdate,
  deleteCredential,
  deleteRoutes,
  insertRoute,
  type StoredConnection,
  updateConnection,
} from './model.ts';
import { checkCredentials, checkLimits, checkMethods, openFor } from './rules.ts';
import { type Locked, sealCredential } from './store.ts';

export interface ConnectionChange {
  version?: string | undefined;
  name?: string | undefined;
  status?: ConnectionStatus | undefined;
  methods?: readonly PaymentMethod[] | undefined;
  limits?: ConnectionLimits | undefined;
  /** Replaces all settings. */
  settings?: Settings | undefined;
  /** The secrets that change; null removes one. */
  secrets?: Readonly<Record<string, string | null>> | undefined;
}

interface Wanted {
  locked: Locked;
  stored: StoredConnection;
  change: ConnectionChange;
  /** The package of the new version; undefined when it is not installed. */
  found: ProviderPackage | undefined;
  now: Date;
}

export interface AppliedChange {
  /** The names of the changed fields, secrets as `secrets.<name>`; never a value. */
  changed: string[];
  /** The hosts that are called from now on, where they are others than before. */
  hosts?: string[];
}

/** Returns whether a change puts other credentials into use, or other code that uses them: an earlier test says nothing about those. */
export const isAboutCredentials = (changed: readonly string[]): boolean =>
  changed.some((name) => name === 'settings' || name === 'version' || name.startsWith('secrets.'));

/** Writes what differs. */
export async function applyChange(wanted: Wanted): Promise<AppliedChange> {
  const { locked, stored, found } = wanted;
  const { row, fields } = planColumns(wanted);
  const secrets = planSecrets(wanted, row);
  const changed = [...fields, ...secrets.names.map((name) => `secrets.${name}`)];
  if (changed.length === 0) return { changed };
  if (['methods', 'version', 'settings'].some((name) => changed.includes(name)))
    checkMethods({ manifest: openFor(mustHave(found), stored.environment, row.settings, secrets.all) }, row.methods);
  await locked.transaction.runAll([
    updateConnection(locked.platformId, stored.id, { ...row, hasNewCredentials: isAboutCredentials(changed) }),
    ...planRoutes(locked, stored, row.methods),
    ...secrets.statements,
  ]);
  const before = found ? listHosts(found, stored, stored.settings) : [];
  const hosts = found ? listHosts(found, stored, row.settings) : [];
  return { changed, ...(!isSame(before, hosts) && { hosts }) };
}

/** The hosts that a connection calls with these settings; a simulated one calls none of them. */
function listHosts({ manifest }: ProviderPackage, { environment }: StoredConnection, settings: Settings): string[] {
  if (environment === 'simulator') return [];
  const urls = toBaseUrls(mergeVariants(manifest, { environment, settings }), environment, settings);
  return [...new Set(Object.values(urls).flatMap((url) => URL.parse(url)?.host ?? []))].sort();
}

const isSame = (a: unknown, b: unknown) => isDeepStrictEqual(a, b);

function planColumns({ stored, change, found }: Wanted): { row: ConnectionUpdate; fields: string[] } {
  const { version, name, status, methods, limits } = stored;
  const given = { ...change, settings: change.settings && found && tidySettings(found, change.settings) };
  const before: ConnectionUpdate = { version, name, status, methods, limits, settings: stored.settings };
  const fields = (Object.keys(before) as (keyof ConnectionUpdate)[]).filter((field) => {
    const value = given[field];
    if (value === undefined) return false;
    const inOrder = field === 'methods' ? [[...methods].sort(), [...(value as PaymentMethod[])].sort()] : null;
    return inOrder ? !isSame(inOrder[0], inOrder[1]) : !isSame(before[field], value);
  });
  const row = { ...before, ...Object.fromEntries(fields.map((field) => [field, given[field]])) };
  if (fields.includes('limits')) checkLimits(row.limits);
  return { row, fields };
}

const tidySettings = ({ manifest }: ProviderPackage, settings: Settings): Settings =>
  tidyValues(manifest.credentials, settings);

/** The manifest is needed because it defines the fields. */
function mustHave(found: ProviderPackage | undefined): ProviderPackage {
  if (!found) throw new AppError('PACKAGE_NOT_FOUND');
  return found;
}

/** `all` are the secrets that the connection has afterwards. */
function planSecrets(
  wanted: Wanted,
  { settings, methods }: ConnectionUpdate,
): { names: string[]; statements: Statement[]; all: ReadonlyMap<string, string> } {
  const { locked, stored, change, now } = wanted;
  const { platformId, keys } = locked;
  const { secrets: known } = openCredentials(platformId, stored, keys.all);
  const isTouched = (['settings', 'secrets', 'version', 'methods'] as const).some(
    (field) => change[field] !== undefined,
  );
  if (!isTouched) return { names: [], statements: [], all: known };
  const found = mustHave(wanted.found);
  const given = tidyValues(found.manifest.credentials, change.secrets ?? {});
  const had = new Set(stored.credentials.map(({ name }) => name));
  const names = Object.keys(given).filter((name) =>
    given[name] === null ? had.has(name) : given[name] !== known.get(name),
  );
  const whole = { ...Object.fromEntries(known), ...given };
  const secrets = Object.fromEntries(
    Object.entries(whole).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const changed = new Set([...names, ...changedNames(stored.settings, settings)]);
  const facts = checkCredentials(found, stored.environment, { methods, settings, secrets, changed, now });
  const statements = names.map((name) => {
    const value = given[name];
    if (value === null || value === undefined) return deleteCredential(platformId, stored.id, name);
    const certificate = facts.get(name) ?? null;
    return sealCredential(platformId, keys.newest, { connectionId: stored.id, name, value, certificate });
  });
  return { names, statements, all: new Map(Object.entries(secrets)) };
}

const changedNames = (before: Settings, after: Settings): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name]);

/** Removes the routes of methods that were removed. The route of an added method comes last. */
function planRoutes(
  { platformId }: Locked,
  { id, methods: before }: StoredConnection,
  after: readonly PaymentMethod[],
): Statement[] {
  const gone = before.filter((method) => !after.includes(method));
  const added = after.filter((method) => !before.includes(method));
  return [
    ...(gone.length > 0 ? [deleteRoutes(platformId, id, gone)] : []),
    ...added.map((method) => insertRoute(platformId, id, method)),
  ];
}

/** Stores only the settings that differ from the defaults. A change replaces the parts that it names. */
import { type Customization, type PlatformSettings, withDefaultSettings } from '@feira/schemas/platform';
import type { AuditEventType } from '@feira/schemas/procedures/audit';
import type { FastifyInstance } from 'fastify';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { AuditEntry } from '../audit/service.ts';
import type { ConnectionsApp } from '../connections/service.ts';
import { listChoices } from '../payouts/service.ts';
import { splitsSales } from '../receivers/service.ts';
import { checkGroup, type GroupName, raiseVersion, readVersion } from '../versions/service.ts';
import { checkSettings, type Facts } from './rules.ts';

type App = Pick<FastifyInstance, 'database' | 'cache'>;

export interface PlatformChange {
  name?: string | undefined;
  status?: 'ACTIVE' | 'DISABLED' | undefined;
  settings?: Partial<PlatformSettings> | undefined;
}

interface PlatformRow {
  name: string;
  status: 'ACTIVE' | 'DISABLED';
  settings: Partial<PlatformSettings>;
}

export interface ChangeOptions {
  type: AuditEventType;
  /** Records the change: returns statements for the same transaction. */
  record(entry: AuditEntry): Statement[];
  /** Returns the field of the caller's input that holds a setting, for errors; the setting's own name by default. */
  toField?(setting: string): string;
}

interface FormOptions extends ChangeOptions {
  /** The name of the person who makes the change, which later refusals mention. */
  by: string;
  /** The versions that the form was read with, of the groups that it saves; a group without one is compared with nothing. */
  read?: Partial<Record<GroupName, number | undefined>>;
}

const updatePlatform = (platformId: string, { name, status, settings }: PlatformRow): Statement => ({
  text: 'UPDATE platform SET name = $2, status = $3, settings = $4 WHERE platform_id = $1',
  values: [platformId, name, status, JSON.stringify(settings)],
});

const selectPlatform = (platformId: string, isLocked = false): Statement<PlatformRow> => ({
  text: `SELECT name, status, settings FROM platform WHERE platform_id = $1${isLocked ? ' FOR UPDATE' : ''}`,
  values: [platformId],
});

/** Reads the database instead of a node's cache, so that a form shows its own change. */
export async function readSettings(
  app: App,
  platformId: string,
): Promise<{ name: string; settings: PlatformSettings }> {
  const row = await app.database.find(platformId, selectPlatform(platformId), true);
  if (!row) throw new AppError('PLATFORM_NOT_FOUND');
  return { name: row.name, settings: withDefaultSettings(row.settings) };
}

/**
 * Returns the versions of the groups that forms of a platform save. They are read before the values: values that are newer than their
 * version are only compared once more, older ones would overwrite what somebody else has saved.
 */
export const readFormVersions = async (app: App, platformId: string) => ({
  version: await readVersion(app, platformId, { name: 'SETTINGS', subject: platformId }),
  customizationVersion: await readVersion(app, platformId, { name: 'CUSTOMIZATION', subject: platformId }),
});

/** The facts that a change is checked against besides the settings. They are read before the transaction that makes the change. */
export type ConnectionChoices = Pick<Facts, 'splitsSales' | 'payers'>;

export const readConnectionChoices = async (
  app: ConnectionsApp & App,
  platformId: string,
  settings: Partial<PlatformSettings> | undefined,
): Promise<ConnectionChoices> => ({
  splitsSales: settings?.custody === 'PROVIDER' && (await splitsSales(app, platformId)),
  payers: settings?.withdrawals?.payers ? await listChoices(app, platformId) : [],
});

/** Locks the row between read and write, so that concurrent changes do not undo each other. */
export async function changePlatform(
  app: ConnectionsApp & App,
  platformId: string,
  change: PlatformChange,
  options: FormOptions,
): Promise<void> {
  const choices = await readConnectionChoices(app, platformId, change.settings);
  await app.database.transaction(platformId, async (transaction) =>
    transaction.runAll(await changeByForm(transaction, platformId, change, { ...options, choices })),
  );
  app.cache.forget(platformId);
}

/**
 * Changes what the caller names, compares the versions of the groups that it belongs to, and counts on. Returns the statements that record
 * it, which have to be run last: those of an operated platform also write to another one.
 */
export async function changeByForm(
  transaction: Transaction,
  platformId: string,
  change: PlatformChange,
  { by, read = {}, record, ...options }: FormOptions & { choices: ConnectionChoices },
): Promise<Statement[]> {
  const records: Statement[] = [];
  const changed = await changeLockedPlatform(transaction, platformId, change, {
    ...options,
    record: (entry) => {
      records.push(...record(entry));
      return [];
    },
  });
  for (const [name, fields] of groupFields(changed)) {
    const group = { name, subject: platformId };
    const toField = name === 'SETTINGS' && options.toField;
    await checkGroup(transaction, platformId, group, { read: read[name], fields, ...(toField && { toField }) });
    await transaction.run(raiseVersion(platformId, group, fields, by));
  }
  return records;
}

/** Returns the groups that hold the changed values, each with its fields. A status belongs to no form. */
function groupFields(changed: readonly string[]): [GroupName, string[]][] {
  const groups = new Map<GroupName, string[]>();
  for (const name of changed.filter((known) => known !== 'status')) {
    const [first, part] = name.split('.') as [string, string?];
    const group =
      first === 'customization' || first === 'name' ? 'CUSTOMIZATION' : first === 'pixels' ? 'PIXELS' : 'SETTINGS';
    groups.set(group, [...(groups.get(group) ?? []), part ?? first]);
  }
  return [...groups];
}

/** Returns the names of the values that changed. */
export async function changeLockedPlatform(
  transaction: Transaction,
  platformId: string,
  change: PlatformChange,
  { type, record, choices, toField = (setting) => setting }: ChangeOptions & { choices: ConnectionChoices },
): Promise<string[]> {
  const row = await transaction.find(selectPlatform(platformId, true));
  if (!row) throw new AppError('PLATFORM_NOT_FOUND');
  const next = applyChange(row, change);
  const facts = { before: withDefaultSettings(row.settings), toField, ...choices };
  checkSettings(withDefaultSettings(next.settings), change.settings ?? {}, facts);
  const details = compare(row, next);
  if (!details) return [];
  await transaction.run(updatePlatform(platformId, next));
  const subject = { type: 'platform', id: platformId, name: next.name } as const;
  await transaction.runAll(record({ type, subject, details }));
  return Object.keys(details.after);
}

/** Locks the settings that form the rules of a platform, and returns them with its name. */
export async function lockSettings(
  transaction: Transaction,
  platformId: string,
): Promise<{ name: string; settings: PlatformSettings }> {
  const row = await transaction.find(selectPlatform(platformId, true));
  if (!row) throw new AppError('PLATFORM_NOT_FOUND');
  return { name: row.name, settings: withDefaultSettings(row.settings) };
}

function applyChange(row: PlatformRow, { name, status, settings = {} }: PlatformChange): PlatformRow {
  const named = withoutUndefined(settings);
  const customization: Customization = {
    ...row.settings.customization,
    ...withoutUndefined(settings.customization ?? {}),
  };
  return {
    name: name ?? row.name,
    status: status ?? row.status,
    settings: { ...row.settings, ...named, ...(settings.customization && { customization }) },
  };
}

const withoutUndefined = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

/** Returns the values before and after by the name of the setting; null when nothing differs. */
function compare(before: PlatformRow, after: PlatformRow): Record<'before' | 'after', Record<string, unknown>> | null {
  const [old, current] = [flatten(before), flatten(after)];
  const changed = Object.keys({ ...old, ...current }).filter(
    (key) => JSON.stringify(sorted(old[key])) !== JSON.stringify(sorted(current[key])),
  );
  if (changed.length === 0) return null;
  const pick = (values: Record<string, unknown>) =>
    Object.fromEntries(changed.map((key) => [key, withoutDocument(values[key] ?? null)]));
  return { before: pick(old), after: pick(current) };
}

/** More people may read the audit log than a company's documents, so only the last digits of a document are recorded. */
function withoutDocument(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('document' in value)) return value;
  const document = String(value.document);
  return { ...value, document: document && `…${document.slice(-2)}` };
}

function flatten({ name, status, settings }: PlatformRow): Record<string, unknown> {
  const { customization, ...rules } = withDefaultSettings(settings);
  const parts = Object.entries(customization).map(([part, value]) => [`customization.${part}`, value]);
  return { name, status, ...rules, ...Object.fromEntries(parts) };
}

/** The database does not keep the order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}

/** Changes rules and lists, in the transaction of the proposal that asks for it where there is one. */
import { isDeepStrictEqual } from 'node:util';
import type { Input } from '@feira/schemas/procedure';
import type { addEntry, RiskKind, RiskRule } from '@feira/schemas/procedures/risk';
import type { FastifyInstance } from 'fastify';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { AuditEntry } from '../audit/service.ts';
import { insertVersion, lockPlatformName, selectEntry, selectNewest, upsertEntry } from './list-model.ts';
import { nameSubject } from './subjects.ts';

type Recorder = (entry: AuditEntry) => Statement[];

interface Author {
  id: string;
  name: string;
}

/** Returns the newest version, and lets no other be saved until the transaction ends. */
export async function lockRules(
  transaction: Transaction,
  platformId: string,
): Promise<{ name: string; version: number; rules: RiskRule[] }> {
  const platform = await transaction.find(lockPlatformName(platformId));
  const newest = await transaction.find(selectNewest(platformId));
  return { name: platform?.name ?? '', version: newest?.version ?? 0, rules: newest?.rules ?? [] };
}

/** Saves rules as the next version. The caller has locked them. */
export async function applyRules(
  transaction: Transaction,
  platformId: string,
  { rules, savedBy }: { rules: RiskRule[]; savedBy: Author },
  record: Recorder,
): Promise<void> {
  const version = ((await transaction.find(selectNewest(platformId)))?.version ?? 0) + 1;
  await transaction.run(insertVersion(platformId, { version, rules, savedBy }));
  await transaction.runAll(record({ type: 'risk.rulesChanged', details: { version, rules: rules.length } }));
}

/** Returns false where a change only adds rules that refuse: they let nothing through that was stopped before. */
export function loosensRules(old: readonly RiskRule[], next: readonly RiskRule[]): boolean {
  const known = new Set(old.map(({ id }) => id));
  return !isDeepStrictEqual(
    next.filter(({ id, action }) => known.has(id) || action !== 'REFUSE'),
    old,
  );
}

/** An entry as a proposal keeps it: what was typed is not in it. */
export interface ListedEntry {
  list: 'ALLOW' | 'BLOCK';
  label: string;
  reason: string;
  endsAt: string | null;
}

/** Reads the kind and the HMAC of whom an entry means, by which a proposal finds it. */
const readEntrySubject = (text: string): { kind: RiskKind; subject: string } => {
  const [kind, subject] = text.split(':') as [RiskKind, string];
  return { kind, subject };
};

/** Returns the entry of whom a proposal means; null where no list names them. */
export async function lockEntry(
  transaction: Transaction,
  platformId: string,
  text: string,
): Promise<ListedEntry | null> {
  await transaction.find(lockPlatformName(platformId));
  const row = await transaction.find(selectEntry(platformId, readEntrySubject(text)));
  return row ? { ...row, endsAt: row.endsAt?.toISOString() ?? null } : null;
}

const DAY_MS = 86_400_000;

/** Returns an entry as a proposal keeps it, with the text by which it is found. Throws RISK_VALUE_INVALID where the value is none of its kind. */
export function toListed(
  app: Pick<FastifyInstance, 'config' | 'clock'>,
  { list, kind, value, reason, days }: Input<typeof addEntry>,
): { subject: string; entry: ListedEntry } {
  const named = nameSubject(app, kind, value);
  if (!named) throw new AppError('RISK_VALUE_INVALID', { fields: ['value'] });
  const endsAt = days ? new Date(app.clock.now().getTime() + days * DAY_MS).toISOString() : null;
  return { subject: `${kind}:${named.subject}`, entry: { list, label: named.label, reason, endsAt } };
}

/** Puts an entry on its list, in the place of one of the same. */
export async function listEntry(
  transaction: Transaction,
  platformId: string,
  { subject: text, entry, addedBy }: { subject: string; entry: ListedEntry; addedBy: Author },
  record: Recorder,
): Promise<void> {
  const { list, label, reason, endsAt } = entry;
  const { kind, subject } = readEntrySubject(text);
  const row = { id: newId(), list, kind, subject, label, reason, addedBy, endsAt: endsAt ? new Date(endsAt) : null };
  await transaction.run(upsertEntry(platformId, row));
  await transaction.runAll(record({ type: 'risk.entryAdded', details: { list, kind, label, reason } }));
}

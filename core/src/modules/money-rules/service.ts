/**
 * Changes money rules by proposals. A proposal holds only the rules that change, as they were and as they become. It is checked by applying
 * it, and where it has to wait that is undone again: what is approved later passed the same checks as what applies at once.
 */
import { isDeepStrictEqual } from 'node:util';
import type { PlatformSettings } from '@feira/schemas/platform';
import {
  type Compared,
  MONEY_RULE_PERMISSIONS,
  type MoneyRuleKind,
  type ProposalStatus,
  type Proposed,
  type Proposing,
} from '@feira/schemas/procedures/money-rules';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLocked, type Statement, type Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { Person } from '../../plugins/sessions.ts';
import { newId } from '../../shared/ids.ts';
import { checkSecondPerson } from '../approvals/service.ts';
import { type AuditEntry, recordEvent, recordOperated } from '../audit/service.ts';
import type { ConnectionsApp } from '../connections/service.ts';
import { checkGroup, raiseVersion } from '../versions/service.ts';
import { compareExamples, measureExamples } from './examples.ts';
import { type Facts, KINDS, readFacts } from './kinds.ts';
import {
  countDeciders,
  type Ending,
  insertProposal,
  lockProposal,
  moveProposal,
  type ProposalRow,
  selectAppliedSince,
  selectDue,
  selectMaster,
  selectOperator,
  selectProposal,
  selectSame,
  selectStanding,
  selectUnapproved,
  type Unapproved,
  type Values,
} from './model.ts';
import { prepareNaming } from './naming.ts';
import { notifyDeciders, notifyLapsed, notifyProposer } from './notices.ts';

export type MoneyRulesApp = ConnectionsApp & Pick<FastifyInstance, 'database' | 'cache' | 'clock' | 'log'>;

/** The request of a signed-in person, about the own platform or an operated one. */
export interface RuleCall {
  platformId: string;
  request: FastifyRequest;
  person: Person;
}

export interface RuleChange extends Proposing {
  kind: MoneyRuleKind;
  subject: string;
  /** The name of what the rules belong to, where nothing stored has it yet. */
  subjectName?: string;
  /** The rules that the caller names; undefined ones stay. */
  values: Values;
  restores?: string;
  /** Returns the field of the caller's input, for errors. */
  toField?: (field: string) => string;
  /** The price of the example. */
  price?: number | undefined;
  /**
   * Changes what belongs to the same call and is no money rule, at once and in the same transaction. Returns the statements that record it.
   */
  alongside?: (transaction: Transaction) => Promise<Statement[]>;
}

/** At this limit a platform asks for no second person. */
const WHOLE = 10_000;

const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value ?? null));
const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
const named = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));

/** Null is a value of a manager's share alone: elsewhere it says that there was none, which nothing can be set to. */
const toApplied = (kind: MoneyRuleKind, values: Values): Values => (kind === 'TERMS' ? values : named(values));

/** Nobody decides about their own terms, however they come about. */
function refuseOwnTerms({ kind, subject }: Pick<RuleChange, 'kind' | 'subject'>, person: Pick<Person, 'id'>): void {
  if (kind === 'TERMS' && subject === person.id) throw new AppError('OWN_TERMS_FIXED', { fields: ['personId'] });
}

/** Applies a change under a savepoint and returns what it changes. The records are returned: they have to be written last. */
async function tryChange(
  transaction: Transaction,
  { platformId, person }: Pick<RuleCall, 'platformId' | 'person'>,
  change: RuleChange,
  facts: Facts,
): Promise<(Compared & { name: string; entries: AuditEntry[] }) | null> {
  const { kind, subject, price, toField } = change;
  const { lock, apply, toRules, loosens } = KINDS[kind];
  const { name, values: old } = await lock(transaction, platformId, subject);
  const sent = plain(kind === 'TERMS' ? change.values : named(change.values));
  await checkGroup(
    transaction,
    platformId,
    { name: kind, subject },
    {
      read: change.version,
      fields: Object.keys(sent).filter((field) => !isDeepStrictEqual(plain(old[field]), sent[field])),
      ...(toField && { toField }),
    },
  );
  const entries: AuditEntry[] = [];
  const record = (entry: AuditEntry): Statement[] => {
    entries.push(entry);
    return [];
  };
  await transaction.run({ text: 'SAVEPOINT proposed_rules', values: [] });
  await apply(transaction, {
    platformId,
    subject,
    values: sent,
    facts,
    record,
    by: person,
    ...(toField && { toField }),
  });
  const { values: next } = await lock(transaction, platformId, subject);
  const fields = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter(
    (field) => !isDeepStrictEqual(plain(old[field]), plain(next[field])),
  );
  if (fields.length === 0) return null;
  const examples = compareExamples(toRules(old, facts), toRules(next, facts), price);
  const isLoosened = loosens?.(old, next) ?? false;
  const unapproved = await transaction.list(selectUnapproved(platformId, { kind, subject }));
  const size = isLoosened ? null : measureTogether(unapproved, { kind, old, next, facts, price }, examples);
  const limit =
    kind === 'SETTINGS' ? (old as unknown as PlatformSettings).ruleApprovalAbove : facts.settings.ruleApprovalAbove;
  const without = [person.id, ...(kind === 'TERMS' ? [subject] : [])];
  const others = await transaction.find(countDeciders(platformId, MONEY_RULE_PERMISSIONS[kind], without));
  return {
    name,
    before: plain(pick(old, fields)),
    after: plain(pick(next, fields)),
    examples,
    size,
    limit,
    needsApproval: limit < WHOLE && (size === null || size > limit) && (others?.count ?? 0) > 0,
    entries,
  };
}

interface Step {
  kind: MoneyRuleKind;
  old: Values;
  next: Values;
  facts: Facts;
  price: number | undefined;
}

/**
 * Returns the size of a change together with those before it that nobody else approved: many small steps of one person are one large one.
 * It is at least the size of the change alone.
 */
function measureTogether(
  unapproved: readonly Unapproved[],
  { kind, old, next, facts, price }: Step,
  examples: Compared['examples'],
): number {
  const { toRules } = KINDS[kind];
  const applied = unapproved.filter(({ status }) => status === 'APPLIED');
  const scheduled = unapproved.filter(({ status }) => status === 'SCHEDULED');
  // The newest comes first, so that the oldest value of each rule stays.
  const first = Object.assign({}, old, ...applied.map(({ before }) => toApplied(kind, before)));
  const last = Object.assign(
    {},
    next,
    ...scheduled.toReversed().map(({ after }) => toApplied(kind, after)),
    changedOf(old, next),
  );
  return Math.max(
    measureExamples(examples),
    measureExamples(compareExamples(toRules(first, facts), toRules(last, facts), price)),
  );
}

const changedOf = (old: Values, next: Values): Values =>
  Object.fromEntries(
    Object.entries(next).filter(([field, value]) => !isDeepStrictEqual(plain(old[field]), plain(value))),
  );

/** Returns the first moment of a day in São Paulo, which has to come. */
function toEffectiveAt(day: string | undefined, now: Date): Date | null {
  if (day === undefined) return null;
  const at = new Date(`${day}T00:00:00-03:00`);
  if (at > now) return at;
  throw new AppError('VALIDATION_FAILED', {
    reasons: {
      effectiveOn: { 'pt-BR': 'Escolha um dia que ainda não começou.', en: 'Choose a day that has not begun.' },
    },
  });
}

export async function proposeRules(app: MoneyRulesApp, call: RuleCall, change: RuleChange): Promise<Proposed> {
  const { platformId, request, person } = call;
  const { kind, subject } = change;
  refuseOwnTerms(change, person);
  const effectiveAt = toEffectiveAt(change.effectiveOn, app.clock.now());
  const facts = await readFacts(app, platformId, kind, change.values);
  const result = await app.database.transaction(platformId, async (transaction): Promise<Proposed> => {
    const records = (await change.alongside?.(transaction)) ?? [];
    const finish = async (answer: Proposed, entries: readonly AuditEntry[] = []): Promise<Proposed> => {
      await transaction.runAll([...records, ...entries.flatMap((entry) => recordOperated(request, platformId, entry))]);
      return answer;
    };
    const tried = await tryChange(transaction, call, change, facts);
    if (!tried) return finish({ proposalId: null, status: 'UNCHANGED' });
    const { entries, limit: _, ...comparison } = tried;
    const name = change.subjectName ?? tried.name;
    const status = comparison.needsApproval ? 'WAITING' : effectiveAt ? 'SCHEDULED' : 'APPLIED';
    if (status !== 'APPLIED') await transaction.run({ text: 'ROLLBACK TO SAVEPOINT proposed_rules', values: [] });
    const { after } = comparison;
    const same =
      status === 'APPLIED'
        ? undefined
        : await transaction.find(selectSame(platformId, { kind, subject, after, proposerId: person.id }));
    if (same) return finish({ proposalId: same.id, status: same.status as 'WAITING' | 'SCHEDULED' });
    const id = newId();
    await transaction.run(
      insertProposal(platformId, {
        id,
        kind,
        subject,
        subjectName: name,
        status,
        ...comparison,
        note: change.note?.trim() || null,
        restores: change.restores ?? null,
        proposerId: person.id,
        proposer: person.name,
        proposerEmail: person.email,
        effectiveAt,
      }),
    );
    const described = { id, kind, subject, subjectName: name, proposerId: person.id, ...comparison };
    if (status === 'APPLIED')
      await transaction.run(raiseVersion(platformId, { name: kind, subject }, Object.keys(after), person.name));
    if (status === 'WAITING') await transaction.runAll(notifyDeciders(platformId, described));
    return finish(
      { proposalId: id, status },
      status === 'APPLIED'
        ? entries
        : [toEntry('moneyRules.proposed', described, change.effectiveOn ? { effectiveOn: change.effectiveOn } : {})],
    );
  });
  app.cache.forget(platformId);
  return result;
}

type Described = Pick<ProposalRow, 'id' | 'kind' | 'subject' | 'subjectName' | 'before' | 'after'>;

const SUBJECTS = {
  SETTINGS: 'platform',
  TERMS: 'person',
  COSTS: 'connection',
  ROUTES: 'payment-method',
  RISK_RULES: 'platform',
  RISK_ALLOWED: 'platform',
} as const satisfies Record<MoneyRuleKind, unknown>;

/** The values of these kinds are told by the entry that applies them. */
const TOLD_ELSEWHERE: readonly MoneyRuleKind[] = ['ROUTES', 'RISK_RULES', 'RISK_ALLOWED'];

const toEntry = (
  type:
    | 'moneyRules.proposed'
    | 'moneyRules.approved'
    | 'moneyRules.rejected'
    | 'moneyRules.canceled'
    | 'moneyRules.outdated'
    | 'moneyRules.lapsed',
  { id, kind, subject, subjectName, before, after }: Described,
  facts: Values = {},
): AuditEntry => ({
  type,
  subject: { type: SUBJECTS[kind], id: subject, name: subjectName },
  details: { ...(TOLD_ELSEWHERE.includes(kind) ? {} : { before, after }), ...facts, proposalId: id },
});

/** Undoes a transaction and carries what it found out. */
class Undone<T> extends Error {
  readonly found: T;
  constructor(found: T) {
    super('A preview changes nothing.');
    this.found = found;
  }
}

/** Shows what a change would do, and changes nothing. */
export async function previewRules(app: MoneyRulesApp, call: RuleCall, change: RuleChange): Promise<Compared> {
  refuseOwnTerms(change, call.person);
  const facts = await readFacts(app, call.platformId, change.kind, change.values);
  try {
    await app.database.transaction(call.platformId, async (transaction) => {
      const tried = await tryChange(transaction, call, change, facts);
      const { entries: _, name: __, ...found } = tried ?? { entries: 0, name: 0, ...NO_CHANGE };
      throw new Undone<Compared>(found);
    });
  } catch (error) {
    const undone = error instanceof Undone ? error : (error as Error).cause;
    if (undone instanceof Undone) {
      const { found } = undone as Undone<Compared>;
      return { ...found, ...(await prepareNaming(app, call.platformId, [found]))(found) };
    }
    throw error;
  }
  throw new Error('A preview has to end with an error.');
}

const NO_CHANGE: Compared = { before: {}, after: {}, examples: [], size: 0, limit: 0, needsApproval: false };

/** Throws EDIT_CONFLICT where a rule is no longer as it was when the change was proposed. */
function checkStillSame(row: ProposalRow, values: Values): void {
  const changed = Object.keys(row.before).filter(
    (field) => !isDeepStrictEqual(plain(values[field]), row.before[field] ?? null),
  );
  if (changed.length > 0) throw new AppError('EDIT_CONFLICT', { fields: changed });
}

/** Puts the rules of a locked proposal in force. */
async function applyProposal(
  transaction: Transaction,
  platformId: string,
  row: ProposalRow,
  { facts, ending }: { facts: Facts; ending: Ending },
): Promise<AuditEntry[]> {
  const { kind, subject, after } = row;
  const { lock, apply } = KINDS[kind];
  checkStillSame(row, (await lock(transaction, platformId, subject)).values);
  const entries: AuditEntry[] = [];
  const record = (entry: AuditEntry): Statement[] => {
    entries.push(entry);
    return [];
  };
  const by = { id: row.proposerId, name: row.proposer };
  await apply(transaction, { platformId, subject, values: toApplied(kind, after), facts, record, by });
  await transaction.runAll([
    raiseVersion(platformId, { name: kind, subject }, Object.keys(after), row.proposer),
    moveProposal(platformId, row.id, ending),
  ]);
  return entries;
}

export const mayDecide = (kind: MoneyRuleKind, { roles, permissions }: Person): boolean =>
  roles.includes('master') || permissions.includes(MONEY_RULE_PERMISSIONS[kind]);

async function findProposal(app: MoneyRulesApp, { platformId, person }: RuleCall, id: string): Promise<ProposalRow> {
  const row = await app.database.find(platformId, selectProposal(platformId, id), true);
  if (!row || !mayDecide(row.kind, person)) throw new AppError('PROPOSAL_NOT_FOUND', { fields: ['proposalId'] });
  return row;
}

export interface Decision {
  proposalId: string;
  decision: 'APPROVE' | 'REJECT' | 'CANCEL';
  reason?: string | undefined;
}

const PROPOSAL = { fields: ['proposalId'] };

export async function decideProposal(
  app: MoneyRulesApp,
  call: RuleCall,
  { proposalId: id, decision, reason: typed }: Decision,
): Promise<{ status: ProposalStatus }> {
  const { platformId, request, person } = call;
  const { kind, after } = await findProposal(app, call, id);
  const reason = typed?.trim() || undefined;
  if (decision === 'REJECT' && !reason) throw new AppError('REASON_REQUIRED', { fields: ['reason'] });
  const facts = await readFacts(app, platformId, kind, toApplied(kind, after));
  const status = await app.database.transaction(platformId, async (transaction): Promise<ProposalStatus> => {
    const row = await transaction.find(lockProposal(platformId, id));
    if (row?.status !== 'WAITING' && !(row?.status === 'SCHEDULED' && decision === 'CANCEL'))
      throw new AppError('PROPOSAL_DECIDED', PROPOSAL);
    refuseOwnTerms(row, person);
    const isOwn = row.proposerId === person.id;
    if (decision !== 'CANCEL' && isOwn) throw new AppError('PROPOSAL_OWN', PROPOSAL);
    // Others reject what waits for a decision, and say why; what is scheduled anybody who decides may stop.
    if (decision === 'CANCEL' && !isOwn && row.status === 'WAITING') throw new AppError('PROPOSAL_OWN', PROPOSAL);
    if (decision === 'APPROVE')
      await checkSecondPerson(transaction, platformId, {
        permission: MONEY_RULE_PERMISSIONS[row.kind],
        firstId: row.proposerId,
        secondId: person.id,
        concernedIds: row.kind === 'TERMS' ? [row.subject] : [],
        field: 'proposalId',
      });
    const decider = { id: person.id, name: person.name };
    const write = (entries: AuditEntry[]) =>
      transaction.runAll([
        ...(decision === 'CANCEL' ? [] : [notifyProposer(platformId, row)]),
        ...entries.flatMap((entry) => recordOperated(request, platformId, entry)),
      ]);
    if (decision !== 'APPROVE') {
      const to = decision === 'REJECT' ? 'REJECTED' : 'CANCELED';
      const ended = decision === 'REJECT' ? 'moneyRules.rejected' : 'moneyRules.canceled';
      await transaction.run(moveProposal(platformId, id, { status: to, decider, ...(reason && { reason }) }));
      await write([toEntry(ended, row, reason ? { reason } : {})]);
      return to;
    }
    if (row.effectiveAt && row.effectiveAt > app.clock.now()) {
      checkStillSame(row, (await KINDS[kind].lock(transaction, platformId, row.subject)).values);
      await transaction.run(moveProposal(platformId, id, { status: 'SCHEDULED', decider }));
      await write([toEntry('moneyRules.approved', row)]);
      return 'SCHEDULED';
    }
    const entries = await applyProposal(transaction, platformId, row, {
      facts,
      ending: { status: 'APPLIED', decider },
    });
    await write([toEntry('moneyRules.approved', row), ...entries]);
    return 'APPLIED';
  });
  app.cache.forget(platformId);
  return { status };
}

/** Returns the change that makes the rules again what they were before a proposal was applied: the oldest value of each rule that has changed since. */
async function toRestoring(app: MoneyRulesApp, call: RuleCall, proposalId: string): Promise<RuleChange> {
  const row = await findProposal(app, call, proposalId);
  if (row.status !== 'APPLIED') throw new AppError('PROPOSAL_DECIDED', PROPOSAL);
  const later = await app.database.list(call.platformId, selectAppliedSince(call.platformId, row), true);
  const values: Values = Object.assign({}, ...later.map(({ before }) => before));
  return { kind: row.kind, subject: row.subject, values: toApplied(row.kind, values), restores: row.id };
}

export const previewRestore = async (app: MoneyRulesApp, call: RuleCall, proposalId: string): Promise<Compared> =>
  previewRules(app, call, await toRestoring(app, call, proposalId));

export const restoreRules = async (
  app: MoneyRulesApp,
  call: RuleCall,
  { proposalId, ...how }: { proposalId: string } & Pick<Proposing, 'effectiveOn' | 'note'>,
): Promise<Proposed> => proposeRules(app, call, { ...how, ...(await toRestoring(app, call, proposalId)) });

const BATCH = 20;
/** The server itself applies what is due; the event names who proposed it. */
const SERVER = { ip: null, headers: {}, person: null };

/** Puts in force what is due. Returns whether there may be more right now. */
export async function applyDue(app: MoneyRulesApp): Promise<boolean> {
  const due = await app.database.jobs.list(selectDue(app.clock.now(), BATCH));
  let done = 0;
  for (const { platformId, id } of due) {
    try {
      await applyScheduled(app, platformId, id);
      done += 1;
    } catch (error) {
      if (isLocked(error)) continue;
      // An error of one proposal must not delay the others.
      app.log.error(
        { err: error, proposalId: id },
        'A proposal of money rules whose day has come could not be applied',
      );
    }
  }
  return done === BATCH;
}

/**
 * Returns whether a change still has somebody who stands for it: the person who approved it, or a proposer who may change these rules today,
 * here or as a master of the operator.
 */
async function isBacked(app: MoneyRulesApp, platformId: string, row: ProposalRow): Promise<boolean> {
  if (row.deciderId) return true;
  const standing = selectStanding(platformId, row.proposerId, MONEY_RULE_PERMISSIONS[row.kind]);
  if (await app.database.find(platformId, standing, true)) return true;
  const operatorId = (await app.database.find(platformId, selectOperator(platformId), true))?.operatorId;
  if (!operatorId) return false;
  return (await app.database.find(operatorId, selectMaster(operatorId, row.proposerId), true)) !== undefined;
}

/** The second of two nodes waits for the lock and finds the proposal applied: it and the rules change in one transaction. */
async function applyScheduled(app: MoneyRulesApp, platformId: string, id: string): Promise<void> {
  const known = await app.database.find(platformId, selectProposal(platformId, id), true);
  if (!known) return;
  const facts = await readFacts(app, platformId, known.kind, toApplied(known.kind, known.after));
  const isStillBacked = await isBacked(app, platformId, known);
  await app.database.transaction(platformId, async (transaction) => {
    const row = await transaction.find(lockProposal(platformId, id));
    if (row?.status !== 'SCHEDULED') return;
    const actor = { id: row.proposerId, name: row.proposer, email: row.proposerEmail };
    const write = (entries: AuditEntry[]) =>
      transaction.runAll(entries.map((entry) => recordEvent(platformId, SERVER, { ...entry, actor })));
    if (!isStillBacked) {
      await transaction.runAll([
        moveProposal(platformId, id, { status: 'LAPSED' }),
        ...notifyLapsed(platformId, row),
        recordEvent(platformId, SERVER, toEntry('moneyRules.lapsed', row)),
      ]);
      return;
    }
    await transaction.run({ text: 'SAVEPOINT due_rules', values: [] });
    try {
      await write(await applyProposal(transaction, platformId, row, { facts, ending: { status: 'APPLIED' } }));
    } catch (error) {
      const refused = error instanceof AppError ? error : (error as Error).cause;
      if (!(refused instanceof AppError) || refused.status >= 500) throw error;
      // The rules have changed otherwise, or no longer allow it: what a colleague saved since is never overwritten.
      await transaction.run({ text: 'ROLLBACK TO SAVEPOINT due_rules', values: [] });
      await transaction.run(moveProposal(platformId, id, { status: 'OUTDATED' }));
      await write([toEntry('moneyRules.outdated', row)]);
    }
  });
  app.cache.forget(platformId);
}

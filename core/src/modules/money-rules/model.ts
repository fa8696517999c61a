/** Reads and writes proposals of money rules. */
import type { ExampleSale, MoneyRuleKind, ProposalStatus } from '@feira/schemas/procedures/money-rules';
import type { Statement } from '../../plugins/database.ts';
import { type List, newestFirst } from '../../shared/list.ts';

export type Values = Record<string, unknown>;

export interface ProposalRow {
  id: string;
  kind: MoneyRuleKind;
  subject: string;
  subjectName: string;
  status: ProposalStatus;
  before: Values;
  after: Values;
  examples: ExampleSale[];
  size: number | null;
  needsApproval: boolean;
  note: string | null;
  restores: string | null;
  proposerId: string;
  proposer: string;
  proposerEmail: string;
  createdAt: Date;
  effectiveAt: Date | null;
  decider: string | null;
  /** Null where nobody has approved or ended it. */
  deciderId: string | null;
  reason: string | null;
  endedAt: Date | null;
}

const COLUMNS = `p.id, p.kind, p.subject, p.subject_name, p.status, p.before, p.after, p.examples, p.size, p.needs_approval, p.note,
  p.restores, p.proposer_id, p.proposer_name AS proposer, p.proposer_email, p.created_at, p.effective_at, p.decider_name AS decider,
  p.decider_id, p.reason, p.ended_at`;

const OPEN = `p.status IN ('WAITING', 'SCHEDULED')`;

export interface ProposalFilter {
  view?: 'OPEN' | 'PAST' | undefined;
  kinds: readonly MoneyRuleKind[];
  subject?: string | undefined;
  proposalId?: string | undefined;
}

export const PROPOSALS: List<ProposalRow, ProposalFilter> = {
  isFresh: true,
  sql: ({ view, kinds, subject, proposalId }, bind) => ({
    columns: COLUMNS,
    from: 'money_rule_proposal p',
    where: [
      'p.platform_id = $1',
      view === 'OPEN' && OPEN,
      view === 'PAST' && `p.status NOT IN ('WAITING', 'SCHEDULED')`,
      proposalId && `p.id = ${bind(proposalId)}`,
      `p.kind = ANY(${bind(kinds)})`,
      subject && `p.subject = ${bind(subject)}`,
    ],
    order: newestFirst('p'),
  }),
};

export const lockProposal = (platformId: string, id: string): Statement<ProposalRow> => ({
  text: `SELECT ${COLUMNS} FROM money_rule_proposal p WHERE p.platform_id = $1 AND p.id = $2 FOR UPDATE`,
  values: [platformId, id],
});

export const selectProposal = (platformId: string, id: string): Statement<ProposalRow> => ({
  text: `SELECT ${COLUMNS} FROM money_rule_proposal p WHERE p.platform_id = $1 AND p.id = $2`,
  values: [platformId, id],
});

/** Finds the open proposal of a person that is the same as one just sent again. */
export const selectSame = (
  platformId: string,
  { kind, subject, after, proposerId }: Pick<ProposalRow, 'kind' | 'subject' | 'after' | 'proposerId'>,
): Statement<Pick<ProposalRow, 'id' | 'status'>> => ({
  text: `SELECT p.id, p.status FROM money_rule_proposal p
    WHERE p.platform_id = $1 AND ${OPEN} AND p.kind = $2 AND p.subject = $3 AND p.after = $4 AND p.proposer_id = $5 LIMIT 1`,
  values: [platformId, kind, subject, JSON.stringify(after), proposerId],
});

/** Selects what was applied to the same rules from a proposal on, newest first. */
export const selectAppliedSince = (
  platformId: string,
  { id, kind, subject }: Pick<ProposalRow, 'id' | 'kind' | 'subject'>,
): Statement<Pick<ProposalRow, 'before'>> => ({
  text: `SELECT p.before FROM money_rule_proposal p
    WHERE p.platform_id = $1 AND p.kind = $2 AND p.subject = $3 AND p.status = 'APPLIED'
      AND p.ended_at >= (SELECT ended_at FROM money_rule_proposal WHERE platform_id = $1 AND id = $4)
    ORDER BY p.ended_at DESC, p.id DESC`,
  values: [platformId, kind, subject, id],
});

export type Unapproved = Pick<ProposalRow, 'status' | 'before' | 'after'>;

/**
 * Selects the changes of the same rules, newest first, that no second person approved: those applied within 30 days and since the last one that
 * somebody approved, and those that wait for their day.
 */
export const selectUnapproved = (
  platformId: string,
  { kind, subject }: Pick<ProposalRow, 'kind' | 'subject'>,
): Statement<Unapproved> => ({
  text: `SELECT p.status, p.before, p.after FROM money_rule_proposal p
    WHERE p.platform_id = $1 AND p.subject = $3 AND p.kind = $2 AND p.decider_id IS NULL
      AND (p.status = 'SCHEDULED' OR p.status = 'APPLIED' AND p.ended_at > now() - interval '30 days'
        AND p.ended_at > coalesce((SELECT max(o.ended_at) FROM money_rule_proposal o
          WHERE o.platform_id = $1 AND o.subject = $3 AND o.kind = $2 AND o.status = 'APPLIED' AND o.decider_id IS NOT NULL), '-infinity'))
    ORDER BY p.ended_at DESC NULLS FIRST, p.created_at DESC, p.id DESC`,
  values: [platformId, kind, subject],
});

export type NewProposal = Omit<
  ProposalRow,
  'createdAt' | 'decider' | 'deciderId' | 'reason' | 'endedAt' | 'effectiveAt'
> & {
  effectiveAt: Date | null;
};

export const insertProposal = (platformId: string, row: NewProposal): Statement => ({
  text: `INSERT INTO money_rule_proposal (platform_id, id, kind, subject, subject_name, status, before, after, examples, size,
      needs_approval, note, restores, proposer_id, proposer_name, proposer_email, effective_at, ended_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
      CASE WHEN $6 = 'APPLIED' THEN clock_timestamp() END)`,
  values: [
    platformId,
    row.id,
    row.kind,
    row.subject,
    row.subjectName,
    row.status,
    JSON.stringify(row.before),
    JSON.stringify(row.after),
    JSON.stringify(row.examples),
    row.size,
    row.needsApproval,
    row.note,
    row.restores,
    row.proposerId,
    row.proposer,
    row.proposerEmail,
    row.effectiveAt,
  ],
});

export interface Ending {
  status: ProposalStatus;
  decider?: { id: string; name: string };
  reason?: string;
}

/** The caller has locked the proposal. */
export const moveProposal = (platformId: string, id: string, { status, decider, reason }: Ending): Statement => ({
  text: `UPDATE money_rule_proposal SET status = $3, decider_id = coalesce($4, decider_id), decider_name = coalesce($5, decider_name),
      reason = $6, ended_at = CASE WHEN $3 <> 'SCHEDULED' THEN clock_timestamp() END
    WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, status, decider?.id ?? null, decider?.name ?? null, reason ?? null],
});

/** Counts the others who could decide: active staff with the permission, and masters, once they have chosen a password. */
export const countDeciders = (
  platformId: string,
  permission: string,
  without: readonly string[],
): Statement<{ count: number }> => ({
  text: `SELECT count(DISTINCT g.person_id)::int AS count
    FROM role_grant g JOIN person p ON p.platform_id = g.platform_id AND p.id = g.person_id AND p.status = 'ACTIVE'
      AND p.password_hash IS NOT NULL
    WHERE g.platform_id = $1 AND g.person_id <> ALL($3::uuid[])
      AND (g.role = 'master' OR (g.role = 'admin' AND $2 = ANY(g.permissions)))`,
  values: [platformId, permission, without],
});

/** Selects a row where the person is active staff with the permission, or a master, of the platform. */
export const selectStanding = (platformId: string, personId: string, permission: string): Statement<object> => ({
  text: `SELECT 1 FROM role_grant g JOIN person p ON p.platform_id = g.platform_id AND p.id = g.person_id AND p.status = 'ACTIVE'
    WHERE g.platform_id = $1 AND g.person_id = $2 AND (g.role = 'master' OR (g.role = 'admin' AND $3 = ANY(g.permissions)))`,
  values: [platformId, personId, permission],
});

/** Selects the operator's platform, whose masters change the rules of this one. */
export const selectOperator = (platformId: string): Statement<{ operatorId: string | null }> => ({
  text: 'SELECT operator_id FROM platform WHERE platform_id = $1',
  values: [platformId],
});

/** Selects a row where the person is an active master. */
export const selectMaster = (platformId: string, personId: string): Statement<object> => ({
  text: `SELECT 1 FROM role_grant g JOIN person p ON p.platform_id = g.platform_id AND p.id = g.person_id AND p.status = 'ACTIVE'
    WHERE g.platform_id = $1 AND g.person_id = $2 AND g.role = 'master'`,
  values: [platformId, personId],
});

/** Selects what is due by the database's clock, of every platform. */
/** Proposals whose day has come; $1 is the time. */
export const DUE_PROPOSALS = `money_rule_proposal WHERE status = 'SCHEDULED' AND effective_at <= $1::timestamptz`;

export const selectDue = (now: Date, limit: number): Statement<{ platformId: string; id: string }> => ({
  text: `SELECT platform_id, id FROM ${DUE_PROPOSALS}
    ORDER BY effective_at LIMIT $2`,
  values: [now, limit],
});

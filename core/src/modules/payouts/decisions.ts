/** Guards the decisions of the platform's people about withdrawals of others, never about their own. */

import { PAYOUT_PERMISSIONS } from '@feira/schemas/procedures/payouts';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { checkSecondPerson } from '../approvals/service.ts';
import { recordEvent } from '../audit/service.ts';
import { lockAccounts } from '../ledger/model.ts';
import { closeWithdrawal } from './closing.ts';
import {
  addApproval,
  keepSettlement,
  lockWithdrawal,
  type Settlement,
  selectWithdrawal,
  type WithdrawalRow,
} from './withdrawal-model.ts';
import { countWanted, describeWithdrawal, notifyDeciders, refuseWhileHeld } from './withdrawals.ts';

type App = Pick<FastifyInstance, 'database' | 'clock'>;

/** After this time no call is running any more, and every provider shows what it accepted. */
const SETTLED_AFTER_MS = 15 * 60_000;

export const WITHDRAWAL = { fields: ['withdrawalId'] };

export const mayDecide = ({ role }: Pick<WithdrawalRow, 'role'>, { permissions }: PersonCall['person']): boolean =>
  permissions.includes(PAYOUT_PERMISSIONS[role].open);

export const hasApproved = ({ approvals }: WithdrawalRow, personId: string): boolean =>
  approvals.some((approval) => approval.personId === personId);

export const hasSettled = ({ settlement }: WithdrawalRow, personId: string): boolean =>
  settlement?.personId === personId;

/** True where people have to say how it ended: the provider's answer is lost for good, or says the opposite. */
export const isToBeSettled = (row: WithdrawalRow, now: Date): boolean =>
  row.contradictedAs !== null || isSettleable(row, now);

/** The provider's answer was lost so long ago that it cannot be paying right now. */
const isSettleable = ({ state, sentAt, checks }: WithdrawalRow, now: Date): boolean =>
  (state === 'UNKNOWN' || state === 'SENT') &&
  checks > 0 &&
  sentAt !== null &&
  now.getTime() - sentAt.getTime() >= SETTLED_AFTER_MS;

/** Throws where two people have to decide and the caller does not count beside the first of them: checkSecondPerson. */
export async function checkSecond(
  transaction: Transaction,
  { platform, person }: PersonCall,
  { role, personId }: WithdrawalRow,
  { wanted, firstId }: { wanted: number; firstId: string | null },
): Promise<void> {
  if (wanted < 2) return;
  const pair = { firstId, secondId: person.id, concernedIds: [personId], field: 'withdrawalId' };
  await checkSecondPerson(transaction, platform.id, { permission: PAYOUT_PERMISSIONS[role].open, ...pair });
}

/** Returns a withdrawal that the caller may decide about. */
export async function findDecidable(
  transaction: Transaction,
  { platform, person }: PersonCall,
  id: string,
  read: typeof selectWithdrawal,
): Promise<WithdrawalRow> {
  const row = await transaction.find(read(platform.id, id));
  if (!row) throw new AppError('WITHDRAWAL_NOT_FOUND', WITHDRAWAL);
  if (!mayDecide(row, person)) throw new AppError('ACCESS_DENIED');
  return row;
}

export const recordDecision = (
  { platform, request }: PersonCall,
  row: WithdrawalRow,
  type: 'payout.approved' | 'payout.rejected' | 'payout.settled',
  details: object = {},
) =>
  recordEvent(platform.id, request, {
    type,
    subject: { type: 'person', id: row.personId, name: row.personName, email: row.personEmail },
    details: { ...describeWithdrawal(row), ...details },
  });

export const rereadWithdrawal = async (transaction: Transaction, platformId: string, id: string) =>
  (await transaction.list(selectWithdrawal(platformId, id)))[0] as WithdrawalRow;

export function approveWithdrawal(app: App, call: PersonCall, id: string): Promise<WithdrawalRow> {
  const { platform, person } = call;
  return app.database.transaction(platform.id, async (transaction) => {
    const { personId, currency } = await findDecidable(transaction, call, id, selectWithdrawal);
    // Two withdrawals of one person may be approved at once: the second counts the first.
    await transaction.run(lockAccounts(platform.id, [personId], currency));
    const row = await findDecidable(transaction, call, id, lockWithdrawal);
    if (row.state !== 'WAITING') throw new AppError('WITHDRAWAL_DECIDED', WITHDRAWAL);
    if (row.personId === person.id || hasApproved(row, person.id)) throw new AppError('APPROVER_SAME', WITHDRAWAL);
    const wanted = countWanted(row, platform.settings.withdrawals);
    const now = app.clock.now();
    await checkSecond(transaction, call, row, { wanted, firstId: row.approvals[0]?.personId ?? null });
    const isLast = row.approvals.length + 1 >= wanted;
    const approval = { personId: person.id, name: person.name, at: now.toISOString() };
    await transaction.runAll([
      addApproval(platform.id, id, approval, isLast),
      recordDecision(call, row, 'payout.approved', { isLast }),
      ...(isLast ? [] : [notifyDeciders(platform.id, row, 'payout.secondWanted', undefined, person.id)]),
    ]);
    return rereadWithdrawal(transaction, platform.id, id);
  });
}

export async function rejectWithdrawal(
  app: App & Pick<FastifyInstance, 'readOutgoingHold'>,
  call: PersonCall,
  id: string,
  typed = '',
): Promise<WithdrawalRow> {
  const { platform } = call;
  const reason = typed.trim();
  if (!reason) throw new AppError('REASON_REQUIRED', { fields: ['reason'] });
  await refuseWhileHeld(app);
  return app.database.transaction(platform.id, async (transaction) => {
    const row = await findDecidable(transaction, call, id, selectWithdrawal);
    const ending = { from: ['WAITING'], to: 'REJECTED', reason, at: app.clock.now() } as const;
    if (!(await closeWithdrawal(transaction, platform.id, row, ending)))
      throw new AppError('WITHDRAWAL_DECIDED', WITHDRAWAL);
    await transaction.runAll([recordDecision(call, row, 'payout.rejected', { reason })]);
    return rereadWithdrawal(transaction, platform.id, id);
  });
}

export interface SettlementInput {
  withdrawalId: string;
  outcome: Settlement['outcome'];
  reason: string;
}

/**
 * Ends a withdrawal by the word of a person who looked into the provider's own panel: nothing else can once the answer is lost for good.
 */
export function settleWithdrawal(app: App, call: PersonCall, input: SettlementInput): Promise<WithdrawalRow> {
  const { platform, person } = call;
  const { withdrawalId: id, outcome, reason } = input;
  return app.database.transaction(platform.id, async (transaction) => {
    const now = app.clock.now();
    const row = await findUnsettled(transaction, call, id, now);
    const wanted = countWanted(row, platform.settings.withdrawals);
    await checkSecond(transaction, call, row, { wanted, firstId: row.settlement?.personId ?? null });
    const isLast = wanted === 1 || row.settlement?.outcome === outcome;
    if (isLast) {
      const ending = { from: ['UNKNOWN', 'SENT'], to: outcome, reason, at: now } as const;
      if (!(await closeWithdrawal(transaction, platform.id, row, ending)))
        throw new AppError('WITHDRAWAL_DECIDED', WITHDRAWAL);
    } else {
      const settlement = { personId: person.id, name: person.name, outcome, reason, at: now.toISOString() };
      await transaction.runAll([
        keepSettlement(platform.id, id, settlement),
        notifyDeciders(platform.id, row, 'payout.unknown', `settle:${outcome}`),
      ]);
    }
    await transaction.runAll([recordDecision(call, row, 'payout.settled', { outcome, reason, isLast })]);
    return rereadWithdrawal(transaction, platform.id, id);
  });
}

/** Locks the owner's accounts before the withdrawal, as every ending does: of two settlements at once the second sees the first. */
async function findUnsettled(
  transaction: Transaction,
  call: PersonCall,
  id: string,
  now: Date,
): Promise<WithdrawalRow> {
  const { personId, currency } = await findDecidable(transaction, call, id, selectWithdrawal);
  await transaction.run(lockAccounts(call.platform.id, [personId], currency));
  const row = await findDecidable(transaction, call, id, lockWithdrawal);
  if (row.personId === call.person.id || hasSettled(row, call.person.id))
    throw new AppError('APPROVER_SAME', WITHDRAWAL);
  if (row.state === 'SENDING') throw new AppError('WITHDRAWAL_UNDER_WAY', WITHDRAWAL);
  if (row.state !== 'UNKNOWN' && row.state !== 'SENT') throw new AppError('WITHDRAWAL_DECIDED', WITHDRAWAL);
  if (!isSettleable(row, now)) throw new AppError('WITHDRAWAL_UNDER_WAY', WITHDRAWAL);
  return row;
}

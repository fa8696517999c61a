/** Requests and cancels withdrawals. */

import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { Currency } from '@feira/schemas/common';
import type { PlatformSettings } from '@feira/schemas/platform';
import { PAYOUT_PERMISSIONS } from '@feira/schemas/procedures/payouts';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { isTooLow, lockAccounts, post } from '../ledger/model.ts';
import { notifyAdmins } from '../notifications/service.ts';
import { checkVerification } from '../verifications/service.ts';
import { announcePayout, closeWithdrawal, reservation } from './closing.ts';
import { selectReceiverOf, selectUsability, type Usability } from './model.ts';
import { choosePayer, type Payers } from './payers.ts';
import {
  insertWithdrawal,
  type NewWithdrawal,
  selectApprovedAlone,
  selectWithdrawal,
  type WithdrawalRole,
  type WithdrawalRow,
} from './withdrawal-model.ts';

type App = Pick<FastifyInstance, 'database' | 'clock'>;
type Rules = PlatformSettings['withdrawals'];

export interface Request {
  /** The platform's payers, read before the transaction began. */
  payers: Payers;
  amount: number;
  currency?: Currency | undefined;
  destinationId?: string | undefined;
  receiverId?: string | undefined;
}

/** PIX and Brazilian bank accounts take no other currency. */
export const PAYABLE_CURRENCY: Currency = 'BRL';

/** The fee must leave at least one cent to arrive. */
export const leastOf = ({ minimum, fee }: Rules): number => Math.max(minimum, fee + 1);

/** Returns how many people have to approve. Several withdrawals of one person within a day need as many as one of their sum. */
export const countWanted = (
  { amount, approvedBeside }: Pick<WithdrawalRow, 'amount' | 'approvedBeside'>,
  { secondApprovalAbove }: Rules,
): number => (amount + approvedBeside > secondApprovalAbove ? 2 : 1);

/** Approved by the platform's rule, but never where the platform wants two people to approve. The accounts of the person are locked. */
async function isAutomatic(
  transaction: Transaction,
  platformId: string,
  row: Pick<WithdrawalRow, 'amount' | 'personId'>,
  rules: Rules,
) {
  if (row.amount > rules.automaticUpTo) return false;
  const beside = await transaction.find(selectApprovedAlone(platformId, row.personId));
  return countWanted({ ...row, approvedBeside: beside?.amount ?? 0 }, rules) === 1;
}

/** A manager who also sells counts as a seller. */
const roleOf = ({ roles }: PersonCall['person']): WithdrawalRole =>
  roles.includes('manager') && !roles.some((role) => role !== 'manager' && SELLING.includes(role))
    ? 'manager'
    : 'seller';
const SELLING: readonly string[] = ['seller', 'affiliate', 'co-producer'];

type Target = Pick<NewWithdrawal, 'method' | 'destinationId' | 'receiverId'>;

/** Requests a withdrawal in the transaction that keeps its idempotency key. */
export async function requestWithdrawal(
  app: App,
  call: PersonCall,
  transaction: Transaction,
  { amount, currency = call.platform.settings.currency, ...wanted }: Request,
): Promise<WithdrawalRow> {
  const { platform, person } = call;
  const rules = platform.settings.withdrawals;
  if (amount < leastOf(rules)) throw new AppError('WITHDRAWAL_TOO_SMALL', { fields: ['amount'] });
  if (currency !== PAYABLE_CURRENCY) throw new AppError('WITHDRAWAL_UNAVAILABLE', { fields: ['currency'] });
  const target = await findTarget(app, call, transaction, wanted);
  const now = app.clock.now();
  await transaction.run(lockAccounts(platform.id, [person.id], currency));
  await checkVerification(transaction, platform, person.id, { kind: 'WITHDRAWAL', amount, currency });
  const isApproved = await isAutomatic(transaction, platform.id, { amount, personId: person.id }, rules);
  const withdrawal = {
    id: newId(),
    personId: person.id,
    role: roleOf(person),
    currency,
    amount,
    fee: rules.fee,
    ...target,
    approvedAt: isApproved ? now : null,
  };
  await reserve(transaction, platform.id, withdrawal, now);
  const row = await transaction.find(selectWithdrawal(platform.id, withdrawal.id));
  await notifyRequested(transaction, call, row as WithdrawalRow);
  return row as WithdrawalRow;
}

async function findTarget(
  app: App,
  { platform, person }: PersonCall,
  transaction: Transaction,
  { payers, destinationId, receiverId }: Pick<Request, 'payers' | 'destinationId' | 'receiverId'>,
): Promise<Target> {
  if ((destinationId === undefined) === (receiverId === undefined))
    throw new AppError('DESTINATION_REQUIRED', { fields: ['destinationId'] });
  const field = destinationId === undefined ? 'receiverId' : 'destinationId';
  const unavailable = () => new AppError('WITHDRAWAL_UNAVAILABLE', { fields: [field] });
  if (receiverId !== undefined) {
    const own = selectReceiverOf(platform.id, person.id, receiverId);
    const receiver = await transaction.find<{ connectionId: string }>(own);
    if (!receiver) throw new AppError('RECEIVER_NOT_FOUND', { fields: [field] });
    if (!choosePayer(payers, { method: 'RECEIVER', connectionId: receiver.connectionId })) throw unavailable();
    return { method: 'RECEIVER', destinationId: null, receiverId };
  }
  const usability = selectUsability(platform.id, person.id, destinationId as string, app.clock.now());
  const found = await transaction.find<Usability>(usability);
  if (!found) throw new AppError('DESTINATION_NOT_FOUND', { fields: [field] });
  if (found.status !== 'ACTIVE') throw new AppError('DESTINATION_UNCONFIRMED', { fields: [field] });
  if (found.isCooling) throw new AppError('DESTINATION_COOLING', { fields: [field] });
  const method = found.kind === 'PIX_KEY' ? 'PIX' : 'BANK_ACCOUNT';
  if (!choosePayer(payers, { method })) throw unavailable();
  return { method, destinationId: destinationId as string, receiverId: null };
}

/** The caller has locked the person's accounts: the second of two requests for the same money finds it gone. */
async function reserve(
  transaction: Transaction,
  platformId: string,
  withdrawal: NewWithdrawal,
  now: Date,
): Promise<void> {
  await transaction.run(insertWithdrawal(platformId, withdrawal));
  try {
    await transaction.run(post(platformId, reservation(withdrawal, now)));
  } catch (error) {
    if (isTooLow(error)) throw new AppError('BALANCE_TOO_LOW', { fields: ['amount'] });
    throw error;
  }
}

export const describeWithdrawal = ({ id, amount, currency, method }: WithdrawalRow) => ({
  withdrawalId: id,
  amount,
  currency,
  method,
});

const MANAGE_PAGES: Record<WithdrawalRole, string> = {
  seller: 'manage-withdraws',
  manager: 'manage-managers-withdraws',
};

async function notifyRequested(
  transaction: Transaction,
  { platform, person, request }: PersonCall,
  row: WithdrawalRow,
): Promise<void> {
  await transaction.runAll([
    recordEvent(platform.id, request, {
      type: 'payout.requested',
      subject: { type: 'person', id: person.id, name: person.name, email: person.email },
      details: describeWithdrawal(row),
    }),
    announcePayout(platform.id, row, 'REQUESTED'),
    ...(row.state === 'WAITING' ? [notifyDeciders(platform.id, row, 'payout.waiting')] : []),
  ]);
}

/** Notifies everybody who may decide about withdrawals of such people. */
export const notifyDeciders = (
  platformId: string,
  { id, role, amount, currency, personName }: WithdrawalRow,
  type: 'payout.waiting' | 'payout.unknown' | 'payout.secondWanted',
  /** Tells a further notification about the same withdrawal from the first. */
  cause: string = type,
  /** The person who has decided already. */
  exceptPersonId?: string,
) =>
  notifyAdmins(platformId, PAYOUT_PERMISSIONS[role].open, {
    type,
    parameters: { amount, currency, title: personName },
    href: `${DASHBOARD_PATHS.admin}/${MANAGE_PAGES[role]}`,
    source: `withdrawal:${id}:${cause}`,
    workId: id,
    ...(exceptPersonId && { exceptPersonId }),
  });

/** Money that may have left after the backup of a restored database does not go back to its owner. */
export async function refuseWhileHeld(app: Pick<FastifyInstance, 'readOutgoingHold'>): Promise<void> {
  if (await app.readOutgoingHold()) throw new AppError('OUTGOING_HELD');
}

/** Cancels a withdrawal while it still waits for an approval. */
export async function cancelWithdrawal(
  app: App & Pick<FastifyInstance, 'readOutgoingHold'>,
  { platform, person, request }: PersonCall,
  withdrawalId: string,
): Promise<void> {
  await refuseWhileHeld(app);
  await app.database.transaction(platform.id, async (transaction) => {
    const row = await transaction.find(selectWithdrawal(platform.id, withdrawalId));
    if (row?.personId !== person.id) throw new AppError('WITHDRAWAL_NOT_FOUND', { fields: ['withdrawalId'] });
    const ending = { from: ['WAITING'], to: 'CANCELED', reason: null, at: app.clock.now() } as const;
    if (!(await closeWithdrawal(transaction, platform.id, row, ending)))
      throw new AppError('WITHDRAWAL_DECIDED', { fields: ['withdrawalId'] });
    await transaction.runAll([
      recordEvent(platform.id, request, {
        type: 'payout.canceled',
        subject: { type: 'person', id: person.id, name: person.name, email: person.email },
        details: describeWithdrawal(row),
      }),
    ]);
  });
}

/** Decides what a provider asks before it pays: only exactly our own open withdrawals are approved. */
import type { WithdrawQuestion } from '@feira/schemas/provider';
import type { WithdrawalRow, WithdrawalState } from './withdrawal-model.ts';

/** A withdrawal whose call is under way, or that its provider may have. */
const OPEN: readonly WithdrawalState[] = ['SENDING', 'SENT', 'UNKNOWN'];

type Asked = Pick<
  WithdrawalRow,
  | 'id'
  | 'state'
  | 'amount'
  | 'fee'
  | 'method'
  | 'providerWithdrawId'
  | 'receiverId'
  | 'pixKey'
  | 'bankCode'
  | 'branchNumber'
  | 'accountNumber'
  | 'accountDigit'
>;

/** Returns whether the question is about this very withdrawal, with its amount and its destination. */
export function isApproved(row: Asked, question: WithdrawQuestion): boolean {
  const { reference, withdrawId, amount } = question;
  const isNamed = reference === row.id || (reference === undefined && withdrawId === row.providerWithdrawId);
  const isKnown = row.providerWithdrawId === null || withdrawId === undefined || withdrawId === row.providerWithdrawId;
  return (
    OPEN.includes(row.state) && isNamed && isKnown && amount === row.amount - row.fee && isDestination(row, question)
  );
}

function isDestination(row: Asked, question: WithdrawQuestion): boolean {
  if (row.method === 'RECEIVER') return isSame([row.receiverId], [question.receiverId]);
  if (row.method === 'PIX') return isSame([row.pixKey], [question.pixKey]);
  return (
    isSame([row.bankCode], [question.bankCode]) &&
    isSame([row.branchNumber], [question.branchNumber]) &&
    isSame([row.accountNumber, row.accountDigit], [question.accountNumber, question.accountDigit])
  );
}

/** Signs between the letters and digits of an account, and noughts before them, mean nothing. */
const isSame = (ours: (string | null)[], asked: (string | undefined)[]): boolean =>
  ours[0] !== null && asked[0] !== undefined && plain(ours) === plain(asked);
const plain = (parts: (string | null | undefined)[]) =>
  parts
    .join('')
    .replace(/[^0-9A-Za-z@+.]/g, '')
    .replace(/^0+/, '');

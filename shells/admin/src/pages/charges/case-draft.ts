/** A case as it is typed. Pure, so that it has tests. */
import type { Input } from '@feira/schemas/procedure';
import type { openDispute } from '@feira/schemas/procedures/disputes';
import { readAmount } from '@feira/shell-kit/amount-text';
import { isDay } from '@feira/shell-kit/period';

type OpeningInput = Input<typeof openDispute>;

export interface CaseDraft {
  kind: OpeningInput['kind'] | null;
  paymentId: string;
  /** Empty: all of the payment. */
  amount: string;
  /** Empty: as long as the platform gives. */
  dueDay: string;
  reference: string;
  reason: string;
}

export const EMPTY_CASE: CaseDraft = {
  kind: null,
  paymentId: '',
  amount: '',
  dueDay: '',
  reference: '',
  reason: '',
};

type CaseProblem =
  | 'cases.problems.kind'
  | 'cases.problems.paymentId'
  | 'cases.problems.amount'
  | 'cases.problems.dueAt'
  | 'cases.problems.reason';

/** By name of the field as the server knows it; the values are keys of texts. */
export type CaseProblems = Partial<Record<keyof OpeningInput, CaseProblem>>;

/** The code of a payment, also where somebody pasted the whole address of its page. */
export const readPaymentCode = (text: string): string => {
  const [path = ''] = text.trim().split(/[?#]/);
  return path.split('/').filter(Boolean).at(-1) ?? '';
};

/** Banks count days of theirs, to the end of each. */
const endOfDay = (day: string): string => new Date(`${day}T23:59:59-03:00`).toISOString();

export function readCaseDraft(draft: CaseDraft): { input: OpeningInput; problems: CaseProblems } {
  const paymentId = readPaymentCode(draft.paymentId);
  const [amount, dueDay, reason] = [draft.amount, draft.dueDay, draft.reason].map((text) => text.trim()) as [
    string,
    string,
    string,
  ];
  const providerReference = draft.reference.trim();
  const cents = amount ? readAmount(amount) : undefined;
  return {
    input: {
      paymentId,
      kind: draft.kind ?? 'MED',
      reason,
      ...(cents && { amount: cents }),
      ...(isDay(dueDay) && { dueAt: endOfDay(dueDay) }),
      ...(providerReference && { providerReference }),
    },
    problems: {
      ...(!draft.kind && { kind: 'cases.problems.kind' as const }),
      ...(!paymentId && { paymentId: 'cases.problems.paymentId' as const }),
      ...((cents === null || cents === 0) && { amount: 'cases.problems.amount' as const }),
      ...(dueDay && !isDay(dueDay) && { dueAt: 'cases.problems.dueAt' as const }),
      ...(!reason && { reason: 'cases.problems.reason' as const }),
    },
  };
}

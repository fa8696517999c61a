/** Declares the fields of a case. The functions are pure, so that they have tests. */
import type { DISPUTE_KINDS, openDispute } from '@feira/schemas/procedures/disputes';
import { amount, type FieldsOf, field, group, optional, problem, required, text } from '@feira/shell-kit/fields';
import { isDay } from '@feira/shell-kit/period';

/** Returns the code of a payment, also from the whole address of its page. */
export const readPaymentCode = (typed: string): string => {
  const [path = ''] = typed.trim().split(/[?#]/);
  return path.split('/').filter(Boolean).at(-1) ?? '';
};

/** Without a maximum: it would cut the code off the end of a long address. */
export const paymentCode = () =>
  text({ problem: 'cases.problems.paymentId', clean: readPaymentCode, control: { spellCheck: false } });

/** Banks count their own days, to the end of each. */
const endOfDay = (day: string): string => new Date(`${day}T23:59:59-03:00`).toISOString();

const LAST_DAY = field({
  show: () => '',
  read: (day: string) => (isDay(day) ? endOfDay(day) : problem('cases.problems.dueAt')),
});

export const CASE = group({
  kind: required<(typeof DISPUTE_KINDS)[number], 'cases.problems.kind'>('cases.problems.kind'),
  paymentId: paymentCode(),
  /** An empty field means the whole payment. */
  amount: optional(amount('cases.problems.amount', 1)),
  /** An empty field means the platform's usual time. */
  dueAt: optional(LAST_DAY),
  providerReference: optional(text({ control: { maxLength: 120 } })),
  reason: text({ problem: 'cases.problems.reason', control: { maxLength: 300 } }),
} satisfies FieldsOf<typeof openDispute>);

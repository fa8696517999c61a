/** A provider made the code that pays an attempt's charge and agrees to a mandate as well. */
import type { Attempt, Payment } from '../model.ts';
import { type Handler, toDraft } from './draft.ts';

export interface Agreed extends Agreement {
  kind: 'AGREED';
}

interface Agreement {
  attemptId: string;
  code: string;
}

/** A code that comes once the payment is decided is of no use. */
const isNew = ({ attempts, status }: Payment, { attemptId }: Agreement): boolean =>
  status === 'PENDING' && attempts.some(({ id, agreementCode }) => id === attemptId && !agreementCode);

/** Returns `attempts`, which are those of the payment by now, with the code where it is of use. */
export const addAgreementCode = (payment: Payment, attempts: Attempt[], agreement: Agreement): Attempt[] =>
  isNew(payment, agreement)
    ? attempts.map((item) => (item.id === agreement.attemptId ? { ...item, agreementCode: agreement.code } : item))
    : attempts;

export const agreed: Handler<Agreed> = {
  allows: isNew,
  apply: (payment, command) => ({
    ...toDraft(payment),
    attempts: addAgreementCode(payment, payment.attempts, command),
  }),
};

/** Cases of payments that wait for a person; those of the test have their answers. */
import { type Context, type ProcedureCase, plain } from '../case.ts';

const naming =
  (side: 'other' | 'foreign' | 'operated', extra: object = {}) =>
  (context: Context) => ({ paymentId: context[side].paymentId, ...extra });

const ending = (ids: string[], extra: object): ProcedureCase => ({
  ids,
  variants: {
    own: { input: naming('other', extra), outcome: 'PAYMENT_NOT_PARKED' },
    foreign: { input: naming('foreign', extra), outcome: 'PAYMENT_NOT_FOUND' },
    operated: { input: naming('operated', extra), outcome: 'PAYMENT_NOT_FOUND' },
  },
});

export const PAYMENTS: Record<string, ProcedureCase> = {
  'payments.listParked': plain(),
  'payments.lookUpParked': ending(['paymentId', 'transactionId'], { transactionId: 'ch_1' }),
  'payments.endParked': ending(['paymentId'], { note: 'Nada no painel' }),
};

/** Cases of customers: each seller sees those who ordered from them. */
import { type ProcedureCase, plain } from '../case.ts';

export const CUSTOMERS: Record<string, ProcedureCase> = {
  'customers.listCustomers': plain(),
  'customers.getCustomer': {
    ids: ['customerId'],
    variants: {
      own: { input: ({ caller }) => ({ customerId: caller.customerId }), outcome: 'ok' },
      other: { input: ({ other }) => ({ customerId: other.customerId }), outcome: 'CUSTOMER_NOT_FOUND' },
      foreign: { input: ({ foreign }) => ({ customerId: foreign.customerId }), outcome: 'CUSTOMER_NOT_FOUND' },
      operated: { input: ({ operated }) => ({ customerId: operated.customerId }), outcome: 'CUSTOMER_NOT_FOUND' },
    },
  },
};

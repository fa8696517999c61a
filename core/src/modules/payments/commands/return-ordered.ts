/** A person ordered the money of an attempt's charge back once more, after its provider refused to return it. */
import { type Handler, toDraft } from './draft.ts';

export interface ReturnOrdered {
  kind: 'RETURN_ORDERED';
  attemptId: string;
}

export const returnOrdered: Handler<ReturnOrdered> = {
  allows: () => true,
  apply: (payment, { attemptId }) => ({
    ...toDraft(payment),
    returnOrder: { attemptId, amount: null },
    isOrder: true,
  }),
};

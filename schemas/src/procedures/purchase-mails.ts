/** Mails about a purchase that its seller sends again. */
import { uuidSchema } from '../common.ts';
import { CHANGING } from '../limits.ts';
import { REFUSALS, record } from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';

/** The limit is for one order, from one midnight of São Paulo to the next. */
export const RESENDS_A_DAY = 5;

export const resendApproval = {
  name: 'purchaseMails.resendApproval',
  kind: 'mutation',
  summary: "Mails the buyer of one of the signed-in seller's paid sales the approval with the access once more.",
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /sales/{saleId}/resend-receipt', resource: 'sales' },
  input: record({ saleId: uuidSchema }),
  /** The number of mails that may still be sent today. */
  output: record({ left: { type: 'integer', minimum: 0 } }),
  errors: [...REFUSALS, 'SALE_NOT_FOUND', 'RESEND_NOT_DUE', 'RESEND_LIMIT'],
} as const satisfies Procedure;

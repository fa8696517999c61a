/** Mails about a purchase that its seller sends again. */

import { uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
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

export const purchaseMailsErrors = {
  RESEND_NOT_DUE: {
    status: 409,
    'pt-BR': 'Este pedido não está pago, ou o dinheiro voltou ao comprador: não há acesso para reenviar.',
    en: 'This order is not paid, or its money went back to the buyer: there is no access to send again.',
  },
  RESEND_LIMIT: {
    status: 409,
    'pt-BR': 'O e-mail deste pedido já foi reenviado cinco vezes hoje. Confira o endereço com o comprador.',
    en: 'The mail of this order was sent again five times today. Check the address with the buyer.',
  },
} as const satisfies ErrorTexts;

/** The provider's words, and what each of them means. */
import { MANDATE_CHARGE_STATUSES, MANDATE_STATUSES } from '../mandate.ts';
import { optional, record, recordWith } from '../parts.ts';
import { PERSON_CHECK_STATUSES } from '../person-check.ts';
import {
  DISPUTE_WORDS,
  type DisputeWord,
  RECEIVER_DOCUMENT_STATUSES,
  RECEIVER_STATUSES,
  WITHDRAW_STATUSES,
} from '../provider.ts';

/** RETURNED: the money went back, and the word does not say by whom: it was a refund of ours where there is one, else the buyer's bank. */
const PAYMENT_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'REFUNDED', 'CHARGEBACK', 'RETURNED'] as const;

/** The tables of `status`, with the values that their words may have. */
export const STATUS_VALUES = {
  payment: PAYMENT_STATUSES,
  withdraw: WITHDRAW_STATUSES,
  receiver: RECEIVER_STATUSES,
  receiverDocument: RECEIVER_DOCUMENT_STATUSES,
  mandate: MANDATE_STATUSES,
  mandateCharge: MANDATE_CHARGE_STATUSES,
  personCheck: PERSON_CHECK_STATUSES,
} as const;
export type StatusTable = keyof typeof STATUS_VALUES;

const statusMap = (statuses: readonly string[]) =>
  record({
    /** Compared without regard to letter case. */
    map: { type: 'object', additionalProperties: { type: 'string', enum: statuses } },
    unknown: { type: 'string', enum: statuses },
  });

export const statusSchema = recordWith(
  { payment: statusMap(PAYMENT_STATUSES) },
  {
    withdraw: statusMap(WITHDRAW_STATUSES),
    receiver: statusMap(RECEIVER_STATUSES),
    /** Words of what a receiver has to show. */
    receiverDocument: statusMap(RECEIVER_DOCUMENT_STATUSES),
    mandate: statusMap(MANDATE_STATUSES),
    mandateCharge: statusMap(MANDATE_CHARGE_STATUSES),
    /** Words of what the documents of a person prove. */
    personCheck: statusMap(PERSON_CHECK_STATUSES),
  },
);

const reasons = {
  type: 'object',
  minProperties: 1,
  additionalProperties: { type: 'string', pattern: '(\\p{L}\\P{L}*){15}', maxLength: 300 },
} as const;
/**
 * Words whose name says the opposite of what they count as, with the reason: a provider that calls a paid withdrawal "returned". No other word
 * may have a reason.
 */
export const surprisingWordsSchema = optional(
  Object.fromEntries(Object.keys(STATUS_VALUES).map((table) => [table, reasons])),
);
export type SurprisingWords = { [Table in StatusTable]?: Record<string, string> };

export type { DisputeWord };

/**
 * Words of a payment that tell of a dispute. Each stands in status.payment too. Of a PIX that another bank wants back as fraud (MED), the word
 * opens the dispute or decides it: while it is argued about, the money is still there. Of a charge that counts as CHARGEBACK, WON and LOST say
 * how its bank decided.
 */
export const disputeWordsSchema = {
  type: 'object',
  additionalProperties: { type: 'string', enum: DISPUTE_WORDS },
} as const;

export interface StatusMap<S extends string> {
  map: Record<string, S>;
  unknown: S;
}
export type StatusMaps = {
  payment: StatusMap<(typeof PAYMENT_STATUSES)[number]>;
  withdraw?: StatusMap<(typeof WITHDRAW_STATUSES)[number]>;
  receiver?: StatusMap<(typeof RECEIVER_STATUSES)[number]>;
  receiverDocument?: StatusMap<(typeof RECEIVER_DOCUMENT_STATUSES)[number]>;
  mandate?: StatusMap<(typeof MANDATE_STATUSES)[number]>;
  mandateCharge?: StatusMap<(typeof MANDATE_CHARGE_STATUSES)[number]>;
  personCheck?: StatusMap<(typeof PERSON_CHECK_STATUSES)[number]>;
};

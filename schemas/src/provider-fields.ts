/** The fields that requests and results of several operations share. */
import { amountSchema } from './common.ts';
import { record, recordWith } from './parts.ts';

export const text = { type: 'string', maxLength: 4096 } as const;
export const shortText = { type: 'string', minLength: 1, maxLength: 256 } as const;
/** The provider's own status word, exactly as it said it (or a word the mapping derives; both stand in the manifest's table). */
export const statusWord = { type: 'string', minLength: 1, maxLength: 128 } as const;
/**
 * The provider's own code for the reason why it refused a card, which `declines` of its manifest maps. One that is not valid is left out: it
 * is worth less than the rest of the result.
 */
export const declineCode = { type: 'string', minLength: 1, maxLength: 100 } as const;

/**
 * The facts that an adapter has to remember of a charge or a withdrawal besides its id: ids and words, never a secret. The core keeps it beside the
 * attempt or the withdrawal and hands it back at every later operation about it. What is told later is laid over what was told before.
 */
export const memoSchema = {
  type: 'object',
  maxProperties: 16,
  propertyNames: { type: 'string', pattern: '^[a-z][A-Za-z0-9]{0,39}$' },
  additionalProperties: { type: 'string', maxLength: 512 },
} as const;
export type Memo = Record<string, string>;

/** Movements of money in: the provider's id of each, and its cents. */
export const movementsSchema = {
  type: 'array',
  items: record({ id: shortText, amount: amountSchema }),
  maxItems: 100,
} as const;

/**
 * AWAITING: the provider or its customer has to authorise it first. DENIED: nobody authorised it, and the money stays.
 * Only DONE is a refund.
 */
export const REFUND_RESULTS = ['DONE', 'PENDING', 'AWAITING', 'REFUSED', 'DENIED'] as const;

/** Single refunds of a charge, where the provider tells of them. Ours are known by `reference` or by the `refundId` of their answer. */
export const refundsSchema = {
  type: 'array',
  items: recordWith(
    { status: { type: 'string', enum: REFUND_RESULTS } },
    { refundId: shortText, reference: shortText, reason: text },
  ),
  maxItems: 100,
} as const;

/** The buyer. `document` may be absent where the manifest does not require it. */
export interface Customer {
  name: string;
  email: string;
  /** CPF (11 digits) or CNPJ (12 letters or digits + 2 digits). */
  document?: string;
  /** Area code and number, digits only, without country code: 11987654321. */
  phone?: string;
}

export interface Address {
  /** Eight digits. */
  zipCode: string;
  street: string;
  number: string;
  complement?: string;
  district: string;
  city: string;
  /** Two letters. */
  state: string;
}

export interface TransactionItem {
  id: string;
  title: string;
  /** Cents. */
  unitPrice: number;
  quantity: number;
  /** True for physical goods. */
  tangible: boolean;
}

/** The types of files, recognised by their first bytes, never by their name. */
export const RECEIVER_FILE_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type ReceiverFileType = (typeof RECEIVER_FILE_TYPES)[number];

/**
 * A file of a person. The bytes stay with the host: `reference` goes into the `multipart` or `files` of a request, and means nothing elsewhere
 * or later.
 */
export interface ReceiverFile {
  reference: string;
  name: string;
  mediaType: ReceiverFileType;
  byteCount: number;
}

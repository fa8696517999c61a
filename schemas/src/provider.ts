/**
 * Declares the provider contract: the core's requests to a payment provider, and their results.
 * Money is integer minor units, dates are ISO 8601 in UTC, documents and phones are digits (or letters of a CNPJ) only.
 * Statuses are never decided by an adapter: it reports the provider's own word and the manifest's table maps it.
 */
import { amountSchema, type Currency, dateTimeSchema, type FromSchema, paymentMethodSchema } from './common.ts';
import {
  MANDATE_ENDERS,
  type MandateCancellation,
  type MandateChargeCancellation,
  type MandateChargeLookup,
  type MandateChargeRequest,
  type MandateChargeResult,
  type MandateLookup,
  type MandateRefundRequest,
  type MandateRequest,
  type MandateResult,
  type MandateRetryRequest,
  mandateAttemptsSchema,
} from './mandate.ts';
import { record, recordWith } from './parts.ts';
import type { PersonCheckLookup, PersonCheckRequest, PersonCheckResult } from './person-check.ts';
import {
  type Address,
  type Customer,
  declineCode,
  type Memo,
  memoSchema,
  movementsSchema,
  RECEIVER_FILE_TYPES,
  REFUND_RESULTS,
  type ReceiverFile,
  type ReceiverFileType,
  refundsSchema,
  shortText,
  statusWord,
  type TransactionItem,
  text,
} from './provider-fields.ts';
import type { OutcomeReport, OutcomeResult, ScoreRequest, ScoreResult } from './score.ts';

export {
  type Address,
  type Customer,
  type Memo,
  memoSchema,
  RECEIVER_FILE_TYPES,
  REFUND_RESULTS,
  type ReceiverFile,
  type ReceiverFileType,
  type TransactionItem,
};

export const OPERATIONS = [
  'createCardToken',
  'createCardId',
  'deleteCard',
  'createTransaction',
  'getTransaction',
  'refund',
  'capture',
  'void',
  'withdraw',
  'getWithdraw',
  'createReceiver',
  'getReceiver',
  'getReceiverDocuments',
  'sendReceiverDocument',
  'getReceiverLink',
  'processWebhook',
  'authorizeWithdraw',
  'createMandate',
  'getMandate',
  'cancelMandate',
  'chargeMandate',
  'getMandateCharge',
  'retryMandateCharge',
  'cancelMandateCharge',
  'refundMandateCharge',
  'scoreTransaction',
  'reportOutcome',
  'checkPerson',
  'getPersonCheck',
] as const;
export type Operation = (typeof OPERATIONS)[number];

export const PIX_KEY_TYPES = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

export const WITHDRAWAL_METHODS = ['PIX', 'BANK_ACCOUNT', 'RECEIVER'] as const;
export const WITHDRAW_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'CANCELED'] as const;
export type WithdrawStatus = (typeof WITHDRAW_STATUSES)[number];
export const RECEIVER_STATUSES = ['PENDING', 'ACTIVE', 'REJECTED'] as const;
export type ReceiverStatus = (typeof RECEIVER_STATUSES)[number];
/** WANTED: nothing was sent yet. SENT: being looked at. REFUSED: has to be sent again. */
export const RECEIVER_DOCUMENT_STATUSES = ['WANTED', 'SENT', 'ACCEPTED', 'REFUSED'] as const;
export type ReceiverDocumentStatus = (typeof RECEIVER_DOCUMENT_STATUSES)[number];

/**
 * One share of a payment that the provider pays out itself. PERCENTAGE amounts are basis points (2500 = 25 %), FIXED are cents.
 * The rest that all shares leave over belongs to the account that makes the charge.
 */
export interface Split {
  recipientId: string;
  amount: number;
  type: 'PERCENTAGE' | 'FIXED';
  chargeProcessingFee: boolean;
  chargeRemainder: boolean;
  liable: boolean;
}

/** Card numbers exist only in memory between the sealed token and the provider. */
export interface CardData {
  /** Digits only. */
  cardNumber: string;
  holderName: string;
  holderDocument?: string;
  expMonth: number;
  /** Two digits as typed (28) or four (2028). `fullYear` of the kit expands it. */
  expYear: number;
  cvv: string;
}

export interface TransactionRequest {
  /** Ours, unique per attempt: send it as the idempotency key and as the provider's external reference. */
  reference: string;
  orderId: string;
  /** Minor units of `currency`. */
  amount: number;
  /** Only ever one that the manifest declares for the method; BRL where it declares none. */
  currency: Currency;
  paymentMethod: FromSchema<typeof paymentMethodSchema>;
  customer: Customer;
  items: TransactionItem[];
  description: string;
  /** 1 to 12. */
  installments: number;
  /** The token from the provider's browser tokenizer, single use. */
  cardToken?: string;
  /** A stored card from createCardId. */
  cardId?: string;
  /** Card data, only for providers whose manifest says tokenization "server". */
  card?: CardData;
  /** Card only. MERCHANT: the platform charges a stored card while the buyer is away, under `agreement`. BUYER unless told. */
  initiator?: 'BUYER' | 'MERCHANT';
  /** Card only. Ours, one for all charges that belong together: the buyer's own charge that names it is their agreement to the later ones. */
  agreement?: string;
  /**
   * Card only, and only where the manifest says `authorizes`: the amount is held on the card and nothing is charged until `capture`.
   * Holds that nobody captures end by themselves, when the card's bank says.
   */
  authorizeOnly?: boolean;
  /**
   * Card only, and only where the manifest says `authenticates`: the card's bank has its owner confirm the charge (3-D Secure), whatever the
   * provider would do by itself. Nothing is charged without that.
   */
  authenticate?: boolean;
  /** The seller, by our id and by CPF or CNPJ. */
  userId?: string;
  userDocument?: string;
  webhookUrl: string;
  /**
   * The address to which a page of the charge's next step leads the buyer back, by GET or POST, whatever it adds to the query. Named only where the manifest
   * says `redirect` of the method.
   */
  returnUrl?: string;
  /** The page where the buyer pays, and the one that led there. */
  checkoutUrl?: string;
  referrerUrl?: string;
  customerIp?: string;
  /**
   * An opaque reference to the receiver's secret; usable as `http` auth, never readable. The core names it where the account of a
   * receiver is meant: stored cards, withdrawals, receivers and their documents. It makes charges and refunds in the platform's
   * own account, so there it is left out.
   */
  receiverToken?: string;
  address?: Address;
  splits?: Split[];
  fingerPrints?: { provider: string; value: string }[];
  /** At most 13 of A-Z 0-9. */
  softDescriptor?: string;
  /** When the PIX or boleto should stop being payable. It is fitted to what the manifest says of the method's expiry. */
  expiresAt: string;
}

/**
 * A step that the buyer takes before the charge can be approved. REDIRECT: on a page of the card's bank or of a wallet, such as a 3-D Secure
 * challenge. Its host is one that `redirect` of the method allows; a step that leads elsewhere is left out.
 */
export const nextStepSchema = recordWith(
  {
    kind: { type: 'string', enum: ['REDIRECT'] },
    url: { type: 'string', maxLength: 2048, pattern: '^https?://[^\\s]+$' },
  },
  {
    /** The page takes no answer after it. */
    expiresAt: dateTimeSchema,
    /** The fields that open the page by POST, such as `creq`; a page without them is opened by its address. */
    form: {
      type: 'object',
      minProperties: 1,
      maxProperties: 10,
      propertyNames: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,59}$' },
      additionalProperties: { type: 'string', maxLength: 8192 },
    },
  },
);
export type NextStep = FromSchema<typeof nextStepSchema>;

export const transactionResultSchema = recordWith(
  { transactionId: shortText, providerStatus: statusWord },
  {
    paymentMethod: paymentMethodSchema,
    /** Cents the provider says the charge is for. */
    amount: amountSchema,
    /** Cents really received so far, cumulative, when the provider tells; of one payment alone, tell `movements`. */
    paidAmount: amountSchema,
    /** Cents that are held on the card and not charged; left out once they were captured or let go. */
    heldAmount: amountSchema,
    /** Card only. ISSUER: the provider says that the card's bank bears a chargeback because of fraud. Never a guess: left out where nobody said so. */
    liability: { type: 'string', enum: ['ISSUER'] },
    /** Cents refunded so far, cumulative. What is not done yet is not among them. */
    refundedAmount: amountSchema,
    refunds: refundsSchema,
    /** Movements of money into this charge (PIX endToEndId), where the provider tells the amount of each. */
    movements: movementsSchema,
    /** Their ids, where it tells only `paidAmount` for all of them: two ids are two payments. */
    movementIds: { type: 'array', items: shortText, maxItems: 100 },
    /** The provider's own reason for a refusal; for the platform's administrators, not for the buyer. */
    reason: text,
    declineCode,
    reference: shortText,
    /** The step of a charge that waits for its buyer; lookups tell it as well, for as long as it is to be taken. */
    nextStep: nextStepSchema,
    pixCode: text,
    /** The picture of pixCode as a data: URL (base64), for the payment page; leave it out and the page draws it from pixCode. */
    pixQrCode: { type: 'string', maxLength: 200_000 },
    billetCode: text,
    billetBarcode: text,
    billetUrl: text,
    /** The document of a boleto in base64, where the lookup wants it: a PDF of at most 2 MB. */
    billetPdf: { type: 'string', maxLength: 2_800_000 },
    /** When the PIX or boleto stops being payable as the provider says it; the payment page shows this one. */
    expiresAt: dateTimeSchema,
    cardBrand: shortText,
    cardLastDigits: { type: 'string', pattern: '^[0-9]{4}$' },
    memo: memoSchema,
  },
);
export type TransactionResult = FromSchema<typeof transactionResultSchema>;
export type ReportedRefund = NonNullable<TransactionResult['refunds']>[number];

/** Either side may be missing: after a lost answer we know only our reference. */
export interface TransactionLookup {
  transactionId?: string;
  reference: string;
  paymentMethod: FromSchema<typeof paymentMethodSchema>;
  receiverToken?: string;
  /** The buyer opens the boleto: the answer holds `billetPdf`. Set where the manifest says `pdf` of boletos, and for a known charge only. */
  wantsBilletPdf?: boolean;
  /** Missing after a lost answer, as the transactionId is. */
  memo?: Memo;
}

export interface RefundRequest {
  reference: string;
  transactionId: string;
  /** Cents; equal to the captured amount for a full refund. */
  amount: number;
  isFull: boolean;
  paymentMethod: FromSchema<typeof paymentMethodSchema>;
  description?: string;
  /** The address that events about it go to, for providers that ask for it with each call. */
  webhookUrl: string;
  receiverToken?: string;
  /**
   * The cents that each receiver of a split charge gives back of `amount`; what they leave over is given by the account that made the charge.
   * Left out where the charge goes back whole at once, and where it was not split.
   */
  splits?: Split[];
  memo?: Memo;
}
export const refundResultSchema = recordWith(
  {
    refundId: shortText,
    /** PENDING when the provider confirms later by webhook or query. */
    status: { type: 'string', enum: REFUND_RESULTS },
  },
  { reason: text },
);
export type RefundResult = FromSchema<typeof refundResultSchema>;

/** Ends a hold: takes the whole of it, or lets the whole of it go. */
export interface HoldRequest {
  /** The reference of the charge that holds. The provider's idempotency key is one of this and of the operation. */
  reference: string;
  transactionId: string;
  /** Cents: those that are held. */
  amount: number;
  memo?: Memo;
}

export interface WithdrawRequest {
  /** Ours; the provider's idempotency key and reference. */
  withdrawReference: string;
  paymentMethod: (typeof WITHDRAWAL_METHODS)[number];
  amount: number;
  /** The address that events about it go to, for providers that ask for it with each call. */
  webhookUrl: string;
  pixKey?: string;
  pixType?: PixKeyType;
  document?: string;
  documentType?: 'CPF' | 'CNPJ';
  name?: string;
  email?: string;
  description?: string;
  receiverId?: string;
  receiverToken?: string;
  bankCode?: string;
  branchNumber?: string;
  branchDigit?: string;
  accountNumber?: string;
  accountDigit?: string;
  accountType?: 'CHECKING' | 'SAVINGS';
  accountHolder?: string;
  accountDocument?: string;
}
export const withdrawResultSchema = recordWith(
  { withdrawId: shortText, providerStatus: statusWord },
  {
    amount: amountSchema,
    approvedAt: dateTimeSchema,
    reference: shortText,
    reason: text,
    memo: memoSchema,
  },
);
export type WithdrawResult = FromSchema<typeof withdrawResultSchema>;
export interface WithdrawLookup {
  withdrawId?: string;
  withdrawReference: string;
  receiverId?: string;
  receiverToken?: string;
  memo?: Memo;
}

export interface ReceiverRequest {
  name: string;
  document: string;
  documentType: 'CPF' | 'CNPJ';
  email: string;
  phone?: string;
  birthDate?: string;
  description?: string;
  /** The address that events about it go to, for providers that ask for it with each call. */
  webhookUrl: string;
  bankAccount?: {
    bankCode: string;
    branchNumber: string;
    branchDigit?: string;
    accountNumber: string;
    accountDigit: string;
    accountType: 'CHECKING' | 'SAVINGS';
    pixCode?: string;
  };
  address?: Address;
  /** The fields that one provider asks beyond the others, declared in its manifest. `monthlyRevenue` is cents. */
  providerSpecificData?: Record<string, string | number | boolean>;
  /** The files that its manifest asks for, by the names of their fields. */
  files?: Record<string, ReceiverFile>;
}
export const receiverResultSchema = recordWith(
  { receiverId: shortText, providerStatus: statusWord },
  {
    /** An opaque reference the host made of a secret in the answer (see `secretFields` of http). */
    receiverToken: text,
    name: shortText,
    document: shortText,
    email: shortText,
    /** Cents. */
    balance: { ...amountSchema, minimum: -amountSchema.maximum },
    reason: text,
  },
);
export type ReceiverResult = FromSchema<typeof receiverResultSchema>;
export interface ReceiverLookup {
  receiverId: string;
  receiverToken?: string;
}

/** The documents that the provider wants of a receiver before, or while, it pays them out; empty when it wants none. */
export const receiverDocumentsResultSchema = record({
  documents: {
    type: 'array',
    maxItems: 50,
    items: recordWith(
      {
        documentId: shortText,
        /** For people, in the provider's words. */
        title: shortText,
        providerStatus: statusWord,
        /** sendReceiverDocument takes a file for it. */
        takesFile: { type: 'boolean' },
        /** It is shown on a page of the provider's, see getReceiverLink. */
        hasLink: { type: 'boolean' },
      },
      {
        /** The provider's own word for the kind; comes back with the file. */
        kind: shortText,
        description: text,
        reason: text,
      },
    ),
  },
});
export type ReceiverDocumentsResult = FromSchema<typeof receiverDocumentsResultSchema>;
export type ReceiverDocument = ReceiverDocumentsResult['documents'][number];

/** The most bytes of all files that go along with one application. */
export const RECEIVER_FILES_BYTES = 15_728_640;

export interface ReceiverDocumentRequest extends ReceiverLookup {
  documentId: string;
  kind?: string;
  file: ReceiverFile;
}
export const receiverDocumentResultSchema = recordWith({ providerStatus: statusWord }, { reason: text });
export type ReceiverDocumentResult = FromSchema<typeof receiverDocumentResultSchema>;

export interface ReceiverLinkLookup extends ReceiverLookup {
  documentId: string;
}
/** A page of the provider's where the person proves the identity. Every holder of the address may use it: it is never stored. */
export const receiverLinkResultSchema = recordWith(
  { url: { type: 'string', maxLength: 2048, pattern: '^https?://[^\\s]+$' } },
  { expiresAt: dateTimeSchema },
);
export type ReceiverLinkResult = FromSchema<typeof receiverLinkResultSchema>;

export const cardTokenResultSchema = recordWith(
  { token: text },
  {
    cardBrand: shortText,
    cardLastDigits: { type: 'string', pattern: '^[0-9]{4}$' },
    /** The last month in which the card can be charged, YYYY-MM. */
    cardExpiry: { type: 'string', pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$' },
    /** Set when the provider refused the card: a result, not an error. */
    refusedReason: text,
  },
);
export type CardTokenResult = FromSchema<typeof cardTokenResultSchema>;
export interface CardTokenRequest {
  /** Absent when a browser token is turned into a stored card. */
  card?: CardData;
  cardToken?: string;
  customer: Customer;
  address?: Address;
  customerIp?: string;
  receiverToken?: string;
}

/** A card that createCardId stored and nobody will charge again. */
export interface CardDeletionRequest {
  cardId: string;
  /** The reference of the account that the card was stored in. */
  receiverToken?: string;
}
/** Says nothing but that the card can be charged no more. */
export const cardDeletionResultSchema = record({});
export type CardDeletionResult = FromSchema<typeof cardDeletionResultSchema>;

/** A webhook as received. The host has checked its authentication as the manifest declares before the adapter sees it. */
export interface WebhookRequest {
  /** Left out of a POST. */
  method?: 'GET' | 'HEAD';
  /** The end of the address, which some providers add: "/pix". Left out where there is none. */
  path?: string;
  headers: Record<string, string>;
  query: Record<string, string>;
  /** Parsed JSON or form fields; the query where the request has no body; undefined when it is neither. */
  body: unknown;
  rawBody: string;
}

/** The stages of a special return that a provider reports: a PIX that another bank wants back as fraud (MED). */
export const DISPUTE_WORDS = ['OPENED', 'WON', 'LOST'] as const;
export type DisputeWord = (typeof DISPUTE_WORDS)[number];

const webhookFields = {
  eventId: shortText,
  event: shortText,
  transactionId: shortText,
  reference: shortText,
  withdrawId: shortText,
  receiverId: shortText,
  mandateId: shortText,
  mandateChargeId: shortText,
  personCheckId: shortText,
  providerStatus: statusWord,
  amount: amountSchema,
  paidAmount: amountSchema,
  refundedAmount: amountSchema,
  /**
   * Another bank wants this PIX of a payment back, by an event that says nothing else of its charge. It opens or ends a dispute where the
   * sender is proven; otherwise a person is told.
   */
  dispute: { type: 'string', enum: DISPUTE_WORDS },
  refunds: refundsSchema,
  movements: movementsSchema,
  movementIds: { type: 'array', items: shortText, maxItems: 100 },
  /** Set for a mandate charge. */
  attempts: mandateAttemptsSchema,
  /** Set for a mandate or a mandate charge that was cancelled. */
  endedBy: { type: 'string', enum: MANDATE_ENDERS },
  reason: text,
  declineCode,
  /** Set for a payment or a withdrawal. The one of an event that is not believed only reaches the lookup that follows, and is kept if that tells it. */
  memo: memoSchema,
} as const;

/**
 * `either`: a payment or a withdrawal, where only the platform knows which of them `transactionId` or `reference` names.
 * `mandate` and `mandateCharge`: their words stand in `status.mandate` and `status.mandateCharge`. One of a charge names `mandateChargeId`.
 * `personCheck`: the documents of a person, which are asked about again by `personCheckId`.
 * `notice`: the provider holds money back, or did not hand it over, which changes no charge: people are told.
 * `ignored`: an event this provider sends that says nothing about money.
 */
const WEBHOOK_SUBJECTS = [
  'payment',
  'withdraw',
  'either',
  'receiver',
  'mandate',
  'mandateCharge',
  'personCheck',
  'notice',
  'ignored',
] as const;

/**
 * The content of an event. At least one of the ids must be there; of a payment, `movements` or `movementIds` alone will do. The core re-reads
 * the transaction unless the manifest's webhook authentication is a signature over the body, and wherever the charge itself is not named.
 */
export const webhookResultSchema = recordWith(
  {
    /** `several`: one request that holds more than one event, all of them in `events`. */
    subject: { type: 'string', enum: [...WEBHOOK_SUBJECTS, 'several'] },
  },
  {
    ...webhookFields,
    /** Each is processed by itself; the same request always lists them in the same order. */
    events: {
      type: 'array',
      items: recordWith({ subject: { type: 'string', enum: WEBHOOK_SUBJECTS } }, webhookFields),
      maxItems: 100,
    },
  },
);
export type WebhookResult = FromSchema<typeof webhookResultSchema>;

const answerBody = {
  type: 'object',
  maxProperties: 20,
  propertyNames: { type: 'string', maxLength: 64 },
  additionalProperties: { type: ['string', 'number', 'boolean'], maxLength: 4096 },
} as const;

/**
 * A provider asks whether a withdrawal is the platform's before it pays. The adapter only reads the question; the host compares it with its
 * own open withdrawals and answers `approve` or `refuse`, word for word. A question that names no withdrawal is refused.
 */
export const withdrawQuestionSchema = recordWith(
  { approve: answerBody, refuse: answerBody },
  {
    reference: shortText,
    withdrawId: shortText,
    /** Cents. */
    amount: amountSchema,
    /** The destination, as the request of the withdrawal named it. */
    pixKey: shortText,
    bankCode: shortText,
    branchNumber: shortText,
    accountNumber: shortText,
    accountDigit: shortText,
    receiverId: shortText,
  },
);
export type WithdrawQuestion = FromSchema<typeof withdrawQuestionSchema>;

export interface WebhookRegistration {
  webhookUrl: string;
  /** The secrets that would prove webhooks and that the connection does not have. */
  missing?: string[];
}
/** Secrets that the provider tells when the address is registered, each as a reference that `secretFields` gave. */
export interface WebhookSecrets {
  secrets?: Record<string, string>;
}

/** An adapter: only the operations it supports. A missing one is answered by the core before any network call. */
export interface Provider {
  createCardToken?(request: CardTokenRequest): Promise<CardTokenResult>;
  createCardId?(request: CardTokenRequest): Promise<CardTokenResult>;
  /** null: the provider has no such card (any more). Deleting the same card once more does no harm. */
  deleteCard?(request: CardDeletionRequest): Promise<CardDeletionResult | null>;
  createTransaction?(request: TransactionRequest): Promise<TransactionResult>;
  /** null: the provider is sure that it has no such charge. */
  getTransaction?(lookup: TransactionLookup): Promise<TransactionResult | null>;
  refund?(request: RefundRequest): Promise<RefundResult>;
  /** Charges what is held on a card, and tells the charge as it is then. Asked again it charges nothing more. */
  capture?(request: HoldRequest): Promise<TransactionResult>;
  /** Lets go what is held on a card, and tells the charge as it is then. It never gives back what was captured. Asked again it does no harm. */
  void?(request: HoldRequest): Promise<TransactionResult>;
  withdraw?(request: WithdrawRequest): Promise<WithdrawResult>;
  getWithdraw?(lookup: WithdrawLookup): Promise<WithdrawResult | null>;
  createReceiver?(request: ReceiverRequest): Promise<ReceiverResult>;
  getReceiver?(lookup: ReceiverLookup): Promise<ReceiverResult | null>;
  getReceiverDocuments?(lookup: ReceiverLookup): Promise<ReceiverDocumentsResult>;
  /** Sending the same once more does no harm: it is looked at again. */
  sendReceiverDocument?(request: ReceiverDocumentRequest): Promise<ReceiverDocumentResult>;
  /** null: there is nothing to be shown on a page now. */
  getReceiverLink?(lookup: ReceiverLinkLookup): Promise<ReceiverLinkResult | null>;
  /** Pure reading of one request; no network. */
  processWebhook?(request: WebhookRequest): Promise<WebhookResult>;
  /** Pure reading of a question at `/authorize-withdraw` below the webhook's address; no network. It is answered at once. */
  authorizeWithdraw?(request: WebhookRequest): Promise<WithdrawQuestion>;
  /** Asks the buyer, through their bank, to agree to charges at intervals. Nobody has agreed, and nothing is charged, when it answers. */
  createMandate?(request: MandateRequest): Promise<MandateResult>;
  /** null: the provider is sure that it has no such mandate. */
  getMandate?(lookup: MandateLookup): Promise<MandateResult | null>;
  /** Cancelling what has ended already does no harm: the result says how it ended. */
  cancelMandate?(request: MandateCancellation): Promise<MandateResult>;
  /** Asks for one charge under a mandate to which the buyer has agreed. The buyer's bank pays it when it is due. */
  chargeMandate?(request: MandateChargeRequest): Promise<MandateChargeResult>;
  getMandateCharge?(lookup: MandateChargeLookup): Promise<MandateChargeResult | null>;
  /** Asks for one more attempt on another day. Asking for the same day again makes no second one. */
  retryMandateCharge?(request: MandateRetryRequest): Promise<MandateChargeResult>;
  /** A charge that was paid meanwhile stays paid: the result says so. */
  cancelMandateCharge?(request: MandateChargeCancellation): Promise<MandateChargeResult>;
  /** Gives back the money of a charge that was paid, whole or in part. The same reference gives back once. */
  refundMandateCharge?(request: MandateRefundRequest): Promise<RefundResult>;
  /** Says how risky a purchase is, before it is charged. The platform waits seconds at most, and decides without it otherwise. It charges nothing. */
  scoreTransaction?(request: ScoreRequest): Promise<ScoreResult>;
  /** Tells what became of a purchase that was scored. Telling the same once more does no harm. */
  reportOutcome?(report: OutcomeReport): Promise<OutcomeResult>;
  /** Hands the documents of a person to the provider, which says at once or later whether they prove who that is. */
  checkPerson?(request: PersonCheckRequest): Promise<PersonCheckResult>;
  /** null: the provider is sure that it has no such check. */
  getPersonCheck?(lookup: PersonCheckLookup): Promise<PersonCheckResult | null>;
  /**
   * Registers the address of our webhooks at the provider unless it is already there. Called once when a connection is
   * enabled and once a day, never per charge; not an operation of OPERATIONS, because a provider without it is registered by hand. A secret
   * that the provider makes up for this address becomes a credential of the connection, by its name in `webhook`.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: adapters that have nothing to tell return nothing.
  ensureWebhook?(request: WebhookRegistration): Promise<WebhookSecrets | void>;
}

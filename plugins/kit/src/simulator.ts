/**
 * A simulator plays the provider over its own wire format: for tests, for conformance and for the demo. The host serves it
 * over HTTP or calls it in process; its state goes through the store, so that it survives a restart where the store does.
 */
import type { Currency } from '@feira/schemas/common';
import type {
  MandateChargeStatus,
  MandateEnder,
  MandateJourney,
  MandatePeriod,
  MandateRetries,
  MandateStatus,
} from '@feira/schemas/mandate';
import type { CardData, WithdrawRequest } from '@feira/schemas/provider';
import type { Clock } from './host.ts';

export interface SimulatorRequest {
  method: string;
  /** Path below the provider's base URL, starting with "/". */
  path: string;
  /** The name of the base URL that was called; missing for the default one. */
  base?: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** Parsed JSON or form, with files as SimulatedFile; undefined without a body. */
  body: unknown;
  /** Empty where files came. */
  rawBody: string;
}

export interface SimulatorResponse {
  status: number;
  headers?: Record<string, string>;
  /** Objects are sent as JSON, strings as they are. */
  body?: unknown;
}

/** The host's answer for a simulator: its response, or a connection that breaks (after `partial` of it). */
export type SimulatorAnswer = SimulatorResponse | { drop: true; partial?: SimulatorResponse };

export interface SimulatorStore {
  get<T>(key: string): Promise<T | undefined>;
  set(key: string, value: unknown): Promise<void>;
  /** Values whose key starts with the prefix, newest first, at most `limit`. */
  list<T>(prefix: string, limit: number): Promise<T[]>;
}

/** Faults the next matching calls suffer; each use decrements `times`. */
export interface Fault {
  /**
   * lose-answer: the charge is made, the connection drops. error-500: nothing is made. half-body: made, body cut. slow:
   * answers after delayMs. refuse: nothing is made, connection closed before reading. wrong-amount: answers and webhooks carry another amount.
   * unknown-status: answers with a word no table has. late: the connection drops, and the work is done when the host's `finishLate` is
   * called. false-refusal: made, answered 400. false-throttle: made, answered 429.
   */
  kind:
    | 'lose-answer'
    | 'error-500'
    | 'half-body'
    | 'slow'
    | 'refuse'
    | 'late'
    | 'false-refusal'
    | 'false-throttle'
    | 'wrong-amount'
    | 'unknown-status';
  times: number;
  delayMs?: number;
  /** Only calls whose "METHOD /path" starts with this. */
  match?: string;
}

export interface SimulatorContext {
  /** Keeps what the simulator must remember, also over a restart. */
  store: SimulatorStore;
  /** Tells the time: a simulator never reads another clock. */
  clock: Clock;
  /** Returns 0 ≤ n < 1 from the run's seed. */
  random(): number;
  /**
   * The fault this very request suffers, when it is one the host cannot play itself: on wrong-amount answers and webhooks of
   * the charge carry another amount, on unknown-status a word no table has.
   */
  fault(request: SimulatorRequest): 'wrong-amount' | 'unknown-status' | undefined;
  /**
   * Delivers one webhook to a URL; the host signs nothing, the simulator sets the headers its provider would. Never rejects;
   * resolves when it is delivered or given up. Await it in `pay` and the like, never inside `handle`.
   */
  sendWebhook(delivery: { url: string; headers: Record<string, string>; body: string }): Promise<void>;
  /** The credentials of the connection it plays against, in the clear: it is a stand-in, never a real account. */
  credentials: Record<string, string>;
  /** The address at which browsers reach it, without a trailing slash. */
  publicUrl: string;
  /** The webhook address in the panel of a provider whose webhooks are set up by hand; other providers learn it from the API. */
  webhookUrl?: string;
}

/** A charge as the simulator's control page shows it. */
export interface SimulatedCharge {
  transactionId: string;
  reference: string;
  method: 'PIX' | 'CREDIT_CARD' | 'BILLET';
  /** Cents. */
  amount: number;
  /** BRL unless told. */
  currency?: Currency;
  /** Cents received so far. */
  paidAmount: number;
  /** The one who started the charge of a card, where the provider was told. */
  initiator?: 'BUYER' | 'MERCHANT';
  agreement?: string;
  status: string;
  createdAt: string;
}

/** The fields of each kind of withdrawal that say where its money goes. */
export const DESTINATION_FIELDS = {
  PIX: ['pixKey', 'pixType'],
  BANK_ACCOUNT: [
    'bankCode',
    'branchNumber',
    'accountNumber',
    'accountDigit',
    'accountType',
    'accountHolder',
    'accountDocument',
  ],
  RECEIVER: ['receiverId'],
} as const satisfies Record<string, readonly (keyof WithdrawRequest)[]>;

/** The destination to which the provider was told to send the money, in the contract's words, without the fields it was not told. */
export type SimulatedDestination = Partial<
  Pick<WithdrawRequest, (typeof DESTINATION_FIELDS)[keyof typeof DESTINATION_FIELDS][number]>
>;

export interface SimulatedWithdrawal {
  withdrawId: string;
  reference: string;
  /** Cents. */
  amount: number;
  status: 'PENDING' | 'DONE' | 'FAILED' | 'RETURNED';
  destination: SimulatedDestination;
}

/** A mandate as the provider was told to ask for it. */
export interface SimulatedMandate {
  mandateId: string;
  reference: string;
  status: MandateStatus;
  journey: MandateJourney;
  period: MandatePeriod;
  retries: MandateRetries;
  /** Cents: of every charge, or of the largest one. */
  amount: number | null;
  maxAmount: number | null;
  firstChargeDate: string;
  endDate: string | null;
  document: string;
}

export interface SimulatedMandateCharge {
  mandateChargeId: string;
  mandateId: string;
  reference: string;
  /** Cents. */
  amount: number;
  dueDate: string;
  status: MandateChargeStatus;
  /** Cents received, and given back of them. */
  paidAmount: number;
  refundedAmount: number;
  attemptCount: number;
}

/** Acts on mandates as buyers and their banks do out of the host's sight; each act sends the events the provider would send. */
export interface SimulatedMandates {
  /** Except in journey 3, where paying the charge agrees. */
  approve(mandateId: string): Promise<void>;
  reject(mandateId: string): Promise<void>;
  expire(mandateId: string): Promise<void>;
  cancel(mandateId: string, by: MandateEnder): Promise<void>;
  payCharge(mandateChargeId: string, options?: { times?: number }): Promise<void>;
  /** One attempt is refused; the charge with it where it may not be tried again. */
  refuseCharge(mandateChargeId: string, options?: { reason?: string; isFinal?: boolean }): Promise<void>;
  expireCharge(mandateChargeId: string): Promise<void>;
  cancelCharge(mandateChargeId: string, by: MandateEnder): Promise<void>;
  get(mandateId: string): Promise<SimulatedMandate | undefined>;
  getCharge(mandateChargeId: string): Promise<SimulatedMandateCharge | undefined>;
  list(): Promise<SimulatedMandate[]>;
  listCharges(): Promise<SimulatedMandateCharge[]>;
}

export interface Simulator {
  /** Answers one request in the provider's wire format. */
  handle(request: SimulatorRequest): Promise<SimulatorResponse>;
  /** Acts as a bank or buyer acts out of the host's sight; each act sends the webhooks the provider would send. */
  pay(transactionId: string, options?: { amount?: number; times?: number }): Promise<void>;
  /** Ends a charge that nobody paid. */
  expire(transactionId: string): Promise<void>;
  /** Refuses a card's charge that waits for its owner at the bank. */
  decline?(transactionId: string): Promise<void>;
  /** Takes the money back as the buyer's bank does. */
  chargeback(transactionId: string): Promise<void>;
  /** Begins a refund as a person in the provider's panel does: of all that is left unless `amount` is set. */
  refund?(transactionId: string, options?: { amount?: number; status?: 'DONE' | 'PENDING' }): Promise<void>;
  /** Ends an open refund or withdrawal as done. */
  settle?(id: string): Promise<void>;
  /** Ends an open refund or withdrawal as refused. */
  fail?(id: string, reason?: string): Promise<void>;
  /** Gives back the money of a refund or withdrawal that was done. */
  returnMoney?(id: string, reason?: string): Promise<void>;
  /** Lists the newest charges for the control page. */
  listCharges(limit: number): Promise<SimulatedCharge[]>;
  /** Finds a charge by its id, as it is now. */
  getCharge(transactionId: string): Promise<SimulatedCharge | undefined>;
  /** Present in every simulator whose provider pays withdrawals. */
  getWithdrawal?(withdrawId: string): Promise<SimulatedWithdrawal | undefined>;
  /** Present in every simulator whose provider has mandates. */
  mandates?: SimulatedMandates;
}

/** The invented values with which the conformance suite plays. */
export interface SimulatorSamples {
  /** Values for the whole connection form; secrets of eight characters or more, so that leaks are seen. */
  credentials: Record<string, string>;
  /** Numbers whose fate this simulator knows. */
  cards?: {
    approved: string;
    refused: string;
    /** Its bank asks the owner first; where the manifest says `redirect` of cards. */
    challenged?: string;
  };
  /** The fields of a receiver that this provider asks beyond the contract's. */
  receiverData?: Record<string, string | number | boolean>;
  /** The e-mail whose account is asked for documents, where not every new one is. */
  receiverEmail?: string;
  /** A receiver that exists from the start; only where createReceiver is not offered but splits or payouts are. */
  receiverId?: string;
  /** Makes a token as the browser would; only where cards become tokens there and createCardToken is not offered. */
  tokenize?(card: CardData, baseUrl: string): Promise<string>;
}

export interface SimulatorModule {
  createSimulator(context: SimulatorContext): Simulator;
  samples?: SimulatorSamples;
}

/** The default export of a provider's simulator module. */
export function defineSimulator(module: SimulatorModule): SimulatorModule {
  return module;
}

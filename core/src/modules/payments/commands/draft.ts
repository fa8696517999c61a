/** A draft holds what a command changes of a payment by itself. `decideChange` adds what follows from it. */
import type { NewEvidence } from '../evidence.ts';
import type { Instructions, Payment, PaymentChange } from '../model.ts';
import type { HoldDecision } from '../status.ts';

/** Orders the money of an attempt's charge back once more, although an order for it was refused. */
export interface ReturnOrder {
  attemptId: string;
  /** The most cents of this attempt; null for all of it. */
  amount: number | null;
}

export interface Draft
  extends Pick<Payment, 'attempts' | 'refunds' | 'returningAmount' | 'terms' | 'checks'>,
    Pick<PaymentChange, 'routing' | 'nodeId' | 'webhookId'> {
  /** The facts that are reported, known ones among them. */
  evidence: readonly NewEvidence[];
  /** The data that the provider tells the buyer now. */
  instructions: Partial<Instructions>;
  /** True where the code that the buyer was shown is not the one to pay any more. */
  isCodeGone: boolean;
  /** The end of the standing attempt's charge, as its provider tells it. */
  expiresAt: Date | undefined;
  returnOrder: ReturnOrder | null;
  /** Set where a person decides about what cards hold. */
  holdDecision: HoldDecision | null;
  /** True where the change is written although nothing else in it is new. */
  isOrder: boolean;
  /** Set where the command itself says when the provider is asked next. */
  nextCheckAt: Date | null;
  /** Decides, where it does not, about the time of the next check. */
  check: {
    /** True unless the janitor asked. */
    isNews: boolean;
    isUnreached: boolean;
    retryAt: Date | undefined;
    lookBy: Date | undefined;
  };
}

/** Returns a draft that changes nothing. */
export const toDraft = ({ attempts, refunds, returningAmount, terms, checks }: Payment): Draft => ({
  attempts,
  refunds,
  returningAmount,
  terms,
  checks,
  routing: null,
  nodeId: null,
  webhookId: null,
  evidence: [],
  instructions: {},
  isCodeGone: false,
  expiresAt: undefined,
  returnOrder: null,
  holdDecision: null,
  isOrder: false,
  nextCheckAt: null,
  check: { isNews: true, isUnreached: false, retryAt: undefined, lookBy: undefined },
});

/** One kind of command: it may be refused by the payment as it is now, and is then dropped whole. */
export interface Handler<Command> {
  allows(payment: Payment, command: Command, now: Date): boolean;
  apply(payment: Payment, command: Command, now: Date): Draft;
}

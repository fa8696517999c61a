import type { Market } from './market.ts';

export interface Prepared {
  /** The ids and references of what is made or read, as far as they are known before. */
  names?: string[];
  run(): Promise<unknown>;
  /** Returns whether this result agrees with the provider's present state. */
  isTrue(result: unknown): Promise<boolean>;
  /** Returns whether this result is a definite refusal. */
  isRefusal(result: unknown): boolean;
  /** Returns whether this result says that money moved or came to an end. Left out where no money is in it. */
  isMoney?(result: unknown): boolean;
  /** Returns the number of times the call took effect, where that can be seen from outside. */
  countMade?(): Promise<number>;
}

export interface Attempt {
  capability: string;
  name: string;
  isRead: boolean;
  prepare(market: Market): Promise<Prepared>;
}

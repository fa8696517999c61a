/** Gives every proof the subject, the record, and a fresh market. */
import type { Examples } from '@feira/schemas/examples';
import type { StatusTable } from '@feira/schemas/manifest';
import { isProviderError } from '../../errors.ts';
import { type Market, type MarketOptions, openMarket, type Subject, type Watch } from './market.ts';
import type { Check, Recorder } from './recorder.ts';

/** The numbers of random cases. */
export interface Scale {
  words: number;
  /** Beside the whole list of edges for the first method; with 0 that one, too, gets the short list. */
  amounts: number;
  wireWords: number;
}

/** The tables of plugin.json whose words need witnesses. */
export type WordTable = StatusTable | 'decline';
/** A word of the provider and the meaning that a witness gives to it. */
export interface StatedWord {
  table: WordTable;
  word: string;
  meaning: string;
}

export interface Run {
  subject: Subject;
  recorder: Recorder;
  seed: number;
  scale: Scale;
  watch: Watch;
  examples: readonly Examples[];
  /** Collects the words whose meaning an example states with its result, of all variants. */
  stated: StatedWord[];
}

export async function withMarket<T>(
  run: Run,
  work: (market: Market) => Promise<T>,
  options: Pick<MarketOptions, 'baseUrl' | 'isOverNetwork' | 'now'> = {},
): Promise<T> {
  const market = await openMarket(run.subject, { seed: run.seed, watch: run.watch, ...options });
  try {
    return await work(market);
  } finally {
    await market.close();
  }
}

/** One proof in a market of its own; what works does so over real HTTP. */
export const prove = (
  run: Run,
  capability: string,
  proof: Parameters<Recorder['prove']>[1],
  work: (market: Market, check: Check) => Promise<void>,
) =>
  run.recorder.prove(capability, proof, (check) =>
    withMarket(run, (market) => work(market, check), { isOverNetwork: proof === 'works' }),
  );

/** The result, or the error that was thrown in its place. */
export async function outcomeOf<T>(call: () => Promise<T>): Promise<{ result: T } | { error: unknown }> {
  try {
    return { result: await call() };
  } catch (error) {
    return { error };
  }
}

export function describeOutcome(outcome: { result: unknown } | { error: unknown }): string {
  if ('result' in outcome) return `the result ${JSON.stringify(outcome.result)?.slice(0, 200)}`;
  const { error } = outcome;
  return isProviderError(error) ? `${error.outcome} (${error.code}: ${error.message})` : String(error);
}

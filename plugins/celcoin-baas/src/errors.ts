/** Reads Celcoin's codes of refusals. */
import { Fields, isProviderError } from '@feira/plugin-kit';

/** "There is already an entry with the same clientCode", and "an identical one is pending": an earlier call may have been carried out. */
const REPEATED = ['CBE101', 'CBE100'];

const codeOf = (error: unknown, path: string) =>
  isProviderError(error) && error.outcome === 'REJECTED' ? new Fields(error.body).label(path) : undefined;

export const isRefusedRepeat = (error: unknown): boolean => REPEATED.includes(codeOf(error, 'error.errorCode') ?? '');

/** The API of PIX refuses, with a code of its own, to tell of a payment that is not there. */
export const isNothingReceived = (error: unknown): boolean =>
  isProviderError(error) && [400, 404].includes(error.status ?? 0) && codeOf(error, 'errorCode') !== undefined;

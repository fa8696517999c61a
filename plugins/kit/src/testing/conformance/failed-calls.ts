/** Remembers which operation an error ended, and the answer that it could not read: the error itself names the field alone. */
import { isProviderError } from '../../errors.ts';
import type { WireCall } from './wire.ts';

const MOST_NAMES = 12;
const places = new WeakMap<Error, string>();

/** `call` is the last one that the operation made; undefined where it made none. */
export function notePlace(error: Error, operation: string, call: WireCall | undefined): void {
  if (isProviderError(error) && error.code === 'INVALID_ANSWER') places.set(error, describePlace(operation, call));
}

export const findPlace = (error: Error): string | undefined => places.get(error);

/** Names the fields of the answer and never their values. Without the address: it holds ids, and one cause would be told many times. */
function describePlace(operation: string, call: WireCall | undefined): string {
  const answer = call?.answer;
  if (!answer || !('status' in answer)) return operation;
  const { status, body } = answer;
  const names = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  const fields = Array.isArray(body) ? 'is a list' : `has ${names.slice(0, MOST_NAMES).join(', ') || 'no fields'}`;
  return `${operation} cannot read the answer to its ${call.method} (status ${status}), which ${fields}`;
}

/** Sends one call as a browser would, and finds problems of the response. */

import { ERRORS, type ErrorCode } from '@feira/schemas/error-catalogue';
import type { LightMyRequestResponse } from 'fastify';
import { newId } from '../../src/shared/ids.ts';
import type { Caller } from './callers.ts';
import type { Outcome } from './case.ts';
import type { Fixtures } from './fixtures.ts';

export interface CallOptions {
  name: string;
  isMutation: boolean;
  input: unknown;
}

/** Addresses differ, so that throttles count each call alone. */
let calls = 0;

export function callProcedure({ node }: Pick<Fixtures, 'node'>, caller: Pick<Caller, 'headers'>, options: CallOptions) {
  const { name, isMutation, input } = options;
  calls += 1;
  const query = new URLSearchParams(
    Object.entries(isMutation ? {} : (input as Record<string, unknown>)).map(([key, value]) => [key, String(value)]),
  );
  return node.app.inject({
    method: isMutation ? 'POST' : 'GET',
    url: `/api/${name}${query.size > 0 ? `?${query}` : ''}`,
    remoteAddress: `2001:db8:${(calls >> 16).toString(16)}:${(calls & 0xffff).toString(16)}::1`,
    headers: {
      ...caller.headers,
      ...(isMutation && { 'content-type': 'application/json', 'idempotency-key': newId() }),
    },
    ...(isMutation && { payload: typeof input === 'string' ? input : JSON.stringify(input) }),
  });
}

export function outcomeOf(answer: LightMyRequestResponse): Outcome | string {
  if (answer.statusCode === 200) return 'ok';
  const code = (answer.json() as { code?: string }).code ?? '';
  return ERRORS[code as ErrorCode]?.status === answer.statusCode
    ? code
    : `${answer.statusCode} ${answer.body.slice(0, 200)}`;
}

export interface Allowance {
  /** True if the caller belongs to the staff or the call is public, so that the response may name strangers. */
  mayNameStrangers: boolean;
  mayNameOperated: boolean;
}

/** Returns ids and e-mails in a response that the caller may not know, except those that the caller sent. */
export function findLeaks({ secrets }: Fixtures, body: string, input: unknown, allowed: Allowance): string[] {
  const sent = JSON.stringify(input);
  const look = (kind: string, values: Set<string>) =>
    [...values].filter((value) => body.includes(value) && !sent.includes(value)).map((value) => `${kind} ${value}`);
  return [
    ...look('of another platform:', secrets.foreign),
    ...(allowed.mayNameOperated ? [] : look('of an operated platform:', secrets.operated)),
    ...(allowed.mayNameStrangers ? [] : look('of a stranger:', secrets.strangers)),
  ];
}

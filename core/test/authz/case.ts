/** Declares the types of the tables of cases: the ids that a call names, its outcome, and the rights of callers. */
import type { ErrorCode } from '@feira/schemas/error-catalogue';
import type { Caller, CallerName } from './callers.ts';
import type { Fixtures } from './fixtures.ts';
import type { Side } from './sides.ts';

/** 'nothing': answered 200 without showing or changing another row. */
export type Outcome = 'ok' | 'nothing' | ErrorCode;
/** Outcomes by caller; `rest` is every caller who is not named. */
export type Outcomes = Outcome | ({ rest: Outcome } & Partial<Record<CallerName, Outcome>>);

export interface Context extends Fixtures {
  caller: Caller;
  here: { platformId: string };
}

export interface Variant {
  input(context: Context): Record<string, unknown>;
  outcome: Outcomes;
}

export interface ProcedureCase {
  /** Fields of the input, as paths, that name a row or carry the right to one. */
  ids: readonly string[];
  variants: Record<string, Variant>;
  /** The procedure refuses impersonated sessions, although it needs no reauthentication. */
  isPersonal?: true;
  /** Tables that a refusal writes on purpose: counters of attempts and audit events. */
  counts?: readonly string[];
}

export const plain = (
  input: (context: Context) => Record<string, unknown> = () => ({}),
  outcome: Outcomes = 'ok',
): ProcedureCase => ({
  ids: [],
  variants: { '—': { input, outcome } },
});

/** A user whom administrators manage. `own` is the administrator's own account, which is no user. */
export const person = (
  extra: Record<string, unknown>,
  { self, staff, key = 'personId' as keyof Side }: { self: Outcomes; staff?: Outcomes; key?: keyof Side },
): ProcedureCase => ({
  ids: ['personId'],
  variants: {
    own: { input: ({ caller }) => ({ personId: caller.personId, ...extra }), outcome: self },
    other: { input: ({ other }) => ({ personId: other[key], ...extra }), outcome: 'ok' },
    foreign: { input: ({ foreign }) => ({ personId: foreign[key], ...extra }), outcome: 'PERSON_NOT_FOUND' },
    operated: { input: ({ operated }) => ({ personId: operated[key], ...extra }), outcome: 'PERSON_NOT_FOUND' },
    ...(staff && { staff: { input: ({ other }: Context) => ({ personId: other.adminId, ...extra }), outcome: staff } }),
  },
});

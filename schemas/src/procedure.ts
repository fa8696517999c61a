import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { ApiCall } from './api.ts';
import type { Limit } from './limits.ts';
import type { AdminPermission } from './options.ts';
import { record, recordWith } from './parts.ts';

/** The allowed callers of a procedure. It has no default: a procedure without it does not compile, and the server does not boot with it. */
export type Access =
  | { kind: 'public' }
  /** A person with a session, even one that still needs a code or the set-up of a second factor. */
  | { kind: 'signingIn' }
  /** A person with a complete session. */
  | { kind: 'signedIn' }
  | {
      kind: 'role';
      roles: readonly Role[];
      permission?: AdminPermission;
      /** The caller needs one of these permissions. Which one depends on the input, so the procedure itself checks it. */
      permissions?: readonly AdminPermission[];
    };
export const ROLES = ['seller', 'affiliate', 'co-producer', 'customer', 'manager', 'admin', 'master'] as const;
export type Role = (typeof ROLES)[number];

/** Returns the permissions of which an administrator needs one; an empty list where the role is enough. */
export const permissionsOf = (access: Access): readonly AdminPermission[] =>
  access.kind === 'role' ? (access.permissions ?? (access.permission ? [access.permission] : [])) : [];

/** Masters, who operate the platform's software. */
export const MASTER: Access = { kind: 'role', roles: ['master'] };
export const SELLER: Access = { kind: 'role', roles: ['seller'] };
export const CUSTOMER: Access = { kind: 'role', roles: ['customer'] };
/** The people who earn money on a platform, and therefore have a balance. */
export const EARNERS: Access = { kind: 'role', roles: ['seller', 'affiliate', 'co-producer', 'manager'] };
/** Sellers for their own sales, and administrators who may configure the platform for all of it. */
export const INTEGRATORS: Access = { kind: 'role', roles: ['seller', 'admin'], permission: 'isConfigAvailable' };
/** Returns the access of administrators who hold this permission. */
/*#__NO_SIDE_EFFECTS__*/
export const adminWith = (permission: AdminPermission): Access => ({ kind: 'role', roles: ['admin'], permission });

/** The assets that a procedure protects. A session that a person left open elsewhere must not be able to call it. */
export type Protected = 'money' | 'credentials' | 'permissions';

/**
 * A typed remote call, described as data and served as GET (query) or POST (mutation) /api/{name}. In browsers it has neither summary, limit,
 * output, errors nor api (tools/src/build/browser-procedures.ts).
 */
export interface Procedure {
  /** The domain and a verbNoun, for example `refunds.listRefunds`. */
  name: string;
  kind: 'query' | 'mutation';
  summary: string;
  access: Access;
  /** The limit of calls to it. It has no default: a procedure without it does not compile, and the server does not boot with it. */
  limit: Limit;
  /** An object schema with additionalProperties: false. The input of a query is flat, because the address carries it. */
  input: JSONSchema;
  output: JSONSchema;
  /** The codes of the error catalogue that the procedure may return besides VALIDATION_FAILED. */
  errors: readonly string[];
  /** The procedure moves money and therefore requires the Idempotency-Key header. */
  isIdempotent?: boolean;
  /**
   * The procedure requires that the person has confirmed their identity within the last minutes (REAUTHENTICATION_REQUIRED), and
   * refuses a person who is signed in as another one (IMPERSONATION_FORBIDDEN).
   */
  protects?: Protected;
  /** Its place in the public API, where programs call it with a key. A query needs the scope to read, a mutation the one to write. */
  api?: ApiCall;
  /** The largest body in bytes; larger ones get a 413. The default is 64 KiB. */
  bodyLimit?: number;
}

export type Input<P extends Procedure> = P['input'] extends JSONSchema ? FromSchema<P['input']> : never;
export type Output<P extends Procedure> = P['output'] extends JSONSchema ? FromSchema<P['output']> : never;

/** The shape of every error under /v1: the problem details of RFC 9457. `title` is in the caller's language. */
export const problemSchema = recordWith(
  {
    /** The page that explains the code. */
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    /** A code of the error catalogue. */
    code: { type: 'string' },
  },
  { errors: { type: 'array', items: record({ field: { type: 'string' }, message: { type: 'string' } }) } },
);

export type Problem = FromSchema<typeof problemSchema>;

/** The shape of every error. `message` is in the caller's language; `details` names fields and never repeats values. */
export const errorSchema = {
  $id: 'feira:error',
  ...recordWith(
    { code: { type: 'string' }, message: { type: 'string' } },
    {
      details: { type: 'array', items: record({ field: { type: 'string' }, message: { type: 'string' } }) },
      /**
       * With CHALLENGE_REQUIRED: the caller finds a number with which the SHA-256 of "token:number" begins with `bits` zero bits. Pages may show
       * the widget at `captchaUrl` instead.
       */
      challenge: recordWith(
        { token: { type: 'string' }, bits: { type: 'integer' } },
        { captchaUrl: { type: 'string' } },
      ),
    },
  ),
} as const;
export type ErrorBody = FromSchema<typeof errorSchema>;

import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { AdminPermission } from './options.ts';
import { record, recordWith } from './parts.ts';

/** Who may call: no default, so forgetting it does not compile and does not boot. */
export type Access =
  | { kind: 'public' }
  /** Anybody with a session, also one that still waits for a code or for a second factor to be set up. */
  | { kind: 'signingIn' }
  /** Anybody with a complete session. */
  | { kind: 'signedIn' }
  | {
      kind: 'role';
      roles: readonly Role[];
      permission?: AdminPermission;
      /** Any of these will do: which one is wanted depends on what is asked for, and the procedure looks itself. */
      permissions?: readonly AdminPermission[];
    };
export const ROLES = ['seller', 'affiliate', 'co-producer', 'customer', 'manager', 'admin', 'master'] as const;
export type Role = (typeof ROLES)[number];

/** What an administrator needs one of; nothing where the role is enough. */
export const permissionsOf = (access: Access): readonly AdminPermission[] =>
  access.kind === 'role' ? (access.permissions ?? (access.permission ? [access.permission] : [])) : [];

/** Masters, who run the platform's software. */
export const MASTER: Access = { kind: 'role', roles: ['master'] };
export const SELLER: Access = { kind: 'role', roles: ['seller'] };
export const CUSTOMER: Access = { kind: 'role', roles: ['customer'] };
/** The people who earn on a platform, and so have a balance. */
export const EARNERS: Access = { kind: 'role', roles: ['seller', 'affiliate', 'co-producer', 'manager'] };
/** Administrators with this permission. */
export const adminWith = (permission: AdminPermission): Access => ({ kind: 'role', roles: ['admin'], permission });

/** What must not be done with a session that was left open somewhere. */
export type Protected = 'money' | 'credentials' | 'permissions';

/** One typed remote call as data: GET (query) or POST (mutation) /api/{name}. */
export interface Procedure {
  /** domain.verbNoun */
  name: string;
  kind: 'query' | 'mutation';
  summary: string;
  access: Access;
  /** An object schema with additionalProperties: false. Query inputs are flat: they travel in the address. */
  input: JSONSchema;
  output: JSONSchema;
  /** Codes of the error catalogue besides VALIDATION_FAILED. */
  errors: readonly string[];
  /** Money moves: the Idempotency-Key header is required. */
  isIdempotent?: boolean;
  /**
   * Wants the person to have proved who it is within the last minutes (REAUTHENTICATION_REQUIRED otherwise), and refuses whoever
   * is signed in as somebody else (IMPERSONATION_FORBIDDEN).
   */
  protects?: Protected;
  /** Could be used to try stolen cards: limited per address and minute. */
  isRateLimited?: boolean;
  /** Bytes; larger bodies are answered 413. Default 64 KiB. */
  bodyLimit?: number;
}

export type Input<P extends Procedure> = P['input'] extends JSONSchema ? FromSchema<P['input']> : never;
export type Output<P extends Procedure> = P['output'] extends JSONSchema ? FromSchema<P['output']> : never;

/** The one shape of an error. `message` is in the caller's language; `details` names fields, never values. */
export const errorSchema = {
  $id: 'feira:error',
  ...recordWith(
    { code: { type: 'string' }, message: { type: 'string' } },
    { details: { type: 'array', items: record({ field: { type: 'string' }, message: { type: 'string' } }) } },
  ),
} as const;
export type ErrorBody = FromSchema<typeof errorSchema>;

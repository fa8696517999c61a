/** Reads and writes API keys and what was noted of their requests. */
import type { ApiKeyKind, ApiKeyMode, ApiScope, ApiVersion } from '@feira/schemas/api';
import type { listKeys, listRequests } from '@feira/schemas/procedures/api-keys';
import { hasRealMoney } from '../../plugins/api-keys.ts';
import type { Statement } from '../../plugins/database.ts';
import type { RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';

export interface KeyTerms {
  name: string;
  scopes: readonly ApiScope[];
  networks: readonly string[];
  version: ApiVersion;
}

/** The keys that a caller keeps: a seller's own, or all of the platform. */
export interface Keeper {
  kind: ApiKeyKind;
  /** Null for all keys of the platform. */
  personId: string | null;
}

export interface KeyRow extends RowOf<typeof listKeys, 'keys'> {
  kind: ApiKeyKind;
}

const WORKS = 'k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())';
const COLUMNS = `k.id, k.kind, k.name, k.mode, k.hint, k.scopes, k.networks::text[] AS networks, k.api_version AS version,
  ${WORKS} AS is_working, k.created_at, k.expires_at, k.revoked_at, k.last_used_at, host(k.last_used_ip) AS last_used_ip,
  CASE WHEN k.old_until > now() THEN k.old_until END AS old_until,
  jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email) AS owner`;
const FROM = 'api_key k JOIN person p ON p.platform_id = k.platform_id AND p.id = k.person_id';
const KEPT = 'k.platform_id = $1 AND k.kind = $2 AND ($3::uuid IS NULL OR k.person_id = $3)';

/** The keys that work come first. */
export const selectKeys = (platformId: string, { kind, personId }: Keeper): Statement<KeyRow> => ({
  text: `SELECT ${COLUMNS} FROM ${FROM} WHERE ${KEPT} ORDER BY (${WORKS}) DESC, k.created_at DESC, k.id DESC LIMIT 500`,
  values: [platformId, kind, personId],
});

export const selectKeyById = (platformId: string, id: string): Statement<KeyRow & { personId: string }> => ({
  text: `SELECT ${COLUMNS}, k.person_id FROM ${FROM} WHERE k.platform_id = $1 AND k.id = $2`,
  values: [platformId, id],
});

export const selectMode = (platformId: string): Statement<{ mode: ApiKeyMode }> => ({
  text: `SELECT CASE WHEN ${hasRealMoney('$1::uuid')} THEN 'LIVE' ELSE 'TEST' END AS mode`,
  values: [platformId],
});

/** Creations of one person wait for each other, so that each counts what the others made. */
export const lockOwner = (personId: string): Statement => ({
  text: `SELECT pg_advisory_xact_lock(hashtextextended('api keys ' || $1, 0))`,
  values: [personId],
});

export const countWorking = (platformId: string, personId: string): Statement<{ count: number }> => ({
  text: `SELECT count(*)::int AS count FROM api_key k WHERE k.platform_id = $1 AND k.person_id = $2 AND ${WORKS}`,
  values: [platformId, personId],
});

export interface NewKey extends KeyTerms {
  id: string;
  personId: string;
  kind: ApiKeyKind;
  mode: ApiKeyMode;
  hint: string;
  tokenHash: Buffer;
  days: number | null;
}

export const insertKey = (platformId: string, key: NewKey): Statement => ({
  text: `INSERT INTO api_key (platform_id, id, person_id, kind, mode, name, hint, token_hash, scopes, networks, api_version, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::cidr[], $11, now() + make_interval(days => $12))`,
  values: [
    ...[platformId, key.id, key.personId, key.kind, key.mode, key.name, key.hint, key.tokenHash],
    ...[key.scopes, key.networks, key.version, key.days],
  ],
});

export const updateKey = (platformId: string, id: string, terms: KeyTerms): Statement => ({
  text: `UPDATE api_key SET name = $3, scopes = $4, networks = $5::cidr[], api_version = $6 WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, terms.name, terms.scopes, terms.networks, terms.version],
});

export interface Rolled {
  tokenHash: Buffer;
  hint: string;
  /** The hours in which the old key works as well. */
  hours: number;
}

export const replaceToken = (platformId: string, id: string, { tokenHash, hint, hours }: Rolled): Statement => ({
  text: `UPDATE api_key SET old_token_hash = CASE WHEN $5 > 0 THEN token_hash END,
      old_until = CASE WHEN $5 > 0 THEN now() + make_interval(hours => $5) END, token_hash = $3, hint = $4
    WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id, tokenHash, hint, hours],
});

/** Returns no row where the key was revoked already. */
export const revokeKey = (platformId: string, id: string): Statement<{ id: string }> => ({
  text: 'UPDATE api_key SET revoked_at = now() WHERE platform_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING id',
  values: [platformId, id],
});

interface RequestRow extends RowOf<typeof listRequests, 'items'> {}

export const REQUESTS: List<RequestRow, { keyId: string; isRefused?: boolean | undefined }> = {
  isFresh: true,
  sql: ({ keyId, isRefused }, bind) => ({
    columns: `r.id, r.call, r.status, r.code, host(r.ip) AS ip, r.duration_ms AS duration, r.created_at`,
    from: 'api_request r',
    where: ['r.platform_id = $1', `r.key_id = ${bind(keyId)}`, isRefused && 'r.code IS NOT NULL'],
    order: newestFirst('r'),
  }),
};

const REQUEST_DAYS = 30;
const ENDED_DAYS = 365;

export const deleteOldRequests = (limit: number): Statement => ({
  text: `DELETE FROM api_request WHERE (id, platform_id) IN (
    SELECT id, platform_id FROM api_request WHERE created_at < now() - make_interval(days => $1) LIMIT $2)`,
  values: [REQUEST_DAYS, limit],
});

export const deleteEndedKeys = (limit: number): Statement => ({
  text: `DELETE FROM api_key WHERE (id, platform_id) IN (
    SELECT id, platform_id FROM api_key
    WHERE least(expires_at, revoked_at) < now() - make_interval(days => $1) LIMIT $2)`,
  values: [ENDED_DAYS, limit],
});

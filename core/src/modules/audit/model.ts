import type { AuditEventType } from '@feira/schemas/procedures/audit';
import type { Statement } from '../../plugins/database.ts';
import type { Identity } from '../../plugins/sessions.ts';
import { microsecondsOf, type PageCursor, timeOfCursor } from '../../shared/page-cursor.ts';

export interface EventFilter {
  type?: AuditEventType | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  after?: PageCursor | undefined;
}

export interface EventRow {
  id: string;
  createdAt: Date;
  type: AuditEventType;
  actor: Identity | null;
  impersonator: Identity | null;
  subject: { type: string; id: string; name: string } | null;
  ip: string | null;
  userAgent: string | null;
  details: Record<string, unknown>;
  microseconds: number;
}

const startOf = (day: string) => `${day}::date::timestamp AT TIME ZONE 'America/Sao_Paulo'`;
const endOf = (day: string) => `(${day}::date + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo'`;
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

const identity = (prefix: string) => `
  CASE WHEN e.${prefix}_id IS NOT NULL THEN jsonb_build_object('id', e.${prefix}_id,
    'name', coalesce(e.${prefix}_name, ''), 'email', coalesce(e.${prefix}_email, '')) END AS ${prefix}`;

/** The page is found in an index alone, also where a search has to look at many events; what is shown is read for its few. */
export function selectEvents(platformId: string, filter: EventFilter, limit: number): Statement {
  const values: unknown[] = [platformId];
  const value = (item: unknown) => `$${values.push(item)}`;
  const { type, search, from, to, after } = filter;
  const conditions = ['e.platform_id = $1'];
  if (type) conditions.push(`e.type = ${value(type)}`);
  if (from) conditions.push(`e.created_at >= ${startOf(value(from))}`);
  if (to) conditions.push(`e.created_at < ${endOf(value(to))}`);
  if (search?.trim()) conditions.push(`e.search_text LIKE fold_text(${value(`%${escapeLike(search.trim())}%`)})`);
  if (after) {
    conditions.push(`(e.created_at, e.id) < (${timeOfCursor(value(after.microseconds))}, ${value(after.id)}::uuid)`);
  }
  return {
    text: `
      SELECT e.id, e.created_at AS "createdAt", e.type, ${identity('actor')}, ${identity('impersonator')},
        CASE WHEN e.subject_type IS NOT NULL THEN jsonb_build_object('type', e.subject_type,
          'id', coalesce(e.subject_id, ''), 'name', coalesce(e.subject_name, '')) END AS subject,
        host(e.ip) AS ip, e.user_agent AS "userAgent", e.details, ${microsecondsOf('e.created_at')} AS microseconds
      FROM (
        SELECT e.id, e.created_at FROM audit_event e WHERE ${conditions.join(' AND ')}
        ORDER BY e.created_at DESC, e.id DESC LIMIT ${value(limit)}
      ) page
      JOIN audit_event e ON e.platform_id = $1 AND e.id = page.id
      ORDER BY page.created_at DESC, page.id DESC`,
    values,
  };
}

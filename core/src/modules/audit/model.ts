import type { Currency } from '@feira/schemas/common';
import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import type { listEvents } from '@feira/schemas/procedures/audit';
import type { FastifyInstance } from 'fastify';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { isWithin } from '../../shared/period.ts';
import { contains, ofWholePlatform } from '../../shared/statement.ts';

export interface EventFilter extends FilterOf<typeof listEvents> {}

export interface EventRow extends RowOf<typeof listEvents, 'events'> {}

const identity = (prefix: string) => `
  CASE WHEN e.${prefix}_id IS NOT NULL THEN jsonb_build_object('id', e.${prefix}_id,
    'name', coalesce(e.${prefix}_name, ''), 'email', coalesce(e.${prefix}_email, '')) END AS ${prefix}`;

/** A subject's id is a text, because some subjects are no rows: hosts, methods of payment, packages. */
const isAbout = (person: string) => `(e.actor_id = ${person}::uuid OR e.subject_id = ${person}::text)`;

/** The page is found in an index alone, even if a search reads many events. Other columns are read only for its rows. */
export const EVENTS: List<EventRow, EventFilter> = {
  sql: ({ type, personId, subjectId, search, from, to }, bind) => ({
    columns: `e.id, e.created_at, e.type, ${identity('actor')}, ${identity('impersonator')},
      CASE WHEN e.subject_type IS NOT NULL THEN jsonb_build_object('type', e.subject_type,
        'id', coalesce(e.subject_id, ''), 'name', coalesce(e.subject_name, '')) END AS subject,
      host(e.ip) AS ip, e.user_agent, e.details`,
    from: 'audit_event e',
    where: [
      'e.platform_id = $1',
      ofWholePlatform('e.created_at'),
      type && `e.type = ${bind(type)}`,
      personId && isAbout(bind(personId)),
      subjectId && `e.subject_id = ${bind(subjectId)}`,
      ...isWithin('e.created_at', { from, to }, bind),
      contains('e.search_text', search, bind),
    ],
    order: newestFirst('e'),
    details: 'JOIN audit_event e ON e.platform_id = $1 AND e.id = page.id',
  }),
};

/** Returns the currency of a platform that the caller may read; it may be disabled. */
export async function readCurrency(
  { database }: Pick<FastifyInstance, 'database'>,
  platformId: string,
): Promise<Currency> {
  const text = `SELECT settings->>'currency' AS currency FROM platform WHERE platform_id = $1`;
  const row = await database.find<{ currency: Currency | null }>(platformId, { text, values: [platformId] });
  return row?.currency ?? DEFAULT_PLATFORM_SETTINGS.currency;
}

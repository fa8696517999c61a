/** Lists the charges of a master's platforms as one list. */
import type { Input } from '@feira/schemas/procedure';
import type { listCharges as declared } from '@feira/schemas/procedures/figures';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { parsePlace, readCursor, selectPage, writeCursor } from '../../shared/list.ts';
import type { PlatformRow } from '../platforms/model.ts';
import { DECISIONS } from '../routing/service.ts';

type Asked = Input<typeof declared>;
const PAGE_SIZE = 25;

/**
 * Reads a page of each platform, because the database shows one at a time, and keeps the newest of all. The place of a row is its time and
 * its id, which mean the same on every platform.
 */
export async function listCharges(
  { database }: Pick<FastifyInstance, 'database'>,
  platforms: readonly Pick<PlatformRow, 'id' | 'name'>[],
  { after, limit = PAGE_SIZE, platformId: _, ...filter }: Asked,
) {
  const cursor = after === undefined ? null : readCursor(after);
  if (after !== undefined && !cursor) throw new AppError('VALIDATION_FAILED', { fields: ['after'] });
  const found = [];
  for (const platform of platforms) {
    const place = { after: cursor, limit: limit + 1 };
    const rows = await database.list(platform.id, selectPage(DECISIONS, platform.id, filter, place));
    found.push(...rows.map((row) => ({ row, platform, place: parsePlace(row.cursor)! })));
  }
  found.sort((a, b) => b.place.position - a.place.position || (a.place.id < b.place.id ? 1 : -1));
  const shown = found.slice(0, limit);
  return {
    items: shown.map(({ row, platform: { id, name } }) => ({
      id: row.attemptId,
      createdAt: row.createdAt.toISOString(),
      platform: { id, name },
      paymentId: row.paymentId,
      method: row.method,
      amount: row.amount,
      currency: row.currency,
      status: row.status,
      state: row.state,
      connectionName: row.connectionName,
      provider: row.provider,
      transactionId: row.transactionId,
      reason: row.reason,
    })),
    next: found.length > limit ? writeCursor(shown.at(-1)!.row.cursor) : null,
  };
}

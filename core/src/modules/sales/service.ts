/** Lists sales by any combination of filters and words. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import { checkPeriod } from '../../plugins/procedures.ts';
import { type PageCursor, parsePlace, readCursor, selectCount, selectPage, writeCursor } from '../../shared/list.ts';
import { countSales, SALES, selectSales } from './model.ts';
import { refreshSearch, type SalesFilter, selectByMovements, selectFound } from './search.ts';

type App = Pick<FastifyInstance, 'database'>;

/** Counting ends here, so that it takes as long for a million sales as for a thousand. */
const MOST_COUNTED = 1_000;
const PAGE_SIZE = 25;

interface Place {
  after: PageCursor | null;
  limit: number;
}

const isListedByTime = (filter: SalesFilter): filter is SalesFilter & { sellerId: string } =>
  filter.sellerId !== null &&
  (Boolean(filter.customerId) ||
    ((filter.status ?? 'ALL') === 'ALL' && !filter.method && !filter.productId && !filter.search?.trim()));

/** Returns the ids of the newest sales that meet a filter. */
export async function findSaleIds(app: App, platformId: string, filter: SalesFilter, place: Place): Promise<string[]> {
  await refreshSearch(app, platformId);
  return (await app.database.searches.list(selectFound(platformId, filter, place))).map(({ id }) => id);
}

/** Returns the ids of the sales that may have received money by one of these movements. */
export async function findSalesOfMovements(
  app: App,
  platformId: string,
  movementIds: readonly string[],
): Promise<string[]> {
  await refreshSearch(app, platformId);
  return (await app.database.searches.list(selectByMovements(platformId, movementIds))).map(({ id }) => id);
}

/** Reads `limit` sales. They are counted only where `most` says how far. */
async function readSales(app: App, platformId: string, filter: SalesFilter, { after, limit }: Place, most = 0) {
  if (isListedByTime(filter)) {
    const [page, counted] = await app.database.read(platformId, [
      selectPage(SALES, platformId, filter, { after, limit }),
      filter.customerId ? selectCount(SALES, platformId, filter, most - 1) : countSales(platformId, filter, most),
    ]);
    return { rows: page.rows, count: counted.rows[0]?.count ?? 0 };
  }
  const found = await findSaleIds(app, platformId, filter, { after, limit: Math.max(limit, most) });
  const ids = found.slice(0, limit);
  const rows = ids.length > 0 ? await app.database.list(platformId, selectSales(platformId, ids), true) : [];
  return { rows, count: found.length };
}

/**
 * Returns one page. `count` is the number of all sales found: null behind the first page, and where there are more than 1,000. Throws
 * PERIOD_INVALID and VALIDATION_FAILED as every list does.
 */
export async function listSales(
  app: App,
  platformId: string,
  { after: text, limit = PAGE_SIZE, ...filter }: SalesFilter & { after?: string | undefined; limit?: number },
) {
  // Sellers read years of sales; the page size limits each read.
  checkPeriod(filter, Number.POSITIVE_INFINITY);
  if (filter.customerId && filter.search?.trim())
    throw new AppError('VALIDATION_FAILED', {
      reasons: {
        search: {
          'pt-BR': 'Tire search ou customerId: as vendas de um cliente não são buscadas por palavras.',
          en: "Leave out search or customerId: a customer's sales are not searched by words.",
        },
      },
    });
  const after = text ? readCursor(text) : null;
  if (text && !after) throw new AppError('VALIDATION_FAILED', { fields: ['after'] });
  const most = after ? 0 : MOST_COUNTED + 1;
  const { rows, count } = await readSales(app, platformId, filter, { after, limit: limit + 1 }, most);
  const sales = rows.slice(0, limit);
  const next = rows.length > limit ? writeCursor(sales.at(-1)!.cursor) : null;
  return { sales, next, count: after || count > MOST_COUNTED ? null : count };
}

const BATCH = 1_000;

/** Reads all sales of a filter, batch by batch, each in its own transaction. */
export async function* readAllSales(app: App, platformId: string, filter: SalesFilter) {
  let after: PageCursor | null = null;
  for (;;) {
    const { rows } = await readSales(app, platformId, filter, { after, limit: BATCH });
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = parsePlace(rows.at(-1)!.cursor);
  }
}

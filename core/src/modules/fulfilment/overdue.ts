/** Notices the orders whose days to ship are over, each once, and tells their sellers. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { prepareNotification } from '../notifications/service.ts';
import { noteSearched } from './listing.ts';

type App = Pick<FastifyInstance, 'database'>;

const BATCH = 200;

interface Overdue {
  saleId: string;
  sellerId: string;
  /** The title of the first item. */
  title: string;
}

/** Orders whose days to ship are over. */
export const OVERDUE = `shipment_listing WHERE state = 'TO_SHIP' AND overdue_at IS NULL AND at <= now()`;

const selectOverduePlatforms = (): Statement<{ platformId: string }> => ({
  text: `SELECT DISTINCT platform_id FROM (SELECT platform_id FROM ${OVERDUE} ORDER BY at LIMIT 1000) AS next`,
  values: [],
});

/** Each of several nodes takes other rows. */
const noticeOverdue = (platformId: string): Statement<Overdue> => ({
  text: `UPDATE shipment_listing l SET overdue_at = now()
    FROM (SELECT sale_id FROM ${OVERDUE} AND platform_id = $1
      ORDER BY at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) AS due, sale_item i
    WHERE l.platform_id = $1 AND l.sale_id = due.sale_id AND i.platform_id = $1 AND i.sale_id = due.sale_id AND i.position = 0
    RETURNING l.sale_id, l.seller_id, i.title`,
  values: [platformId],
});

/** Returns whether more may be overdue. */
export async function notifyOverdue({ database }: App): Promise<boolean> {
  let hasMore = false;
  for (const { platformId } of await database.jobs.list(selectOverduePlatforms())) {
    const count = await database.transaction(platformId, async (transaction) => {
      const overdue = await transaction.list(noticeOverdue(platformId));
      for (const { saleId, sellerId, title } of overdue)
        await transaction.run(
          prepareNotification(platformId, sellerId, {
            type: 'shipment.overdue',
            parameters: { title: `${orderCodeOf(saleId)} · ${title}` },
            href: `${DASHBOARD_PATHS.seller}/shipments?tab=OVERDUE`,
            source: `shipment.overdue:${saleId}`,
          }),
        );
      if (overdue.length > 0)
        await transaction.run(
          noteSearched(
            platformId,
            overdue.map(({ saleId }) => saleId),
          ),
        );
      return overdue.length;
    });
    hasMore ||= count >= BATCH;
  }
  return hasMore;
}

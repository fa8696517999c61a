/** Reads and deletes the consents of buyers to be reported to advertising networks. */
import type { PageEventIds } from '@feira/schemas/pixels';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';

/** The browser of a buyer who agreed, as networks know it. */
export interface AdConsent {
  /** Known to Google Analytics alone. */
  clientId: string | null;
  ip: string;
  userAgent: string;
  /** The ids of the events that the page reported before the purchase; consents from before they were sent have none. */
  eventIds?: PageEventIds;
}

/** As long as a browser remembers the choice. */
export const CONSENT_DAYS = 180;

export const deleteConsent = (platformId: string, saleId: string): Statement => ({
  text: 'DELETE FROM ad_consent WHERE platform_id = $1 AND sale_id = $2',
  values: [platformId, saleId],
});

export const purgeConsents = ({ database }: Pick<FastifyInstance, 'database'>): Promise<number> =>
  database.deleteAll((limit) => ({
    text: `DELETE FROM ad_consent WHERE (platform_id, sale_id) IN (
      SELECT platform_id, sale_id FROM ad_consent WHERE given_at < now() - make_interval(days => $1) LIMIT $2)`,
    values: [CONSENT_DAYS, limit],
  }));

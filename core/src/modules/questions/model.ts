/** Reads and writes what buyers ask sellers. */
import type { listMyQuestions } from '@feira/schemas/procedures/questions';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { SEEN_LOOKS } from '../checkout-builder/model.ts';

export interface NewQuestion {
  id: string;
  sellerId: string;
  saleId: string | null;
  title: string;
  name: string;
  email: string;
  text: string;
}

export const OWN_QUESTIONS: List<
  RowOf<typeof listMyQuestions>,
  FilterOf<typeof listMyQuestions> & { sellerId: string }
> = {
  isFresh: true,
  sql: ({ sellerId, isOpen }, bind) => ({
    columns: 'q.id, q.sale_id, q.title, q.name, q.email, q.text, q.created_at, q.answered_at',
    from: 'buyer_question q',
    where: [
      'q.platform_id = $1',
      `q.seller_id = ${bind(sellerId)}`,
      isOpen !== undefined && `(q.answered_at IS NULL) = ${bind(isOpen)}`,
    ],
    order: newestFirst('q'),
  }),
};

interface Asked {
  /** The address to which the seller's mail goes: the product's for questions, else the seller's own. */
  to: string;
  /** Questions from this e-mail within the hour, to any seller. */
  ofEmail: number;
  /** Questions to this seller within the hour, and within a day. */
  lately: number;
  today: number;
}

/** Questions of one e-mail, or to one seller, that are sent at once wait here, and are counted one after the other. */
export const lockAsked = (platformId: string, { sellerId, email }: { sellerId: string; email: string }): Statement => ({
  text: `SELECT pg_advisory_xact_lock(hashtextextended('questions of ' || $1 || lower($2), 0)),
    pg_advisory_xact_lock(hashtextextended('questions to ' || $3, 0))`,
  values: [platformId, email, sellerId],
});

/** Counts what was asked before. A statement of its own, because one that waits for a lock counts what was there before the wait. */
export const countAsked = (
  platformId: string,
  { sellerId, productId, email }: { sellerId: string; productId: string; email: string },
): Statement<Asked> => ({
  text: `SELECT coalesce(nullif(pr.support_email, ''), seller.email) AS "to",
      (SELECT count(*)::int FROM buyer_question q WHERE q.platform_id = $1 AND lower(q.email) = lower($4)
        AND q.created_at > now() - interval '1 hour') AS of_email,
      (SELECT count(*)::int FROM buyer_question q WHERE q.platform_id = $1 AND q.seller_id = $2
        AND q.created_at > now() - interval '1 hour') AS lately,
      (SELECT count(*)::int FROM buyer_question q WHERE q.platform_id = $1 AND q.seller_id = $2
        AND q.created_at > now() - interval '1 day') AS today
    FROM person seller LEFT JOIN product pr ON pr.platform_id = seller.platform_id AND pr.id = $3
    WHERE seller.platform_id = $1 AND seller.id = $2`,
  values: [platformId, sellerId, productId, email],
});

export const insertQuestion = (
  platformId: string,
  { id, sellerId, saleId, title, name, email, text }: NewQuestion,
): Statement => ({
  text: `INSERT INTO buyer_question (platform_id, id, seller_id, sale_id, title, name, email, text) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  values: [platformId, id, sellerId, saleId, title, name, email, text],
});

/** Marking what is marked already keeps the first time. */
export const setAnswered = (platformId: string, sellerId: string, id: string, isAnswered: boolean): Statement => ({
  text: `UPDATE buyer_question SET answered_at = CASE WHEN $4 THEN coalesce(answered_at, now()) END
    WHERE platform_id = $1 AND seller_id = $2 AND id = $3`,
  values: [platformId, sellerId, id, isAnswered],
});

/** The buyer of a sale, and who sold what to them, with which looks. */
interface AskedSale {
  sellerId: string;
  productId: string;
  logoUrl: string | null;
  colorPrimary: string | null;
  name: string;
  email: string;
}

export const selectAskedSale = (platformId: string, saleId: string): Statement<AskedSale> => ({
  text: `SELECT s.seller_id, o.product_id, s.buyer_name AS name, s.buyer_email AS email, ${SEEN_LOOKS.columns}
    FROM sale s JOIN offer o ON o.platform_id = s.platform_id AND o.id = s.offer_id ${SEEN_LOOKS.join} WHERE s.platform_id = $1 AND s.id = $2`,
  values: [platformId, saleId],
});

const KEPT_DAYS = 365;

export async function purgeQuestions({ database }: Pick<FastifyInstance, 'database'>): Promise<void> {
  await database.deleteAll((limit) => ({
    text: `DELETE FROM buyer_question WHERE (id, platform_id) IN (
      SELECT id, platform_id FROM buyer_question WHERE created_at < now() - make_interval(days => $1) LIMIT $2)`,
    values: [KEPT_DAYS, limit],
  }));
}

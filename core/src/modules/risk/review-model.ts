/** Reads payments whose amount is held until a person decides. Whether one is in review follows from the payment itself. */
import type { listReviews } from '@feira/schemas/procedures/risk';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import type { List } from '../../shared/list.ts';
import { IN_REVIEW } from '../payments/model.ts';

export const selectSellerOf = (platformId: string, saleId: string): Statement<{ sellerId: string }> => ({
  text: 'SELECT seller_id FROM sale WHERE platform_id = $1 AND id = $2',
  values: [platformId, saleId],
});

export const REVIEWS: List<RowOf<typeof listReviews>, FilterOf<typeof listReviews>> = {
  isFresh: true,
  sql: () => ({
    columns: `p.id, p.sale_id, p.public_id AS payment_id, p.created_at AS at, p.expires_at AS decide_by, coalesce(i.title, '') AS title,
      p.amount, p.currency, s.buyer_name, s.buyer_email, p.card_last_digits, p.terms -> 'risk' -> 'causes' AS causes`,
    from: `payment p JOIN sale s ON s.platform_id = p.platform_id AND s.id = p.sale_id
      LEFT JOIN sale_item i ON i.platform_id = s.platform_id AND i.sale_id = s.id AND i.position = 0`,
    where: ['p.platform_id = $1', IN_REVIEW],
    order: { isAscending: true, by: 'p.expires_at', id: 'p.id' },
  }),
};

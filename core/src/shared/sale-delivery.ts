/** Holds the SQL of how a sale is sent: the quoted service, or the option of the offer. */

/**
 * Joins `d` to a sale `s`: its `id`, `description` and `delivery_time`, none of which is there for a sale that is not sent. A quoted service
 * is there also after the seller has removed its option.
 */
export const JOIN_DELIVERY = `LEFT JOIN LATERAL (
    SELECT s.delivery_option_id AS id, coalesce(s.delivery->>'description', o.description) AS description,
      coalesce(s.delivery->>'deliveryTime', o.delivery_time) AS delivery_time
    FROM (SELECT 1) one LEFT JOIN delivery_option o ON o.platform_id = s.platform_id AND o.id = s.delivery_option_id
    WHERE o.id IS NOT NULL OR s.delivery IS NOT NULL
  ) d ON true`;

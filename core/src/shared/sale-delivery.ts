/** Holds the SQL of how a sale is sent: the quoted service, or the option of the offer. */

/** Joins `d` to a sale `s`: its `id`, `description` and `delivery_time`, none of which is there for a sale that is not sent. */
export const JOIN_DELIVERY = `LEFT JOIN LATERAL (
    SELECT o.id, coalesce(s.delivery->>'description', o.description) AS description,
      coalesce(s.delivery->>'deliveryTime', o.delivery_time) AS delivery_time
    FROM delivery_option o WHERE o.platform_id = s.platform_id AND o.id = s.delivery_option_id
  ) d ON true`;

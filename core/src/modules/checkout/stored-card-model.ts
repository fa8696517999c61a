/** Keeps the cards that providers store and can delete, until each is deleted there. */
import type { Statement } from '../../plugins/database.ts';

export interface StoredCardRow {
  connectionId: string;
  /** The provider's id of the card. */
  cardId: string;
  /** The provider's id of the receiver in whose account the card is. */
  receiverId: string | null;
  /** The time since it was stored, in hours. */
  ageHours: number;
}

/** A card that its provider keeps. */
export interface KeptCard {
  connectionId: string;
  cardId: string;
  storedCardId: string | null;
  brand: string | null;
  lastDigits: string | null;
  /** YYYY-MM. */
  expiry: string | null;
}

/** Longer than the id of a stored card serves, so that no purchase meets its end. */
const FIRST_CHECK = `now() + interval '75 minutes'`;
const NEXT_CHECK = `now() + interval '1 day'`;
/** A charge may appear late that seemed to have failed: for this long after a purchase named the card, it is left alone. */
const LATE_CHARGE = `interval '2 days'`;

export const insertStoredCard = (
  platformId: string,
  card: { id: string; connectionId: string; cardId: string; receiverId: string | null },
): Statement => ({
  text: `INSERT INTO stored_card (platform_id, id, connection_id, card_id, receiver_id, check_at)
    VALUES ($1, $2, $3, $4, $5, ${FIRST_CHECK})`,
  values: [platformId, card.id, card.connectionId, card.cardId, card.receiverId],
});

/** Returns a card that is not being deleted. */
export const selectStoredCard = (
  platformId: string,
  id: string,
): Statement<Pick<StoredCardRow, 'connectionId' | 'cardId'>> => ({
  text: `SELECT connection_id, card_id FROM stored_card
    WHERE platform_id = $1 AND id = $2 AND deleting_at IS NULL`,
  values: [platformId, id],
});

/** Changes no row where the card is being deleted or is gone. As long as a named payment stands, the card is kept. */
export const useStoredCard = (platformId: string, id: string, paymentId: string | null): Statement => ({
  text: `UPDATE stored_card SET payment_ids = array_remove(payment_ids || $3::uuid, NULL), used_at = now(), check_at = ${NEXT_CHECK}
    WHERE platform_id = $1 AND id = $2 AND deleting_at IS NULL`,
  values: [platformId, id, paymentId],
});

/** Returns the card unless a payment stands that was made with it; from then on it is used no more. */
export const retireStoredCard = (platformId: string, id: string): Statement<StoredCardRow> => ({
  text: `UPDATE stored_card c SET deleting_at = coalesce(deleting_at, now())
    WHERE platform_id = $1 AND id = $2 AND (used_at IS NULL OR used_at < now() - ${LATE_CHARGE})
      AND NOT EXISTS (SELECT FROM payment p WHERE p.id = ANY (c.payment_ids) AND p.platform_id = c.platform_id
        AND p.status IN ('PENDING', 'APPROVED'))
      AND NOT EXISTS (SELECT FROM subscription u WHERE u.stored_card_id = c.id AND u.platform_id = c.platform_id AND u.ended_at IS NULL)
    RETURNING connection_id, card_id, receiver_id,
      extract(epoch FROM now() - created_at)::float8 / 3600 AS age_hours`,
  values: [platformId, id],
});

export const postponeStoredCard = (platformId: string, id: string): Statement => ({
  text: `UPDATE stored_card SET check_at = ${NEXT_CHECK} WHERE platform_id = $1 AND id = $2`,
  values: [platformId, id],
});

export const removeStoredCard = (platformId: string, id: string): Statement => ({
  text: 'DELETE FROM stored_card WHERE platform_id = $1 AND id = $2',
  values: [platformId, id],
});

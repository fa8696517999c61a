/** Asks a buyer who has just bought the same thing, before anything is charged again. */
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PurchaseInput } from './prepare.ts';

const ASKED_HOURS = 24;

/**
 * Returns a row where the buyer paid for the offer lately, or has a card of it under review. The e-mail alone proves no buyer: the document
 * or the name has to be the same, so that nobody learns from a guessed address what was bought with it.
 */
const selectPurchase = (platformId: string, now: Date, input: PurchaseInput): Statement<{ id: string }> => ({
  name: 'purchase-repeated',
  values: [platformId, input.email, input.offerId, now, input.cpf ?? null, input.name],
  text: `
    SELECT s.id FROM sale s JOIN payment p ON p.sale_id = s.id AND p.platform_id = s.platform_id
    WHERE s.buyer_email_lower = lower($2) AND s.platform_id = $1 AND s.offer_id = $3
      AND s.created_at > $4::timestamptz - interval '${ASKED_HOURS} hours'
      AND (s.buyer_document = $5 OR lower(s.buyer_name) = lower($6))
      AND (p.status = 'APPROVED' OR p.status = 'PENDING' AND p.method = 'CREDIT_CARD')
    LIMIT 1`,
});

/** Throws where the page wants the buyer to be asked and the buyer has bought the offer within a day. */
export async function askBeforeRepeat(
  app: Pick<FastifyInstance, 'database' | 'clock'>,
  platformId: string,
  input: PurchaseInput,
): Promise<void> {
  if (input.isRepeat !== false) return;
  // The purchase may be seconds old, which a replica does not know.
  const bought = await app.database.find(platformId, selectPurchase(platformId, app.clock.now(), input), true);
  if (bought) throw new AppError('ALREADY_PURCHASED', { fields: ['isRepeat'] });
}

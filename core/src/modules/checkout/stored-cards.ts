/** Stores cards at the provider for subscriptions. Only an id appears here, which serves one buyer and one offer for an hour. */
import { isProviderError } from '@feira/plugin-kit';
import type { Input } from '@feira/schemas/procedure';
import type { tokenCreditCard } from '@feira/schemas/procedures/checkout';
import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import { type Connection, callProvider } from '../connections/service.ts';
import type { Offer } from '../offers/model.ts';
import { findReceiverByProvider, withToken } from '../receivers/service.ts';
import { openToken, toStoredCardId } from './card.ts';
import { findConnectionOfCard, getCardConnection } from './view.ts';

interface StoreCardCall {
  platform: PlatformContext;
  offer: Offer;
  input: Input<typeof tokenCreditCard>;
  customerIp: string;
}

export async function storeCard(
  app: FastifyInstance,
  { platform, offer, input, customerIp }: StoreCardCall,
): Promise<string> {
  const looking = { platform, ip: customerIp };
  const shown = await getCardConnection(app, looking, offer, 'checkoutId');
  const document = input.cpf ? normalizeDocument(input.cpf) : undefined;
  if (document && !isDocument(document)) throw new AppError('DOCUMENT_INVALID', { fields: ['cpf'] });
  const card = await openToken(app, offer, input.token, async () => shown, 'token');
  const connection = await findConnectionOfCard(app, looking, offer, card.binding);
  // The connection that it was made for serves no longer: the form that is shown now makes another.
  if (!connection) throw new AppError('CARD_TOKEN_INVALID', { fields: ['token'] });
  const receiverToken = await findReceiverToken(app, connection, offer, input.receiverId);
  const customer = {
    name: input.name,
    email: input.email,
    ...(document && { document }),
    ...(input.phone && { phone: input.phone }),
  };
  try {
    const stored = await callProvider(
      connection,
      'createCardId',
      { ...card.input, customer, customerIp, ...(receiverToken && { receiverToken }) },
      null,
    );
    if (stored.refusedReason) throw new AppError('CARD_NOT_SAVED', { fields: ['token'] });
    return toStoredCardId(app, offer, input, { connectionId: connection.id, name: stored.token });
  } catch (error) {
    if (!isProviderError(error)) throw error;
    app.log.warn({ err: error, provider: connection.providerId }, 'A card could not be stored');
    throw new AppError(error.code === 'UNSUPPORTED' ? 'OPERATION_UNSUPPORTED' : 'CARD_NOT_SAVED', {
      fields: ['token'],
      cause: error,
    });
  }
}

/** The secret of the seller's account that the card is stored in; undefined where the page names none, or it has no secret. */
async function findReceiverToken(
  app: FastifyInstance,
  connection: Connection,
  offer: Offer,
  receiverId: string | undefined,
): Promise<string | undefined> {
  if (!receiverId) return undefined;
  const row = await findReceiverByProvider(app, connection.platformId, connection.id, receiverId);
  if (row?.personId !== offer.sellerId || row.status !== 'ACTIVE') {
    throw new AppError('RECEIVER_NOT_FOUND', { fields: ['receiverId'] });
  }
  return (await withToken(app, connection, row)).receiverToken ?? undefined;
}

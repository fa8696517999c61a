/** Creates, changes, copies and archives offers for their sellers. */

import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PlatformContext } from '../../plugins/platforms.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { findChange, queryIn, replaceParts, writeVersion } from '../../shared/edited-model.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { countSellersConnections } from '../integrations/model.ts';
import type { Product } from '../products/model.ts';
import { type EditCall, lockOwnProduct } from '../products/service.ts';
import { checkVersion } from '../products/versioned-model.ts';
import { checkVerification } from '../verifications/service.ts';
import {
  copyLooks,
  countOffers,
  EditedDeliveryOption,
  EditedOffer,
  type OfferState,
  type OfferStatus,
  selectChoices,
} from './edit-model.ts';
import { type DeliveryOption, type FoundOffer, findOffer, type OffersApp } from './model.ts';
import { applyInput, checkOffer, newOffer, type OfferInput } from './rules.ts';

export { applyInput, checkOffer, newOffer, type OfferInput } from './rules.ts';

type App = Pick<FastifyInstance, 'database'>;

const MOST_OFFERS = 100;

export const offerNotFound = () => new AppError('OFFER_NOT_FOUND', { fields: ['offerId'] });

/** Throws where the offer cannot be bought now; `field` is the input that names it. */
export async function getOfferOnSale(
  app: OffersApp,
  platform: PlatformContext,
  id: string,
  field: string,
): Promise<FoundOffer> {
  const offer = await findOffer(app, platform, id);
  if (!offer || offer.unavailable) throw new AppError(offer?.unavailable ?? 'OFFER_NOT_FOUND', { fields: [field] });
  return offer;
}

/** Throws INTEGRATION_CONNECTION_NOT_FOUND where an option that is new here is quoted by a connection that the seller does not have. */
async function checkQuoting(
  transaction: Transaction,
  { platform, person }: EditCall,
  { before, after }: { before: readonly DeliveryOption[]; after: readonly DeliveryOption[] },
) {
  const known = new Set(before.map(({ quotedBy }) => quotedBy));
  const named = new Set(after.map(({ quotedBy }) => quotedBy).filter((id) => id !== null));
  const ids = [...named].filter((id) => !known.has(id));
  if (ids.length === 0) return;
  const found = await transaction.find(countSellersConnections(platform.id, person.id, ids));
  if (found?.count !== ids.length) {
    const index = after.findIndex(({ quotedBy }) => quotedBy !== null && ids.includes(quotedBy));
    throw new AppError('INTEGRATION_CONNECTION_NOT_FOUND', { fields: [`deliveryOptions.${index}.quotedBy`] });
  }
}

async function checkConnection(transaction: Transaction, platformId: string, id: string | null | undefined) {
  if (!id) return;
  const choices = await transaction.list(selectChoices(platformId));
  if (!choices.some((connection) => connection.id === id))
    throw new AppError('CONNECTION_NOT_FOUND', { fields: ['connectionId'] });
}

/** An offer of a product that is on sale begins to sell as soon as it is published. */
async function checkSeller(
  transaction: Transaction,
  { platform, person }: EditCall,
  product: Product,
  { status }: Pick<OfferState, 'status'>,
) {
  if (status === 'PUBLISHED' && product.status === 'ACTIVE')
    await checkVerification(transaction, platform, person.id, { kind: 'SALE' });
}

const isPhysical = ({ typeProduct }: Product): boolean => typeProduct === 'FISICO';

/** Writes an offer with its parts, and returns its id. */
async function insertRows(
  transaction: Transaction,
  platformId: string,
  { productId, offer, isHidden = false }: { productId: string; offer: OfferState; isHidden?: boolean },
): Promise<string> {
  const id = newId();
  const { deliveryOptions: after, ...fields } = offer;
  const owner = { platformId, offerId: id };
  await queryIn(transaction, EditedOffer).insert({ platformId, id, productId, isHidden, ...fields });
  await replaceParts(transaction, EditedDeliveryOption, owner, { before: [], after });
  return id;
}

/** Writes a new offer of a product that is locked. */
async function insertOffer(
  transaction: Transaction,
  { platform, request }: EditCall,
  { productId, offer, copyOf }: { productId: string; offer: OfferState; copyOf?: string },
): Promise<{ offerId: string; version: number }> {
  const counted = await transaction.find(countOffers(platform.id, productId));
  if ((counted?.count ?? 0) >= MOST_OFFERS) throw new AppError('OFFER_LIMIT', { fields: ['productId'] });
  const id = await insertRows(transaction, platform.id, { productId, offer });
  await transaction.run(
    recordEvent(platform.id, request, {
      type: 'offer.created',
      subject: { type: 'offer', id, name: offer.title },
      details: { productId, ...(copyOf && { copyOf }), after: offer },
    }),
  );
  return { offerId: id, version: 1 };
}

type NewOffer = OfferInput & { productId: string };

export const createOffer = (
  app: App,
  call: PersonCall,
  input: NewOffer,
): Promise<{ offerId: string; version: number }> =>
  app.database.transaction(call.platform.id, (transaction) => createOfferIn(transaction, call, input));

/** Creates an offer within a transaction. Throws PRODUCT_NOT_FOUND, OFFER_INVALID and OFFER_LIMIT. */
export async function createOfferIn(
  transaction: Transaction,
  call: EditCall,
  { productId, ...input }: NewOffer,
): Promise<{ offerId: string; version: number }> {
  const { platform } = call;
  const product = await lockOwnProduct(transaction, call, productId);
  const offer = applyInput(newOffer(platform.settings), input);
  const { settings } = platform;
  checkOffer(offer, { changed: new Set(Object.keys(input)), settings, isPhysical: isPhysical(product) });
  await checkConnection(transaction, platform.id, input.connectionId);
  await checkQuoting(transaction, call, { before: [], after: offer.deliveryOptions });
  await checkSeller(transaction, call, product, offer);
  return insertOffer(transaction, call, { productId, offer });
}

interface Edited {
  offerId: string;
  version: number;
}

type ToWanted = (before: OfferState, transaction: Transaction, productId: string) => Promise<OfferState> | OfferState;

/** Locks an offer of the caller. Throws EDIT_CONFLICT where it has changed since the caller read it. */
const changeOffer = (app: App, call: PersonCall, edited: Edited, toWanted: ToWanted): Promise<{ version: number }> =>
  app.database.transaction(call.platform.id, (transaction) => changeOfferIn(transaction, call, edited, toWanted));

async function changeOfferIn(
  transaction: Transaction,
  { platform, person, request }: EditCall,
  { offerId, version }: Edited,
  toWanted: ToWanted,
): Promise<{ version: number }> {
  const row = await EditedOffer.lockOwn(transaction, offerId, person.id);
  if (!row) throw offerNotFound();
  checkVersion(row, version);
  const before = row.toState();
  const change = findChange<OfferState>(before, await toWanted(before, transaction, row.productId));
  if (!change) return { version };
  const { deliveryOptions: after, ...fields } = change.after;
  const next = await writeVersion(transaction, row, fields, Object.keys(change.after));
  const owner = { platformId: platform.id, offerId };
  if (after) await replaceParts(transaction, EditedDeliveryOption, owner, { before: before.deliveryOptions, after });
  const isStatus = Object.keys(change.after).join() === 'status';
  await transaction.run(
    recordEvent(platform.id, request, {
      type: isStatus ? 'offer.statusChanged' : 'offer.changed',
      subject: { type: 'offer', id: offerId, name: row.title },
      details: { ...change },
    }),
  );
  return { version: next };
}

type OfferUpdate = Edited & OfferInput;

export const updateOffer = (app: App, call: PersonCall, update: OfferUpdate): Promise<{ version: number }> =>
  app.database.transaction(call.platform.id, (transaction) => updateOfferIn(transaction, call, update));

/** Changes an offer within a transaction. */
export function updateOfferIn(
  transaction: Transaction,
  call: EditCall,
  { offerId, version, ...input }: OfferUpdate,
): Promise<{ version: number }> {
  const { platform } = call;
  return changeOfferIn(transaction, call, { offerId, version }, async (before, _, productId) => {
    const after = applyInput(before, input);
    const named = Object.keys(input).filter(
      (name) => findChange<OfferState>(before, { [name]: after[name as keyof OfferState] }) !== null,
    );
    // Nobody makes the product a physical one meanwhile.
    const isGoods =
      (after.isTrialFree || after.maxQuantity > 1) && isPhysical(await lockOwnProduct(transaction, call, productId));
    checkOffer(after, { changed: new Set(named), settings: platform.settings, isPhysical: isGoods });
    await checkQuoting(transaction, call, { before: before.deliveryOptions, after: after.deliveryOptions });
    if (named.includes('connectionId')) await checkConnection(transaction, platform.id, after.connectionId);
    if (named.includes('status'))
      await checkSeller(transaction, call, await lockOwnProduct(transaction, call, productId), after);
    return after;
  });
}

export const archiveOffer = (app: App, call: PersonCall, edited: Edited): Promise<{ version: number }> =>
  changeOffer(app, call, edited, (before) => ({ ...before, status: 'ARCHIVED' satisfies OfferStatus }));

const toCopy = (row: EditedOffer): OfferState => {
  const source = row.toState();
  const deliveryOptions = source.deliveryOptions.map((option) => ({ ...option, id: newId() }));
  return { ...applyInput(source, {}), deliveryOptions };
};

export function copyOffer(app: App, call: PersonCall, offerId: string): Promise<{ offerId: string; version: number }> {
  const { platform, person } = call;
  return app.database.transaction(platform.id, async (transaction) => {
    const row = await EditedOffer.lockOwn(transaction, offerId, person.id);
    if (!row) throw offerNotFound();
    const offer = { ...toCopy(row), status: 'DRAFT' as const };
    await lockOwnProduct(transaction, call, row.productId);
    const copy = await insertOffer(transaction, call, { productId: row.productId, offer, copyOf: offerId });
    await transaction.run(copyLooks(platform.id, { from: offerId, to: copy.offerId }));
    return copy;
  });
}

/** The fields of a payment link's offer that the link decides. */
export type LinkTerms = Pick<OfferState, 'title' | 'price' | 'stockLimit' | 'saleEndsAt'>;

/** Locks an offer of the caller that a payment link is to sell. Throws OFFER_NOT_FOUND. */
export async function lockSource(transaction: Transaction, { person }: PersonCall, offerId: string) {
  const row = await EditedOffer.lockOwn(transaction, offerId, person.id);
  if (row?.status !== 'PUBLISHED') throw offerNotFound();
  return row;
}

/** Writes the hidden offer of a payment link, and returns its id: a copy of `source`, or a plain one of the product. */
export async function insertLinkOffer(
  transaction: Transaction,
  { platform }: Pick<PersonCall, 'platform'>,
  from: { source: EditedOffer } | { productId: string },
  { price, ...terms }: LinkTerms,
): Promise<string> {
  const source = 'source' in from ? from.source : null;
  const productId = 'source' in from ? from.source.productId : from.productId;
  const like = source ? toCopy(source) : applyInput(newOffer(platform.settings), {});
  const offer: OfferState = {
    ...like,
    ...terms,
    price,
    fakePrice: price === like.price ? like.fakePrice : null,
    saleStartsAt: null,
    maxQuantity: 1,
    status: 'PUBLISHED',
  };
  const id = await insertRows(transaction, platform.id, { productId, offer, isHidden: true });
  if (source) await transaction.run(copyLooks(platform.id, { from: source.id, to: id }));
  return id;
}

/** Changes the offer of a payment link. */
export async function changeLinkOffer(
  transaction: Transaction,
  { person }: Pick<PersonCall, 'person'>,
  offerId: string,
  wanted: Partial<LinkTerms>,
): Promise<void> {
  const row = await EditedOffer.lockOwn(transaction, offerId, person.id, { isHidden: true });
  if (!row) throw offerNotFound();
  const change = findChange<OfferState>(row.toState(), wanted);
  if (!change) return;
  const { price } = change.after;
  const isNotCheaper = price !== undefined && row.fakePrice !== null && row.fakePrice <= price;
  await writeVersion(transaction, row, { ...change.after, ...(isNotCheaper && { fakePrice: null }) } as object);
}

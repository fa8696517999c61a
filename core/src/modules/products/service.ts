/** Creates, changes, publishes and deletes products, for their sellers; approves and blocks them, for the platform. */
import type { ProductStatus } from '@feira/schemas/catalogue';
import type { ProductFields } from '@feira/schemas/entities/product';
import { withoutEmptyIds } from '@feira/schemas/rules/pixels';
import type { FastifyInstance } from 'fastify';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import type { Person } from '../../plugins/sessions.ts';
import { findChange, queryIn, writeVersion } from '../../shared/edited-model.ts';
import { newId } from '../../shared/ids.ts';
import { type AuditEntry, type Caller, recordEvent } from '../audit/service.ts';
import { announce } from '../events/service.ts';
import { notifyAdmins, prepareNotification } from '../notifications/service.ts';
import { checkVerification } from '../verifications/service.ts';
import {
  countProducts,
  deleteProduct as deleteRows,
  lockOffers,
  markSubmitted,
  Product,
  selectFreeTrial,
  selectIsKept,
  sellOneEach,
  VERSIONED_FIELDS,
} from './model.ts';
import { checkVersion } from './versioned-model.ts';

type App = Pick<FastifyInstance, 'database'>;

/** The person who edits the catalogue, and the request for the audit log. Jobs edit it for a seller, without a request. */
export interface EditCall extends Pick<PersonCall, 'platform'> {
  person: Pick<Person, 'id'>;
  request: Caller;
}

const MOST_PRODUCTS = 1_000;
/** The pages that notifications lead to. */
const LINKS_PAGE = '/platform/payment-links';
const SELLERS_PAGE = '/platform/my-products/product';
const REVIEW_PAGE = '/admin-root/manage-products';

export const productNotFound = () => new AppError('PRODUCT_NOT_FOUND', { fields: ['productId'] });

/** Locks a product that the caller sells until the transaction ends. Throws PRODUCT_NOT_FOUND for every other one. */
export async function lockOwnProduct(
  transaction: Transaction,
  { person }: Pick<EditCall, 'person'>,
  productId: string,
): Promise<Product> {
  const product = await Product.lock(transaction, productId);
  if (product?.sellerId !== person.id || product.isHidden) throw productNotFound();
  return product;
}

/** Names a product in the audit log. */
const toSubject = ({ id, name }: { id: string; name: string }) => ({ type: 'product', id, name }) as const;

/** `version` tells this change of the product from others. */
const announceProduct = (
  platformId: string,
  type: 'product.created' | 'product.updated' | 'product.deleted',
  { id, sellerId, name, status }: Pick<Product, 'id' | 'sellerId' | 'name' | 'status'>,
  version: number,
): Statement =>
  announce(platformId, {
    type,
    key: `${id}:${version}`,
    sellerId,
    subjectId: id,
    productIds: [id],
    data: { product: { id, name, status } },
  });

const toFields = <F extends Partial<ProductFields>>(fields: F): F =>
  fields.pixels ? { ...fields, pixels: withoutEmptyIds(fields.pixels) } : fields;

type NewProduct = Pick<ProductFields, 'name' | 'typeProduct' | 'category'> & Partial<ProductFields>;

export const createProduct = (
  app: App,
  call: PersonCall,
  input: NewProduct,
): Promise<{ productId: string; version: number }> =>
  app.database.transaction(call.platform.id, (transaction) => createProductIn(transaction, call, input));

/** Creates a product within a transaction. Throws PRODUCT_LIMIT. */
export async function createProductIn(
  transaction: Transaction,
  { platform, person, request }: EditCall,
  input: NewProduct,
): Promise<{ productId: string; version: number }> {
  const id = newId();
  for (const statement of countProducts(platform.id, person.id)) {
    const row = await transaction.find(statement);
    if ((row?.count ?? 0) >= MOST_PRODUCTS) throw new AppError('PRODUCT_LIMIT');
  }
  const fields = { ...toFields(input), status: 'DRAFT' as const };
  await queryIn(transaction, Product).insert({ id, platformId: platform.id, sellerId: person.id, ...fields });
  await transaction.run(
    recordEvent(platform.id, request, {
      type: 'product.created',
      subject: toSubject({ id, name: input.name }),
      details: { after: fields },
    }),
  );
  await transaction.run(announceProduct(platform.id, 'product.created', { ...fields, id, sellerId: person.id }, 1));
  return { productId: id, version: 1 };
}

interface Edited {
  productId: string;
  version: number;
}

type Saved = Partial<ProductFields & Pick<Product, 'status' | 'blockReason'>>;

interface Locked {
  product: Product;
  transaction: Transaction;
  /** Writes the fields that differ, with an event. Returns the version. */
  save(wanted: Saved, type: AuditEntry['type']): Promise<number>;
}

/** Locks a product and works on it. Throws EDIT_CONFLICT where it has changed since the caller read it. */
const changeProduct = <T>(
  app: App,
  call: PersonCall,
  edited: Edited & { sellerId: string | null },
  work: (locked: Locked) => Promise<T>,
): Promise<T> =>
  app.database.transaction(call.platform.id, (transaction) => changeProductIn(transaction, call, edited, work));

async function changeProductIn<T>(
  transaction: Transaction,
  { platform, request }: EditCall,
  { productId, version, sellerId }: Edited & { sellerId: string | null },
  work: (locked: Locked) => Promise<T>,
): Promise<T> {
  const product = await Product.lock(transaction, productId);
  // The product of a payment link is changed with the link.
  if (!product || (sellerId && (product.sellerId !== sellerId || product.isHidden))) throw productNotFound();
  checkVersion(product, version, VERSIONED_FIELDS);
  const save: Locked['save'] = async (wanted, type) => {
    const change = findChange<Saved>(product, wanted);
    if (!change) return product.version;
    const next = await writeVersion(transaction, product, change.after);
    await transaction.runAll([
      recordEvent(platform.id, request, { type, subject: toSubject(product), details: { ...change } }),
      announceProduct(
        platform.id,
        'product.updated',
        {
          id: product.id,
          sellerId: product.sellerId,
          name: change.after.name ?? product.name,
          status: change.after.status ?? product.status,
        },
        next,
      ),
    ]);
    return next;
  };
  return work({ product, transaction, save });
}

type ProductUpdate = Edited & Partial<ProductFields>;

export const updateProduct = (app: App, call: PersonCall, update: ProductUpdate): Promise<{ version: number }> =>
  app.database.transaction(call.platform.id, (transaction) => updateProductIn(transaction, call, update));

/** Changes a product within a transaction. */
export function updateProductIn(
  transaction: Transaction,
  call: EditCall,
  { productId, version, ...fields }: ProductUpdate,
): Promise<{ version: number }> {
  const edited = { productId, version, sellerId: call.person.id };
  const { platform } = call;
  return changeProductIn(transaction, call, edited, async ({ product, save }) => {
    const isMadePhysical = fields.typeProduct === 'FISICO' && product.typeProduct !== 'FISICO';
    // Its goods would be shipped before they are paid for.
    if (isMadePhysical && (await transaction.find(selectFreeTrial(platform.id, productId))))
      throw new AppError('PRODUCT_HAS_FREE_TRIAL', { fields: ['typeProduct'] });
    const isMadeDigital = fields.typeProduct === 'DIGITAL' && product.typeProduct !== 'DIGITAL';
    // Several pieces are sold of goods alone.
    if (isMadeDigital) await transaction.run(sellOneEach(platform.id, productId));
    return { version: await save(toFields(fields), 'product.changed') };
  });
}

type Decided = Promise<{ status: ProductStatus; version: number }>;

const statusRefused = () => new AppError('PRODUCT_STATUS', { fields: ['productId'] });

/** Hands a product to the platform's review. */
function submit(platformId: string, { id, name }: { id: string; name: string }, version: number): Statement[] {
  const notification = {
    type: 'product.submitted',
    parameters: { title: name },
    href: REVIEW_PAGE,
    source: `product:${id}:${version}`,
    workId: id,
  } as const;
  return [markSubmitted(platformId, id), notifyAdmins(platformId, 'isProductsAvailable', notification)];
}

/** A product that was blocked goes back on sale only after an administrator has looked at it. */
export function publishProduct(app: App, call: PersonCall, edited: Edited): Decided {
  const { platform, person } = call;
  return changeProduct(app, call, { ...edited, sellerId: person.id }, async ({ product, transaction, save }) => {
    if (product.status === 'ACTIVE' || product.status === 'IN_REVIEW') throw statusRefused();
    await checkVerification(transaction, platform, person.id, { kind: 'SALE' });
    const isReviewed = platform.settings.hasProductReview || product.blockReason !== null;
    const status = isReviewed ? 'IN_REVIEW' : 'ACTIVE';
    const version = await save({ status }, 'product.statusChanged');
    if (isReviewed) await transaction.runAll(submit(platform.id, product, version));
    return { status, version };
  });
}

export function archiveProduct(app: App, call: PersonCall, edited: Edited): Decided {
  return changeProduct(app, call, { ...edited, sellerId: call.person.id }, async ({ product, save }) => {
    if (product.status === 'ARCHIVED') throw statusRefused();
    return { status: 'ARCHIVED', version: await save({ status: 'ARCHIVED' }, 'product.statusChanged') };
  });
}

export function deleteProduct(
  app: App,
  call: PersonCall,
  edited: Edited,
): Promise<{ outcome: 'DELETED' | 'ARCHIVED' }> {
  const { platform, person, request } = call;
  return changeProduct(app, call, { ...edited, sellerId: person.id }, async ({ product, transaction, save }) => {
    await transaction.run(lockOffers(platform.id, product.id));
    const kept = await transaction.find(selectIsKept(platform.id, product.id));
    if (kept?.isKept) {
      await save({ status: 'ARCHIVED' }, 'product.statusChanged');
      return { outcome: 'ARCHIVED' };
    }
    const details = { before: product.values() };
    const event = { type: 'product.deleted', subject: toSubject(product), details } as const;
    await transaction.runAll([
      ...deleteRows(platform.id, product.id),
      recordEvent(platform.id, request, event),
      announceProduct(platform.id, 'product.deleted', product, product.version),
    ]);
    return { outcome: 'DELETED' };
  });
}

const notifySellerOf = (
  platformId: string,
  { id, name, sellerId, isHidden }: Product,
  { type, version, reason = '' }: { type: 'product.approved' | 'product.blocked'; version: number; reason?: string },
): Statement =>
  prepareNotification(platformId, sellerId, {
    type,
    parameters: { title: name, ...(reason && { reason }) },
    href: isHidden ? LINKS_PAGE : `${SELLERS_PAGE}/${id}`,
    source: `product:${id}:${version}`,
  });

export function approveProduct(app: App, call: PersonCall, edited: Edited): Decided {
  return changeProduct(app, call, { ...edited, sellerId: null }, async ({ product, transaction, save }) => {
    if (product.status !== 'IN_REVIEW' && product.status !== 'BLOCKED') throw statusRefused();
    const version = await save({ status: 'ACTIVE', blockReason: null }, 'product.statusChanged');
    await transaction.run(notifySellerOf(call.platform.id, product, { type: 'product.approved', version }));
    return { status: 'ACTIVE', version };
  });
}

/** An archived product stays archived, and is reviewed before it comes back. */
export function blockProduct(app: App, call: PersonCall, { reason, ...edited }: Edited & { reason: string }): Decided {
  return changeProduct(app, call, { ...edited, sellerId: null }, async ({ product, transaction, save }) => {
    const status = product.status === 'ARCHIVED' ? 'ARCHIVED' : 'BLOCKED';
    const version = await save({ status, blockReason: reason }, 'product.statusChanged');
    if (version > product.version)
      await transaction.run(notifySellerOf(call.platform.id, product, { type: 'product.blocked', version, reason }));
    return { status, version };
  });
}

/**
 * Writes the product of a payment link that sells none of the seller's, on sale at once or in review as every product, and returns its id.
 * Throws the errors of unverified sellers.
 */
export async function insertLinkProduct(
  transaction: Transaction,
  { platform, person }: PersonCall,
  { name, description }: Pick<ProductFields, 'name' | 'description'>,
): Promise<string> {
  await checkVerification(transaction, platform, person.id, { kind: 'SALE' });
  const id = newId();
  const isReviewed = platform.settings.hasProductReview;
  await queryIn(transaction, Product).insert({
    platformId: platform.id,
    id,
    sellerId: person.id,
    name,
    description,
    typeProduct: 'DIGITAL',
    category: 'OTHERS',
    status: isReviewed ? 'IN_REVIEW' : 'ACTIVE',
    isHidden: true,
  });
  if (isReviewed) await transaction.runAll(submit(platform.id, { id, name }, 1));
  return id;
}

/** Changes what a payment link says of its own product. */
export async function changeLinkProduct(
  transaction: Transaction,
  productId: string,
  wanted: Partial<Pick<ProductFields, 'name' | 'description'>>,
): Promise<void> {
  const product = await Product.lock(transaction, productId);
  if (!product?.isHidden) throw productNotFound();
  const change = findChange<Saved>(product, wanted);
  if (change) await writeVersion(transaction, product, change.after);
}

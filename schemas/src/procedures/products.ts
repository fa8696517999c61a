/** Products and their order bumps, as their seller edits them and as the platform reviews them. */

import { categorySchema, offerStatusSchema, productStatusSchema, versionSchema } from '../catalogue.ts';
import { amountSchema, currencySchema, dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import { schemasOf } from '../entities/entity.ts';
import { orderBump } from '../entities/order-bump.ts';
import { product as productEntity } from '../entities/product.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  countSchema,
  nullable,
  optional,
  page,
  pageOf,
  personSchema,
  REFUSALS,
  record,
  recordWith,
  sortedBy,
} from '../parts.ts';
import { adminWith, type Procedure, SELLER } from '../procedure.ts';

const REVIEWER = adminWith('isProductsAvailable');

const ofProduct = { productId: uuidSchema } as const;
/** A product in the version that a form has read. */
const edited = { ...ofProduct, version: versionSchema } as const;
const saved = record({ version: versionSchema });
const EDITING = [...REFUSALS, 'PRODUCT_NOT_FOUND', 'EDIT_CONFLICT'] as const;

const fields = schemasOf(productEntity);
const { name, typeProduct, category, ...rest } = fields;
const bumpFields = schemasOf(orderBump);
const { title, ...bumpRest } = bumpFields;

const listed = {
  id: uuidSchema,
  name,
  image: fields.image,
  typeProduct,
  category,
  status: productStatusSchema,
  createdAt: dateTimeSchema,
} as const;
/** True where buyers get something on their access page: files, addresses, licence keys or texts. */
const deliverySchema = { type: 'boolean' } as const;
const filter = {
  status: productStatusSchema,
  category: categorySchema,
  /** Part of a product's name. */
  search: textSchema(100),
  ...page,
} as const;
/** An offer in short. */
const shownOfferSchema = record({
  id: uuidSchema,
  title: textSchema(120),
  price: amountSchema,
  coin: currencySchema,
  status: offerStatusSchema,
});

const product = {
  ...listed,
  ...fields,
  /** The platform's reason for taking the product off sale; null unless it did, and again once it approves the product. */
  blockReason: nullable(textSchema(500)),
  version: versionSchema,
  /** True once the product or an offer of it was bought. Deleting such a product archives it. */
  isSold: { type: 'boolean' },
} as const;

export const listMyProducts = {
  name: 'products.listMyProducts',
  kind: 'query',
  summary: "Lists the signed-in seller's products, newest first.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /products', resource: 'products' },
  input: optional({ ...filter, ...sortedBy('name', 'createdAt') }),
  output: pageOf(
    record({
      ...listed,
      blockReason: product.blockReason,
      hasDelivery: deliverySchema,
      /** The offers that are not archived. */
      offers: countSchema,
    }),
  ),
  errors: [...REFUSALS, 'LIST_TOO_LONG'],
} as const satisfies Procedure;

export const getMyProduct = {
  name: 'products.getMyProduct',
  kind: 'query',
  summary:
    "Returns a product of the signed-in seller with everything that its tabs edit, and the seller's offers of it.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /products/{productId}', resource: 'products' },
  input: record(ofProduct),
  output: record({
    ...product,
    hasDelivery: deliverySchema,
    /** True while the platform reviews products before they go on sale. */
    isReviewed: { type: 'boolean' },
    /** The offers, newest first, at most a hundred. */
    offers: { type: 'array', items: shownOfferSchema },
  }),
  errors: [...REFUSALS, 'PRODUCT_NOT_FOUND'],
} as const satisfies Procedure;

export const createProduct = {
  name: 'products.createProduct',
  kind: 'mutation',
  summary: 'Creates a product as a draft of the signed-in seller. What is left out takes a default.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /products', resource: 'products' },
  input: recordWith({ name, typeProduct, category }, rest),
  output: record(edited),
  errors: [...REFUSALS, 'PRODUCT_LIMIT'],
} as const satisfies Procedure;

export const updateProduct = {
  name: 'products.updateProduct',
  kind: 'mutation',
  summary:
    'Changes fields of a product; what is left out stays. Each tab sends its own fields and the version that it read.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'PATCH /products/{productId}', resource: 'products' },
  input: recordWith(edited, fields),
  output: saved,
  errors: [...EDITING, 'PRODUCT_HAS_FREE_TRIAL'],
} as const satisfies Procedure;

/** The answer to a change of status. */
const decided = record({ status: productStatusSchema, version: versionSchema });

export const publishProduct = {
  name: 'products.publishProduct',
  kind: 'mutation',
  summary:
    'Puts a product on sale, or submits it for review where the platform reviews products or has blocked this one before.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /products/{productId}/publish', resource: 'products' },
  input: record(edited),
  output: decided,
  errors: [...EDITING, 'PRODUCT_STATUS', 'VERIFICATION_REQUIRED', 'VERIFICATION_IN_REVIEW'],
} as const satisfies Procedure;

export const archiveProduct = {
  name: 'products.archiveProduct',
  kind: 'mutation',
  summary: 'Takes a product and all its offers off sale. It can be published again.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /products/{productId}/archive', resource: 'products' },
  input: record(edited),
  output: decided,
  errors: [...EDITING, 'PRODUCT_STATUS'],
} as const satisfies Procedure;

export const deleteProduct = {
  name: 'products.deleteProduct',
  kind: 'mutation',
  summary: 'Deletes a product with its offers. One that was sold, or that has or had partners, is archived instead.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'DELETE /products/{productId}', resource: 'products' },
  input: record(edited),
  output: record({ outcome: { type: 'string', enum: ['DELETED', 'ARCHIVED'] } }),
  errors: EDITING,
} as const satisfies Procedure;

/** The number of order bumps that a product's checkouts show. */
export const MOST_ORDER_BUMPS = 20;
const ofBump = { bumpId: uuidSchema, version: versionSchema } as const;
const BUMP_EDITING = [...REFUSALS, 'BUMP_NOT_FOUND', 'EDIT_CONFLICT'] as const;

export const listOrderBumps = {
  name: 'products.listOrderBumps',
  kind: 'query',
  summary: "Lists what the checkouts of a seller's product offer beside it, in the order of the page.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /products/{productId}/order-bumps', resource: 'products' },
  input: record(ofProduct),
  output: record({
    /** The version of the product, which `products.sortOrderBumps` names. */
    version: versionSchema,
    items: {
      type: 'array',
      items: record({
        id: uuidSchema,
        version: versionSchema,
        ...bumpFields,
        /** The offer that the bump adds, and its product. */
        offer: shownOfferSchema,
        product: record({ id: uuidSchema, name, image: fields.image }),
        /** True while checkouts show it: its offer and product are on sale. */
        isShown: { type: 'boolean' },
      }),
    },
  }),
  errors: [...REFUSALS, 'PRODUCT_NOT_FOUND'],
} as const satisfies Procedure;

export const createOrderBump = {
  name: 'products.createOrderBump',
  kind: 'mutation',
  summary: 'Offers another offer of the same seller in all checkouts of a product, after the bumps that are there.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /products/{productId}/order-bumps', resource: 'products' },
  input: recordWith({ ...ofProduct, offerId: uuidSchema, title }, bumpRest),
  output: record(ofBump),
  errors: [...REFUSALS, 'PRODUCT_NOT_FOUND', 'OFFER_NOT_FOUND', 'BUMP_OFFER_INVALID', 'BUMP_LIMIT'],
} as const satisfies Procedure;

export const updateOrderBump = {
  name: 'products.updateOrderBump',
  kind: 'mutation',
  summary: 'Changes fields of an order bump; what is left out stays.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'PATCH /order-bumps/{bumpId}', resource: 'products' },
  input: recordWith(ofBump, bumpFields),
  output: saved,
  errors: BUMP_EDITING,
} as const satisfies Procedure;

export const sortOrderBumps = {
  name: 'products.sortOrderBumps',
  kind: 'mutation',
  summary:
    'Puts the order bumps of a product into an order. It names each of them once, and the version of the product that the order was read with.',
  access: SELLER,
  limit: CHANGING,
  input: record({ ...edited, bumpIds: { type: 'array', maxItems: MOST_ORDER_BUMPS, items: uuidSchema } }),
  output: saved,
  errors: EDITING,
} as const satisfies Procedure;

export const deleteOrderBump = {
  name: 'products.deleteOrderBump',
  kind: 'mutation',
  summary: 'Takes an order bump out of the checkouts. What was bought with it stays in its sales.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'DELETE /order-bumps/{bumpId}', resource: 'products' },
  input: record(ofBump),
  output: optional({}),
  errors: BUMP_EDITING,
} as const satisfies Procedure;

export const listProducts = {
  name: 'products.listProducts',
  kind: 'query',
  summary: 'Lists the products of all sellers; those that wait for a review come first, then the newest.',
  access: REVIEWER,
  limit: READING,
  api: { call: 'GET /platform/products', resource: 'products' },
  input: optional({ ...filter, ...sortedBy('name', 'seller', 'createdAt'), sellerId: uuidSchema }),
  output: pageOf(
    record({
      ...listed,
      blockReason: product.blockReason,
      seller: personSchema,
      /** For a review of the product as it is listed. */
      version: versionSchema,
    }),
  ),
  errors: [...REFUSALS, 'LIST_TOO_LONG'],
} as const satisfies Procedure;

export const getProduct = {
  name: 'products.getProduct',
  kind: 'query',
  summary: 'Returns a product of any seller with its offers, as a reviewer sees it.',
  access: REVIEWER,
  limit: READING,
  api: { call: 'GET /platform/products/{productId}', resource: 'products' },
  input: record(ofProduct),
  output: record({
    ...product,
    seller: personSchema,
    offers: {
      type: 'array',
      items: record({ ...shownOfferSchema.properties, /** The address of its checkout. */ url: { type: 'string' } }),
    },
  }),
  errors: [...REFUSALS, 'PRODUCT_NOT_FOUND'],
} as const satisfies Procedure;

export const approveProduct = {
  name: 'products.approveProduct',
  kind: 'mutation',
  summary:
    'Puts a product on sale that waits for a review or is blocked. It names the version that the reviewer has seen.',
  access: REVIEWER,
  limit: CHANGING,
  api: { call: 'POST /platform/products/{productId}/approve', resource: 'products' },
  input: record(edited),
  output: decided,
  errors: [...EDITING, 'PRODUCT_STATUS'],
} as const satisfies Procedure;

export const blockProduct = {
  name: 'products.blockProduct',
  kind: 'mutation',
  summary: 'Takes a product off sale, in whatever status it is. Its seller reads the reason.',
  access: REVIEWER,
  limit: CHANGING,
  api: { call: 'POST /platform/products/{productId}/block', resource: 'products' },
  input: record({ ...edited, reason: textSchema(500, 3) }),
  output: decided,
  errors: EDITING,
} as const satisfies Procedure;

export const productsErrors = {
  PRODUCT_LIMIT: {
    status: 422,
    'pt-BR': 'São no máximo mil produtos. Exclua um que nunca foi vendido antes de criar outro.',
    en: 'A thousand products at most. Delete one that was never sold before creating another.',
  },
  PRODUCT_HAS_FREE_TRIAL: {
    status: 422,
    'pt-BR': 'Um produto físico não tem teste grátis, e uma oferta deste tem. Desligue o teste grátis dela antes.',
    en: 'A physical product has no free trial, and an offer of this one does. Turn off its free trial first.',
  },
  PRODUCT_STATUS: {
    status: 409,
    'pt-BR': 'O produto não permite isso na situação em que está. Atualize a página.',
    en: 'The status of the product does not allow this. Reload the page.',
  },
  BUMP_NOT_FOUND: { status: 404, 'pt-BR': 'Este item adicional não existe.', en: 'This order bump does not exist.' },
  BUMP_OFFER_INVALID: {
    status: 422,
    'pt-BR': 'Escolha uma oferta de outro produto que ainda não seja um item adicional deste.',
    en: 'Choose an offer of another product that is not an order bump of this one yet.',
  },
  BUMP_LIMIT: {
    status: 422,
    'pt-BR': 'São no máximo vinte itens adicionais por produto. Exclua um antes de criar outro.',
    en: 'A product has twenty order bumps at most. Delete one before creating another.',
  },
  PRODUCT_NOT_FOUND: { status: 404, 'pt-BR': 'Este produto não existe.', en: 'This product does not exist.' },
} as const satisfies ErrorTexts;

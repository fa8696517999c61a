/** Deliverables of digital products: sellers write them, and buyers open them with the secret link of their sale. */

import { versionSchema } from '../catalogue.ts';
import { codeSchema, dateTimeSchema, lineSchema, textSchema, uuidSchema } from '../common.ts';
import { deliverable } from '../entities/deliverable.ts';
import { givenSchemasOf } from '../entities/entity.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  countSchema,
  nothingSchema,
  nullable,
  optional,
  page,
  pageOf,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { type Access, CUSTOMER, type Procedure, SELLER } from '../procedure.ts';

/** FILE: a private upload. ADDRESS: a page elsewhere, such as a members' area. KEY: one licence key of a list for each sale. TEXT: words. */
export const DELIVERABLE_KINDS = ['FILE', 'ADDRESS', 'KEY', 'TEXT'] as const;
/** PENDING: not paid yet. ENDED: the whole price went or goes back to the buyer. Both open nothing. */
export const ACCESS_STATES = ['PENDING', 'OPEN', 'ENDED'] as const;

export const MOST_DELIVERABLES = 50;
export const MOST_FREE_KEYS = 20_000;
/** The keys that one call takes. */
export const KEYS_AT_ONCE = 5_000;
/** From this number of free keys on, their seller is told that few are left. */
export const FEW_KEYS = 10;

const kindSchema = { type: 'string', enum: DELIVERABLE_KINDS } as const;
const stateSchema = { type: 'string', enum: ACCESS_STATES } as const;
const fileSchema = nullable(
  record({
    name: textSchema(200),
    /** The size in bytes. */
    bytes: countSchema,
    /** The media type that its content has; application/octet-stream where the content does not tell. */
    contentType: textSchema(100),
  }),
);

const ofProduct = { productId: uuidSchema } as const;
const edited = { deliverableId: uuidSchema, version: versionSchema } as const;
/** The fields of other kinds are left out. */
const { title, ...content } = givenSchemasOf(deliverable);

const EDITING = [...REFUSALS, 'DELIVERABLE_NOT_FOUND', 'EDIT_CONFLICT'] as const;
const FILING = ['DELIVERABLE_INCOMPLETE', 'UPLOAD_NOT_FOUND', 'UPLOAD_MISSING', 'STORAGE_UNAVAILABLE'] as const;

export const listDeliverables = {
  name: 'deliverables.listDeliverables',
  kind: 'query',
  summary: "Lists what buyers of a seller's product get, in the order that they see.",
  access: SELLER,
  limit: READING,
  api: { call: 'GET /deliverables', resource: 'products' },
  input: record(ofProduct),
  output: record({
    /** The version of the product, which `deliverables.sortDeliverables` names. */
    version: versionSchema,
    /** The largest file that may be uploaded, in bytes. */
    mostFileBytes: countSchema,
    items: {
      type: 'array',
      items: record({
        id: uuidSchema,
        version: versionSchema,
        kind: kindSchema,
        title,
        file: fileSchema,
        mostDownloads: content.mostDownloads,
        address: nullable({ type: 'string' }),
        text: nullable(content.text),
        /** KEY: the keys that no sale has, those that sales got, and the sales that wait for one. */
        freeKeys: countSchema,
        usedKeys: countSchema,
        waitingSales: countSchema,
      }),
    },
  }),
  errors: [...REFUSALS, 'PRODUCT_NOT_FOUND'],
} as const satisfies Procedure;

export const createUpload = {
  name: 'deliverables.createUpload',
  kind: 'mutation',
  summary:
    'Creates an upload of a private file. Returns the address that takes the file, for 60 seconds: one PUT with the file as its body and exactly the returned headers.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /files', resource: 'files' },
  input: record({
    /** The name under which buyers save it, with its ending. */
    fileName: lineSchema(200, 1),
    bytes: { type: 'integer', minimum: 1, maximum: 5_368_709_120 },
  }),
  output: record({
    uploadId: uuidSchema,
    /** An address without a host belongs to the platform's own pages. */
    url: { type: 'string' },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
  }),
  errors: [...REFUSALS, 'UPLOAD_TOO_LARGE', 'UPLOAD_LIMIT', 'STORAGE_UNAVAILABLE'],
} as const satisfies Procedure;

export const createDeliverable = {
  name: 'deliverables.createDeliverable',
  kind: 'mutation',
  summary:
    'Adds something to what buyers of a product get, after what is there. Those who have bought it get it as well.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'POST /deliverables', resource: 'products' },
  input: recordWith({ ...ofProduct, kind: kindSchema, title }, content),
  output: record(edited),
  errors: [...REFUSALS, 'PRODUCT_NOT_FOUND', 'DELIVERABLE_LIMIT', ...FILING],
} as const satisfies Procedure;

export const updateDeliverable = {
  name: 'deliverables.updateDeliverable',
  kind: 'mutation',
  summary: 'Changes what buyers get, also for those who have bought it; what is left out stays.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'PATCH /deliverables/{deliverableId}', resource: 'products' },
  input: recordWith(edited, { title, ...content }),
  output: record({ version: versionSchema }),
  errors: [...EDITING, ...FILING],
} as const satisfies Procedure;

export const sortDeliverables = {
  name: 'deliverables.sortDeliverables',
  kind: 'mutation',
  summary:
    'Puts what buyers of a product get into an order. It names each thing once, and the version of the product that the order was read with.',
  access: SELLER,
  limit: CHANGING,
  input: record({
    ...ofProduct,
    version: versionSchema,
    deliverableIds: { type: 'array', maxItems: MOST_DELIVERABLES, items: uuidSchema },
  }),
  output: record({ version: versionSchema }),
  errors: [...REFUSALS, 'PRODUCT_NOT_FOUND', 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const removeDeliverable = {
  name: 'deliverables.removeDeliverable',
  kind: 'mutation',
  summary: 'Takes something out of what future buyers get. Sales that were approved before keep it.',
  access: SELLER,
  limit: CHANGING,
  api: { call: 'DELETE /deliverables/{deliverableId}', resource: 'products' },
  input: record(edited),
  output: nothingSchema,
  errors: [...EDITING, 'DELIVERABLE_AWAITED'],
} as const satisfies Procedure;

export const addKeys = {
  name: 'deliverables.addKeys',
  kind: 'mutation',
  summary:
    'Adds licence keys. Sales that wait get theirs at once, the oldest first. Keys that are there already are left out.',
  access: SELLER,
  limit: CHANGING,
  bodyLimit: 2_097_152,
  api: { call: 'POST /deliverables/{deliverableId}/keys', resource: 'products' },
  input: record({
    deliverableId: uuidSchema,
    keys: { type: 'array', minItems: 1, maxItems: KEYS_AT_ONCE, items: codeSchema(300, 1) },
  }),
  output: record({
    added: countSchema,
    /** The sales that waited and have a key now. */
    handedOut: countSchema,
  }),
  errors: [...REFUSALS, 'DELIVERABLE_NOT_FOUND', 'KEY_LIMIT'],
} as const satisfies Procedure;

export const deleteFreeKeys = {
  name: 'deliverables.deleteFreeKeys',
  kind: 'mutation',
  summary:
    'Deletes every licence key that no sale has, for lists that were wrong. Keys that were added since the list was read stay: the call is refused.',
  access: SELLER,
  limit: CHANGING,
  input: record(edited),
  output: record({ deleted: countSchema }),
  errors: EDITING,
} as const satisfies Procedure;

/** Sellers about their own sales, and administrators of sales. */
const OF_SALES: Access = { kind: 'role', roles: ['seller', 'admin'], permission: 'isSalesAvailable' };

export const getSaleAccess = {
  name: 'deliverables.getSaleAccess',
  kind: 'query',
  summary:
    'Returns whether the buyer of a sale may open what they bought, when they did, and how often they downloaded each file.',
  access: OF_SALES,
  limit: READING,
  api: { call: 'GET /sales/{saleId}/access', resource: 'sales' },
  input: record({ saleId: uuidSchema }),
  output: record({
    state: stateSchema,
    opens: countSchema,
    firstOpenedAt: nullable(dateTimeSchema),
    lastOpenedAt: nullable(dateTimeSchema),
    items: {
      type: 'array',
      items: record({
        title,
        productName: textSchema(120),
        kind: kindSchema,
        downloads: countSchema,
        mostDownloads: content.mostDownloads,
        lastDownloadedAt: nullable(dateTimeSchema),
        /** KEY: whether the sale has its key. */
        hasKey: { type: 'boolean' },
      }),
    },
  }),
  errors: [...REFUSALS, 'SALE_NOT_FOUND'],
} as const satisfies Procedure;

/** The secret of a sale's link: its id and a signature. */
export const accessTokenSchema = { type: 'string', pattern: '^[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{22}$' } as const;

export const openAccess = {
  name: 'deliverables.openAccess',
  kind: 'mutation',
  summary:
    'Opens what was bought, for the holder of the secret link of a sale. Without a payment that is kept it opens nothing, and says why.',
  access: { kind: 'public' },
  limit: READING,
  input: record({ token: accessTokenSchema }),
  output: record({
    state: stateSchema,
    title: textSchema(120),
    sellerName: textSchema(120),
    supportEmail: nullable(textSchema(254)),
    products: {
      type: 'array',
      items: record({
        id: uuidSchema,
        name: textSchema(120),
        image: nullable({ type: 'string' }),
        items: {
          type: 'array',
          items: record({
            id: uuidSchema,
            kind: kindSchema,
            title,
            file: fileSchema,
            downloads: countSchema,
            mostDownloads: content.mostDownloads,
            address: nullable({ type: 'string' }),
            text: nullable(content.text),
            /** KEY: null while the seller has no key left; the sale gets the next one. */
            key: nullable({ type: 'string' }),
          }),
        },
      }),
    },
  }),
  errors: ['ACCESS_NOT_FOUND', 'CROSS_SITE_REQUEST'],
} as const satisfies Procedure;

export const createDownload = {
  name: 'deliverables.createDownload',
  kind: 'mutation',
  summary: 'Counts a download and returns the address that answers with the file, for 60 seconds.',
  access: { kind: 'public' },
  limit: CHANGING,
  input: record({ token: accessTokenSchema, deliverableId: uuidSchema }),
  output: record({
    url: { type: 'string' },
    /** The downloads of this sale, with this one. */
    downloads: countSchema,
  }),
  errors: [
    'ACCESS_NOT_FOUND',
    'ACCESS_ENDED',
    'DELIVERABLE_NOT_FOUND',
    'DOWNLOADS_USED_UP',
    'STORAGE_UNAVAILABLE',
    'CROSS_SITE_REQUEST',
  ],
} as const satisfies Procedure;

export const listAccesses = {
  name: 'deliverables.listAccesses',
  kind: 'query',
  summary:
    "Lists the purchases made with the signed-in customer's verified e-mail that have something to open, newest first.",
  access: CUSTOMER,
  limit: READING,
  input: optional(page),
  output: pageOf(
    record({
      id: uuidSchema,
      createdAt: dateTimeSchema,
      title: textSchema(120),
      image: nullable({ type: 'string' }),
      sellerName: textSchema(120),
      state: stateSchema,
      /** The secret of the link that opens it. */
      token: accessTokenSchema,
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const deliverablesErrors = {
  UPLOAD_TOO_LARGE: {
    status: 422,
    'pt-BR': 'O arquivo é maior do que esta plataforma aceita. Divida em partes menores.',
    en: 'The file is larger than this platform takes. Split it into smaller ones.',
  },
  DELIVERABLE_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este item da entrega não existe.',
    en: 'This item of the delivery does not exist.',
  },
  DELIVERABLE_INCOMPLETE: {
    status: 422,
    'pt-BR': 'Falta o conteúdo deste item: envie o arquivo, informe o endereço ou escreva o texto.',
    en: 'The content of this item is missing: send the file, give the address or write the text.',
  },
  DELIVERABLE_LIMIT: {
    status: 422,
    'pt-BR': 'Um produto entrega no máximo 50 itens.',
    en: 'A product delivers 50 items at most.',
  },
  DELIVERABLE_AWAITED: {
    status: 409,
    'pt-BR': 'Há vendas esperando uma chave deste item. Adicione chaves ou reembolse as vendas antes de remover.',
    en: 'Sales are waiting for a key of this item. Add keys or refund the sales before you remove it.',
  },
  KEY_LIMIT: {
    status: 422,
    'pt-BR': 'Há chaves livres demais: no máximo 20.000 por item.',
    en: 'There are too many free keys: 20,000 at most for an item.',
  },
  ACCESS_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este link de acesso não é válido. Abra de novo o link do e-mail da compra.',
    en: 'This access link is not valid. Open the link in the mail of the purchase again.',
  },
  ACCESS_ENDED: {
    status: 403,
    'pt-BR': 'O acesso desta compra terminou ou ainda não começou.',
    en: 'The access of this purchase has ended or has not begun.',
  },
  DOWNLOADS_USED_UP: {
    status: 409,
    'pt-BR': 'Este arquivo já foi baixado o número máximo de vezes. Peça mais downloads ao vendedor.',
    en: 'This file has been downloaded as often as it may be. Ask the seller for more downloads.',
  },
} as const satisfies ErrorTexts;

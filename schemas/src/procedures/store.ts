/** The public page on which a seller shows products. */
import { categorySchema, versionSchema } from '../catalogue.ts';
import { textSchema, uuidSchema } from '../common.ts';
import { schemasOf } from '../entities/entity.ts';
import { store } from '../entities/store.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import { nullable, optional, REFUSALS, record } from '../parts.ts';
import { type Procedure, SELLER } from '../procedure.ts';

const fields = schemasOf(store);

const storeSchema = record({
  ...fields,
  /** The address of the page. */
  url: { type: 'string' },
  /** The version that an update names, so that two tabs never overwrite each other. */
  version: versionSchema,
});

export const getMyStore = {
  name: 'store.getMyStore',
  kind: 'query',
  summary: "Returns the signed-in seller's store and the products that it may show.",
  access: SELLER,
  limit: READING,
  input: optional({}),
  output: record({
    /** Null before it is saved for the first time. */
    store: nullable(storeSchema),
    sellerName: textSchema(120),
    /** A free address that is made of the seller's name. */
    suggestedAddress: fields.address,
    /** The beginning of the page's address. */
    baseUrl: { type: 'string' },
    /** The products on sale, and those that the store names. `isSold` is false where the page leaves the product out now. */
    products: {
      type: 'array',
      items: record({
        id: uuidSchema,
        name: textSchema(120),
        image: nullable({ type: 'string' }),
        category: nullable(categorySchema),
        isSold: { type: 'boolean' },
      }),
    },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const saveMyStore = {
  name: 'store.saveMyStore',
  kind: 'mutation',
  summary: "Saves the signed-in seller's store.",
  access: SELLER,
  limit: CHANGING,
  input: record({ ...fields, version: { ...versionSchema, minimum: 0 } }),
  output: record({ version: versionSchema, url: { type: 'string' } }),
  errors: [...REFUSALS, 'EDIT_CONFLICT', 'PRODUCT_NOT_FOUND', 'STORE_ADDRESS_TAKEN'],
} as const satisfies Procedure;

export const storeErrors = {
  STORE_ADDRESS_TAKEN: {
    status: 409,
    'pt-BR': 'Outra loja já usa este endereço. Escolha outro.',
    en: 'Another store already uses this address. Choose another one.',
  },
} as const satisfies ErrorTexts;

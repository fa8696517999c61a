/** Pixels of products and of the platform: the tokens with which the server reports purchases, and what became of the reports. */

import { currencySchema, dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  countSchema,
  GUARDED,
  nothingSchema,
  nullable,
  optional,
  REFUSALS,
  record,
  recordWith,
  sumSchema,
} from '../parts.ts';
import { CONVERSION_EVENTS, CONVERSION_PROBLEMS, CONVERSION_STATES, TOKEN_NETWORKS } from '../pixels.ts';
import { platformPixelsSchema } from '../platform.ts';
import { adminWith, type Procedure, SELLER } from '../procedure.ts';
import { proposing } from './money-rules.ts';

const CONFIG = adminWith('isConfigAvailable');

const pixel = {
  network: { type: 'string', enum: TOKEN_NETWORKS },
  pixelCode: { type: 'string', minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_./-]+$' },
} as const;
/**
 * The network's token for its API, for Google Ads the file of a service account's key (JSON); an empty one is removed. It is stored sealed
 * and never shown again.
 */
const secret = { type: 'string', maxLength: 4096, pattern: '^[\\t\\n\\r\\x20-\\x7e]*$' } as const;
const adsAccount = { type: 'string', maxLength: 12, pattern: '^[0-9]{3}-?[0-9]{3}-?[0-9]{4}$' } as const;
/** The place of the conversions at Google Ads, which alone needs one. */
const destination = recordWith(
  {
    /** The account that owns the conversion action. */
    account: adsAccount,
    /** The number of the conversion action. */
    conversionAction: { type: 'string', maxLength: 19, pattern: '^[0-9]+$' },
  },
  {
    /** The manager account to which the service account belongs, where it is not a user of the account itself. */
    manager: adsAccount,
  },
);
/** The code that the network's page for tests shows; for Kwai the click id of a test. Networks of Google have none. */
const testCode = { type: 'string', maxLength: 128, pattern: '^[A-Za-z0-9_.-]*$' } as const;

const reporting = {
  /** The pixels that take a token, each with the time at which its token was saved; null without one. */
  pixels: { type: 'array', items: record({ ...pixel, savedAt: nullable(dateTimeSchema) }) },
  /** The last reports, newest first. */
  conversions: {
    type: 'array',
    items: record({
      id: uuidSchema,
      event: { type: 'string', enum: CONVERSION_EVENTS },
      saleId: nullable(uuidSchema),
      ...pixel,
      /** Cents. */
      value: sumSchema,
      currency: currencySchema,
      state: { type: 'string', enum: CONVERSION_STATES },
      attempts: countSchema,
      problem: nullable({ type: 'string', enum: CONVERSION_PROBLEMS }),
      /** The network's own words. */
      answer: nullable(textSchema(400)),
      createdAt: dateTimeSchema,
    }),
  },
} as const;

const ofProduct = { productId: uuidSchema } as const;

export const getProductPixels = {
  name: 'pixels.getProductPixels',
  kind: 'query',
  summary: "Retrieves which pixels of a seller's product the server reports to, and the last reports.",
  access: SELLER,
  limit: READING,
  input: record(ofProduct),
  output: record({
    ...reporting,
    /** The platform leaves sellers the pixels of Facebook alone. */
    isListRestricted: { type: 'boolean' },
  }),
  errors: [...REFUSALS, 'PRODUCT_NOT_FOUND'],
} as const satisfies Procedure;

/** The days over which reports are counted. */
export const REPORTED_DAYS = 7;

/** The reports of the last REPORTED_DAYS days, tests included. */
const reported = { sent: countSchema, failed: countSchema } as const;

export const listIntegrations = {
  name: 'pixels.listIntegrations',
  kind: 'query',
  summary:
    "Lists the advertising networks with how many of the signed-in seller's products have a pixel there, and what the server reported in seven days.",
  access: SELLER,
  limit: READING,
  input: nothingSchema,
  output: record({
    networks: {
      type: 'array',
      items: record({
        network: pixel.network,
        /** The products with a pixel of the network, and those of them whose purchases the server reports too. */
        products: countSchema,
        reporting: countSchema,
        ...reported,
      }),
    },
    /** The platform leaves sellers the pixels of Facebook alone. */
    isListRestricted: { type: 'boolean' },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const getIntegration = {
  name: 'pixels.getIntegration',
  kind: 'query',
  summary:
    "Retrieves one advertising network: the signed-in seller's products with their pixels there, and the last reports of all of them.",
  access: SELLER,
  limit: READING,
  input: record({ network: pixel.network }),
  output: record({
    products: {
      type: 'array',
      items: record({
        productId: uuidSchema,
        name: textSchema(120),
        image: nullable({ type: 'string' }),
        /** Each with the time at which its token was saved; null without one. */
        pixels: { type: 'array', items: record({ pixelCode: textSchema(64), savedAt: nullable(dateTimeSchema) }) },
        ...reported,
      }),
    },
    conversions: {
      type: 'array',
      items: record({ ...reporting.conversions.items.properties, productId: uuidSchema, productName: textSchema(120) }),
    },
    isListRestricted: { type: 'boolean' },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const setProductToken = {
  name: 'pixels.setProductToken',
  kind: 'mutation',
  summary: "Sets or removes the token of a pixel of a seller's product.",
  access: SELLER,
  protects: 'credentials',
  limit: CHANGING,
  input: recordWith({ ...ofProduct, ...pixel, secret }, { destination }),
  output: nothingSchema,
  errors: [...GUARDED, 'PRODUCT_NOT_FOUND', 'PIXEL_NOT_FOUND', 'PIXEL_TOKEN_INVALID', 'PIXEL_DESTINATION_MISSING'],
} as const satisfies Procedure;

export const testProductPixel = {
  name: 'pixels.testProductPixel',
  kind: 'mutation',
  summary: "Sends a test purchase to a pixel of a seller's product.",
  access: SELLER,
  limit: CHANGING,
  input: record({ ...ofProduct, ...pixel, testCode }),
  output: nothingSchema,
  errors: [...REFUSALS, 'PRODUCT_NOT_FOUND', 'PIXEL_NOT_FOUND', 'PIXEL_TEST_CODE_MISSING'],
} as const satisfies Procedure;

export const repeatProductConversion = {
  name: 'pixels.repeatProductConversion',
  kind: 'mutation',
  summary: "Sends a report anew that was given up, for a seller's product.",
  access: SELLER,
  limit: CHANGING,
  input: record({ ...ofProduct, conversionId: uuidSchema }),
  output: nothingSchema,
  errors: [...REFUSALS, 'PRODUCT_NOT_FOUND', 'CONVERSION_NOT_FOUND'],
} as const satisfies Procedure;

export const getPlatformPixels = {
  name: 'pixels.getPlatformPixels',
  kind: 'query',
  summary: "Retrieves the platform's own pixels, which of them the server reports to, and the last reports.",
  access: CONFIG,
  limit: READING,
  input: nothingSchema,
  output: record({
    settings: platformPixelsSchema,
    ...reporting,
    /** The version of the pixels, for updatePlatformPixels. */
    version: { type: 'integer' },
  }),
  errors: REFUSALS,
} as const satisfies Procedure;

export const updatePlatformPixels = {
  name: 'pixels.updatePlatformPixels',
  kind: 'mutation',
  summary: "Replaces the platform's own pixels, and the rule about those of sellers.",
  access: CONFIG,
  limit: CHANGING,
  input: optional({
    ...platformPixelsSchema.properties,
    /** The version that the form was read with. Left out, the change is compared with nothing. */
    version: proposing.version,
  }),
  output: nothingSchema,
  errors: [...REFUSALS, 'EDIT_CONFLICT'],
} as const satisfies Procedure;

export const setPlatformToken = {
  name: 'pixels.setPlatformToken',
  kind: 'mutation',
  summary: "Sets or removes the token of one of the platform's own pixels.",
  access: CONFIG,
  protects: 'credentials',
  limit: CHANGING,
  input: recordWith({ ...pixel, secret }, { destination }),
  output: nothingSchema,
  errors: [...GUARDED, 'PIXEL_NOT_FOUND', 'PIXEL_TOKEN_INVALID', 'PIXEL_DESTINATION_MISSING'],
} as const satisfies Procedure;

export const testPlatformPixel = {
  name: 'pixels.testPlatformPixel',
  kind: 'mutation',
  summary: "Sends a test purchase to one of the platform's own pixels.",
  access: CONFIG,
  limit: CHANGING,
  input: record({ ...pixel, testCode }),
  output: nothingSchema,
  errors: [...REFUSALS, 'PIXEL_NOT_FOUND', 'PIXEL_TEST_CODE_MISSING'],
} as const satisfies Procedure;

export const repeatPlatformConversion = {
  name: 'pixels.repeatPlatformConversion',
  kind: 'mutation',
  summary: "Sends a report anew that was given up, of the platform's own pixels.",
  access: CONFIG,
  limit: CHANGING,
  input: record({ conversionId: uuidSchema }),
  output: nothingSchema,
  errors: [...REFUSALS, 'CONVERSION_NOT_FOUND'],
} as const satisfies Procedure;

export const pixelsErrors = {
  PIXEL_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este pixel não existe ou ainda não tem token. Confira o código e salve o token antes.',
    en: 'This pixel does not exist, or has no token yet. Check its ID and save the token first.',
  },
  PIXEL_TEST_CODE_MISSING: {
    status: 422,
    'pt-BR': 'Informe o código de teste que a rede mostra: sem ele, o teste contaria como uma compra.',
    en: 'Enter the test code that the network shows: without it the test would count as a purchase.',
  },
  PIXEL_TOKEN_INVALID: {
    status: 422,
    'pt-BR':
      'Este não é o token desta rede. Para o Google Ads, cole o arquivo inteiro da chave da conta de serviço (JSON).',
    en: 'This is no token of this network. For Google Ads, paste the whole file of the service account key (JSON).',
  },
  PIXEL_DESTINATION_MISSING: {
    status: 422,
    'pt-BR': 'Informe a conta do Google Ads e o número da ação de conversão.',
    en: 'Enter the Google Ads account and the number of the conversion action.',
  },
  CONVERSION_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este envio não existe ou não pode ser repetido.',
    en: 'This report does not exist, or cannot be repeated.',
  },
} as const satisfies ErrorTexts;

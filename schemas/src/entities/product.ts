/** The fields of a product, which its seller edits. */
import { field } from '../../rules/audit-field.ts';
import { categorySchema, httpsSchema, pictureSchema, pixelsSchema } from '../catalogue.ts';
import { lineSchema, textSchema } from '../common.ts';
import {
  GUARANTEE_DAYS,
  PRODUCT_NOTIFICATION_MODES,
  PRODUCT_PAGE_TYPES,
  PRODUCT_PRICING_TYPES,
  PRODUCT_TYPES,
} from '../options.ts';
import { nullable } from '../parts.ts';
import type { Entity, ValuesOf } from './entity.ts';

/** The fields of the tab General. */
export const productGeneral = {
  name: { schema: lineSchema(120, 1), label: 'name', problem: 'problems.name' },
  typeProduct: {
    schema: { type: 'string', enum: PRODUCT_TYPES },
    audit: field('word', 'Tipo', 'Type'),
    label: 'type',
  },
  category: { schema: categorySchema, audit: field('word', 'Categoria', 'Category'), label: 'category' },
  description: {
    schema: textSchema(2000),
    default: '',
    audit: field('text', 'Descrição', 'Description'),
    label: 'description',
  },
  image: { schema: nullable(pictureSchema), default: null, audit: field('text', 'Imagem', 'Picture'), label: 'image' },
  /** The seller's own page about the product. */
  salesPage: {
    schema: nullable(httpsSchema),
    default: null,
    audit: field('text', 'Página de vendas', 'Sales page'),
    label: 'salesPage',
  },
  supportEmail: {
    schema: nullable({ type: 'string', format: 'email', maxLength: 254 }),
    default: null,
    audit: field('text', 'E-mail de suporte', 'Support email'),
    label: 'supportEmail',
  },
} as const satisfies Entity;

const sideOf = <const Label extends string>(portuguese: string, english: string, label: Label) =>
  ({
    schema: nullable({ type: 'integer', minimum: 1, maximum: 105 }),
    default: null,
    audit: field('count', `${portuguese} em cm`, `${english} in cm`),
    label,
    problem: 'parcel.sideWrong',
  }) as const;

/** The fields of the tab Settings. */
export const productSettings = {
  guaranteeDays: {
    schema: { type: 'integer', enum: GUARANTEE_DAYS },
    default: 7,
    audit: field('days', 'Garantia', 'Guarantee'),
    label: 'guarantee',
  },
  /** The bank days after the payment in which a physical product is shipped. */
  shipDays: {
    schema: { type: 'integer', minimum: 1, maximum: 60 },
    default: 5,
    audit: field('days', 'Envio em até', 'Ships within'),
    label: 'shipDays',
    problem: 'shipDaysWrong',
  },
  /** The parcel of one piece, for the freight that connections quote. */
  weightGrams: {
    schema: nullable({ type: 'integer', minimum: 1, maximum: 30_000 }),
    default: null,
    audit: field('count', 'Peso em gramas', 'Weight in grams'),
    label: 'parcel.weight',
    problem: 'parcel.weightWrong',
  },
  heightCm: sideOf('Altura', 'Height', 'parcel.height'),
  widthCm: sideOf('Largura', 'Width', 'parcel.width'),
  lengthCm: sideOf('Comprimento', 'Length', 'parcel.length'),
  notificationMode: {
    schema: { type: 'string', enum: PRODUCT_NOTIFICATION_MODES },
    default: 'EMAIL',
    audit: field('word', 'Avisos', 'Notifications'),
    label: 'notification',
  },
  pageType: {
    schema: { type: 'string', enum: PRODUCT_PAGE_TYPES },
    default: 'DEFAULT',
    audit: field('word', 'Página', 'Page'),
    label: 'pageType',
  },
  pricingType: {
    schema: { type: 'string', enum: PRODUCT_PRICING_TYPES },
    default: 'FIXEDPRICE',
    audit: field('word', 'Preço', 'Pricing'),
    label: 'price',
  },
  pixels: { schema: pixelsSchema, default: {}, label: 'pixels.title' },
} as const satisfies Entity;

/** The fields of an invoice, which the tab Settings has in a section of its own. A product without a service code gets no invoice. */
export const productFiscal = {
  /** The item of the list of Complementary Law 116/2003. */
  serviceCode: {
    schema: nullable({ type: 'string', pattern: '^[0-9]{2}\\.[0-9]{2}(\\.[0-9]{2})?$' }),
    default: null,
    audit: field('text', 'Código do serviço', 'Service code'),
    label: 'fiscal.serviceCode',
    problem: 'fiscal.serviceCodeWrong',
  },
  /** The code of the service in the table of the seller's city. */
  cityServiceCode: {
    schema: nullable(lineSchema(20, 1)),
    default: null,
    audit: field('text', 'Código municipal do serviço', 'City service code'),
    label: 'fiscal.cityServiceCode',
  },
  issBasisPoints: {
    schema: nullable({ type: 'integer', minimum: 0, maximum: 500 }),
    default: null,
    audit: field('basisPoints', 'Alíquota do ISS', 'ISS rate'),
    label: 'fiscal.issRate',
    problem: 'fiscal.issRateWrong',
  },
  /** The words of the invoice; without them, the names of what was sold. */
  fiscalDescription: {
    schema: nullable(lineSchema(500, 1)),
    default: null,
    audit: field('text', 'Descrição na nota', 'Invoice description'),
    label: 'fiscal.description',
  },
} as const satisfies Entity;

export const product = { ...productGeneral, ...productSettings, ...productFiscal } as const satisfies Entity;
export interface ProductFields extends ValuesOf<typeof product> {}

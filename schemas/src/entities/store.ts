/** The public page on which a seller shows products. */
import { field, hidden } from '../../rules/audit-field.ts';
import { colourSchema, lineSchema, textSchema, uuidSchema } from '../common.ts';
import { nullable } from '../parts.ts';
import type { Entity, ValuesOf } from './entity.ts';

export const MOST_STORE_PRODUCTS = 200;

export const store = {
  isPublished: {
    schema: { type: 'boolean' },
    default: false,
    audit: field('word', 'Publicada', 'Published'),
    label: 'isPublished',
  },
  /** The last part of the page's address: 3 to 40 small letters and digits, with single hyphens between them. */
  address: {
    schema: { type: 'string', minLength: 3, maxLength: 40, pattern: '^[a-z0-9](-?[a-z0-9])+$' },
    audit: field('text', 'Endereço', 'Address'),
    label: 'address',
    problem: 'problems.address',
  },
  /** Empty for the seller's name. */
  title: {
    schema: lineSchema(80),
    default: '',
    audit: field('text', 'Título', 'Title'),
    label: 'storeTitle',
  },
  about: { schema: textSchema(600), default: '', audit: field('text', 'Sobre', 'About'), label: 'about' },
  /** Null for the colour of the platform. */
  colorPrimary: {
    schema: nullable(colourSchema),
    default: null,
    audit: field('text', 'Cor principal', 'Primary color'),
    label: 'color',
  },
  /** In their order on the page. */
  productIds: {
    schema: { type: 'array', maxItems: MOST_STORE_PRODUCTS, uniqueItems: true, items: uuidSchema },
    default: [],
    audit: hidden,
    label: 'products',
  },
} as const satisfies Entity;

export interface StoreFields extends ValuesOf<typeof store> {}

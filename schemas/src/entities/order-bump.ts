/** The fields of an order bump, which its seller edits. The offer that it adds never changes. */
import { field } from '../../rules/audit-field.ts';
import { pictureSchema, priceSchema } from '../catalogue.ts';
import { lineSchema, textSchema } from '../common.ts';
import { nullable } from '../parts.ts';
import type { Entity, ValuesOf } from './entity.ts';

export const orderBump = {
  title: {
    schema: lineSchema(120, 1),
    audit: field('text', 'Título', 'Title'),
    label: 'bumps.title',
    problem: 'problems.title',
  },
  text: { schema: textSchema(300), default: '', audit: field('text', 'Texto', 'Text'), label: 'bumps.words' },
  /** Null shows the picture of the product that the bump adds. */
  image: { schema: nullable(pictureSchema), default: null, audit: field('text', 'Imagem', 'Picture'), label: 'image' },
  /** Cents; null takes the price of the offer that the bump adds. */
  price: {
    schema: nullable(priceSchema),
    default: null,
    audit: field('money', 'Preço', 'Price'),
    label: 'bumps.price',
    problem: 'problems.price',
  },
  fakePrice: {
    schema: nullable(priceSchema),
    default: null,
    audit: field('money', 'Preço riscado', 'Compare-at price'),
    label: 'fakePrice',
    problem: 'problems.price',
  },
} as const satisfies Entity;
export interface BumpFields extends ValuesOf<typeof orderBump> {}

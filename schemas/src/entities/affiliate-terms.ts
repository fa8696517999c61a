/** The terms that a product offers to affiliates, which its seller edits. */
import { field } from '../../rules/audit-field.ts';
import type { Entity, ValuesOf } from './entity.ts';

/** The most that affiliates and co-producers may earn of a product together. */
export const MOST_SHARED_BASIS_POINTS = 9_000;

export const affiliateTerms = {
  /** True while other people find the product and may ask to sell it. */
  isOpen: {
    schema: { type: 'boolean' },
    audit: field('word', 'Aberto a afiliados', 'Open to affiliates'),
    label: 'products.isOpen',
  },
  /** The share of people who become affiliates from now on. */
  basisPoints: {
    schema: { type: 'integer', minimum: 1, maximum: MOST_SHARED_BASIS_POINTS },
    audit: field('basisPoints', 'Percentual', 'Percentage'),
    label: 'products.share',
  },
  /** True where a person who asks becomes an affiliate at once. */
  isAutomatic: {
    schema: { type: 'boolean' },
    audit: field('word', 'Automático', 'Automatic'),
    label: 'products.isAutomatic',
  },
  /** The days after a visit through an affiliate's link during which a sale counts as the affiliate's. */
  windowDays: {
    schema: { type: 'integer', minimum: 1, maximum: 365 },
    audit: field('days', 'Validade do clique', 'Click counts for'),
    label: 'products.window',
    problem: 'products.windowInvalid',
  },
} as const satisfies Entity;
export interface AffiliateTerms extends ValuesOf<typeof affiliateTerms> {}

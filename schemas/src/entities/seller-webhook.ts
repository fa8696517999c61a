/** The fields of a webhook, which its seller edits, or an administrator where it is the platform's. */
import { field, hidden } from '../../rules/audit-field.ts';
import { lineSchema, uuidSchema } from '../common.ts';
import { WEBHOOK_EVENTS } from '../event-types.ts';
import type { Entity, ValuesOf } from './entity.ts';

export const sellerWebhook = {
  name: { schema: lineSchema(80, 1), audit: field('text', 'Nome', 'Name'), problem: 'nameMissing' },
  /** An address that everybody can reach, with https. */
  url: {
    schema: { type: 'string', minLength: 9, maxLength: 500, pattern: '^https://[!-~]+$' },
    audit: field('text', 'Endereço', 'Address'),
  },
  events: {
    schema: {
      type: 'array',
      minItems: 1,
      maxItems: WEBHOOK_EVENTS.length,
      uniqueItems: true,
      items: { type: 'string', enum: WEBHOOK_EVENTS },
    },
    audit: field('word', 'Eventos', 'Events'),
  },
  /** The products whose events are sent; those of all products where it is empty. */
  productIds: { schema: { type: 'array', maxItems: 100, uniqueItems: true, items: uuidSchema }, audit: hidden },
  /** The sellers of whom a webhook of the platform hears; all where it is empty. */
  sellerIds: { schema: { type: 'array', maxItems: 100, uniqueItems: true, items: uuidSchema }, audit: hidden },
  /** True if the events of one sale, subscription or other subject are sent in their order. */
  isOrdered: { schema: { type: 'boolean' }, audit: field('word', 'Em ordem', 'In order') },
  isEnabled: { schema: { type: 'boolean' }, audit: field('word', 'Ativo', 'Enabled') },
} as const satisfies Entity;
export interface SellerWebhookFields extends ValuesOf<typeof sellerWebhook> {}

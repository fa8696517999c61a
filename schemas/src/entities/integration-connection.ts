/** The fields of a connection to another system, which its owner edits. Credentials and settings follow from the integration's manifest. */
import { field, hidden } from '../../rules/audit-field.ts';
import { lineSchema, uuidSchema } from '../common.ts';
import { INTEGRATION_EVENTS } from '../integration.ts';
import type { Entity, ValuesOf } from './entity.ts';

export const integrationConnection = {
  name: { schema: lineSchema(80, 1), audit: field('text', 'Nome', 'Name'), problem: 'nameMissing' },
  /** Empty for a system that is asked for something, and hears of nothing. */
  events: {
    schema: {
      type: 'array',
      maxItems: INTEGRATION_EVENTS.length,
      uniqueItems: true,
      items: { type: 'string', enum: INTEGRATION_EVENTS },
    },
    audit: field('word', 'Eventos', 'Events'),
  },
  /** The products whose events are sent; those of all products where it is empty. */
  productIds: { schema: { type: 'array', maxItems: 100, uniqueItems: true, items: uuidSchema }, audit: hidden },
  isEnabled: { schema: { type: 'boolean' }, audit: field('word', 'Ativo', 'Enabled') },
} as const satisfies Entity;
export interface IntegrationConnectionFields extends ValuesOf<typeof integrationConnection> {}

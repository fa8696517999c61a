/** The parts that every section of a manifest uses: texts in both languages, names of credentials and of headers. */

import { MONEY_UNITS, type MoneyUnit } from '../../rules/money.ts';
import type { FromSchema } from '../common.ts';
import { record } from '../parts.ts';

export const localized = record({ 'pt-BR': { type: 'string', minLength: 1 }, en: { type: 'string', minLength: 1 } });
export const credentialName = { type: 'string', pattern: '^[a-z][A-Za-z0-9]{1,40}$' } as const;
export const headerName = { type: 'string', pattern: '^[a-z0-9_-]{1,60}$' } as const;
export const baseName = { type: 'string', pattern: '^[a-z][A-Za-z0-9]{0,40}$' } as const;

/**
 * A text, or its parts in order: fixed words and the values of credentials and settings, which the host fills in:
 * `["ApiKey ", { "credential": "clientId" }, ":", { "credential": "clientSecret" }]`.
 */
export const composedText = {
  type: ['string', 'array'],
  items: {
    type: ['string', 'object'],
    additionalProperties: false,
    required: ['credential'],
    properties: { credential: credentialName },
  },
} as const;

/** tenThousandths: whole 1/10,000 of a real; one that is no whole cent is an error. Reais may have any number of decimals. */
export const moneyUnit = { type: 'string', enum: MONEY_UNITS } as const;

export const composedHeaders = {
  type: 'object',
  propertyNames: { pattern: '^[A-Za-z0-9_-]{1,60}$' },
  additionalProperties: composedText,
} as const;

export type { MoneyUnit };
export type Localized = FromSchema<typeof localized>;
export type ComposedText = string | (string | { credential: string })[];

/** The addresses under which a provider is called. */
import { optional } from '../parts.ts';
import { baseName, credentialName } from './names.ts';

/**
 * An https address, or the setting of the connection that holds it. Where the setting's field has an `enum` of addresses, these are the
 * hosts; otherwise the owner types any public host.
 */
const baseUrl = {
  type: ['string', 'object'],
  additionalProperties: false,
  required: ['setting'],
  properties: { setting: credentialName, default: { type: 'string' } },
} as const;
const baseUrls = {
  type: 'object',
  required: ['default'],
  propertyNames: baseName,
  additionalProperties: baseUrl,
} as const;

/**
 * Base URLs; more than one where a provider splits its API over hosts. `default` is the one `http` uses unless told. Empty only where
 * no operation is offered.
 */
export const environmentsSchema = optional({ production: baseUrls, sandbox: baseUrls });

export type BaseUrl = string | { setting: string; default?: string };
export type Environments = {
  production?: Record<string, BaseUrl>;
  sandbox?: Record<string, BaseUrl>;
};

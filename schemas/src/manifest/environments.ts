/** The addresses under which a provider is called. */
import { optional } from '../parts.ts';

const baseUrls = { type: 'object', required: ['default'], additionalProperties: { type: 'string' } } as const;

/**
 * Base URLs; more than one where a provider splits its API over hosts. `default` is the one `http` uses unless told. Empty only where
 * no operation is offered.
 */
export const environmentsSchema = optional({ production: baseUrls, sandbox: baseUrls });

export type Environments = {
  production?: Record<string, string>;
  sandbox?: Record<string, string>;
};

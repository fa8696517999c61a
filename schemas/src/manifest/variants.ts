/** The parts of a manifest that depend on the connection: on a setting that its owner chose, or on its environment. */
import { recordWith } from '../parts.ts';
import { credentialName } from './names.ts';

/** The sections that a case may change. Names, forms and words of a provider are the same for all its connections. */
const SECTIONS = [
  'environments',
  'auth',
  'bases',
  'headers',
  'clientCertificate',
  'certificateAuthority',
  'refusedWhen',
  'capabilities',
  'operations',
  'status',
  'webhook',
  'moneyUnit',
  'byOperation',
  'idempotency',
  'lookup',
  'timeoutMs',
];

/**
 * Each entry chooses one of its cases: by the value of `setting` (a field with an enum, or a boolean), or without one by the environment,
 * `production` or `sandbox`. A case is laid over the manifest: objects are merged, everything else is replaced, null removes.
 */
export const variantsSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 4,
  items: recordWith(
    {
      cases: {
        type: 'object',
        minProperties: 1,
        additionalProperties: { type: 'object', propertyNames: { enum: SECTIONS } },
      },
    },
    { setting: credentialName },
  ),
} as const;

export type Variant = { setting?: string; cases: Record<string, Record<string, unknown>> };

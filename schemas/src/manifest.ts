/** plugin.json: everything about a provider that can be known without running its code. Its sections are in manifest/. */
import type { FromSchema } from './common.ts';
import { type Declines, declinesSchema } from './declines.ts';
import {
  authSchema,
  type BaseRules,
  baseSchema,
  type ClientCertificate,
  clientCertificateSchema,
  type ProviderAuth,
} from './manifest/auth.ts';
import { type Capabilities, capabilitiesSchema } from './manifest/capabilities.ts';
import { type Environments, environmentsSchema } from './manifest/environments.ts';
import { evidenceSchema } from './manifest/evidence.ts';
import { formSchema, type ManifestForm } from './manifest/form.ts';
import {
  baseName,
  type ComposedText,
  composedHeaders,
  credentialName,
  localized,
  moneyUnit,
} from './manifest/names.ts';
import {
  byOperationSchema,
  type EvidenceByOperation,
  evidenceByOperationSchema,
  idempotencySchema,
  lookupSchema,
  type OperationRules,
  referenceSchema,
  type VerifiedByOperation,
  verifiedByOperationSchema,
} from './manifest/reliability.ts';
import {
  type DisputeWord,
  disputeWordsSchema,
  type StatusMaps,
  type SurprisingWords,
  statusSchema,
  surprisingWordsSchema,
} from './manifest/status.ts';
import { type Variant, variantsSchema } from './manifest/variants.ts';
import { webhookSchema } from './manifest/webhook.ts';
import { record, recordWith } from './parts.ts';
import { OPERATIONS, type Operation } from './provider.ts';

export type { BaseRules, ClientCertificate, OAuth2, ProviderAuth } from './manifest/auth.ts';
export type { MandateCapability, MethodCapability } from './manifest/capabilities.ts';
export type { BaseUrl } from './manifest/environments.ts';
export type { CredentialField, ManifestForm } from './manifest/form.ts';
export type { ComposedText, Localized, MoneyUnit } from './manifest/names.ts';
export type { OperationRules, ReferenceForm } from './manifest/reliability.ts';
export type { DisputeWord, StatusMap, StatusMaps, StatusTable, SurprisingWords } from './manifest/status.ts';
export type { WebhookAuthentication } from './manifest/webhook.ts';

/** The contract this core speaks. A manifest's `contract` is a caret range over it. */
export const CONTRACT_VERSION = '1.2.0';

export const manifestSchema = {
  $id: 'feira:plugin.json',
  ...recordWith(
    {
      id: { type: 'string', pattern: '^[a-z][a-z0-9-]{1,40}$' },
      contract: { type: 'string', pattern: '^\\^\\d+\\.\\d+\\.\\d+$' },
      name: { type: 'string', minLength: 1, maxLength: 60 },
      description: localized,
      evidence: evidenceSchema,
      environments: environmentsSchema,
      auth: authSchema,
      credentials: formSchema,
      capabilities: capabilitiesSchema,
      operations: { type: 'array', items: { type: 'string', enum: OPERATIONS }, uniqueItems: true },
      status: statusSchema,
      webhook: webhookSchema,
      /** The unit of amounts in requests, and in answers and events as well unless `answerUnit` says other. */
      moneyUnit,
      idempotency: idempotencySchema,
      lookup: lookupSchema,
    },
    {
      $schema: { type: 'string' },
      /**
       * The operations that are known in another way than `evidence` says of the package. A connection shows the weakest level of those that it
       * uses.
       */
      evidenceByOperation: evidenceByOperationSchema,
      /**
       * The days on which operations were seen working at the provider itself, written by `npm run verify:provider` from its report, which
       * lies beside as verification.json. A verified operation needs no other evidence.
       */
      verifiedByOperation: verifiedByOperationSchema,
      logo: { type: 'string' },
      homepage: { type: 'string' },
      docs: { type: 'string' },
      /** The hosts of the base URLs; derived from them unless told. No other host is ever called. */
      hosts: { type: 'array', items: { type: 'string' } },
      answerUnit: moneyUnit,
      /**
       * The sums of a charge that the provider leaves at 0 although money moved: their 0 says nothing. Of all others, a 0 beside a word for
       * paid or refunded is a contradiction, which counts as no money.
       */
      zeroAmounts: {
        type: 'array',
        items: { type: 'string', enum: ['amount', 'paidAmount', 'refundedAmount'] },
        minItems: 1,
        uniqueItems: true,
      },
      byOperation: byOperationSchema,
      reference: referenceSchema,
      variants: variantsSchema,
      clientCertificate: clientCertificateSchema,
      /** The credential (format certificate, PEM) with the provider's own certificate authority, trusted besides the public ones. */
      certificateAuthority: credentialName,
      /** Added to every call, that for a token too; for a mandatory User-Agent and the like. */
      headers: composedHeaders,
      /** The differences of single base URLs, by their names. */
      bases: { type: 'object', propertyNames: baseName, additionalProperties: baseSchema },
      /** Fields of the JSON answer that tell of a refusal although the status is 2xx: one that is equal is enough. */
      refusedWhen: {
        type: 'object',
        minProperties: 1,
        additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
      },
      /** The fields that createReceiver needs beyond the contract's own; they arrive as `providerSpecificData`. Amounts are cents. */
      receiverFields: formSchema,
      /**
       * The credentials that a receiver's own account may have. They are laid over the connection's in calls with `auth: { account }`. One
       * that is no field of `credentials` may be named in a token's body, where its field is left out for the platform's own account.
       */
      accountCredentials: { type: 'array', items: credentialName, minItems: 1, maxItems: 20, uniqueItems: true },
      surprisingWords: surprisingWordsSchema,
      disputeWords: disputeWordsSchema,
      /** The meanings of the codes of refused cards (`declineCode`). Without it each reason is unknown. */
      declines: declinesSchema,
      /** Longest a call may take before its outcome counts as unknown. */
      timeoutMs: { type: 'integer', minimum: 1000, maximum: 120_000 },
      /** Built federated tokenizer, relative to the package: the container's entry file. */
      tokenizer: record({ entry: { type: 'string' }, hosts: { type: 'array', items: { type: 'string' } } }),
      /** Module of the package that plays the provider over its own wire format, for tests and the demo. */
      simulator: { type: 'string' },
    },
  ),
} as const;

/** A sum of a charge as its provider reports it. */
export type ZeroAmount = NonNullable<Manifest['zeroAmounts']>[number];

/** The parsed plugin.json. Sections whose properties are generated have their types written out beside their schemas. */
export type Manifest = Omit<
  FromSchema<typeof manifestSchema>,
  | 'capabilities'
  | 'status'
  | 'disputeWords'
  | 'surprisingWords'
  | 'declines'
  | 'environments'
  | 'hosts'
  | 'credentials'
  | 'receiverFields'
  | 'auth'
  | 'headers'
  | 'bases'
  | 'clientCertificate'
  | 'refusedWhen'
  | 'variants'
  | 'byOperation'
  | 'evidenceByOperation'
  | 'verifiedByOperation'
> & {
  evidenceByOperation?: EvidenceByOperation;
  verifiedByOperation?: VerifiedByOperation;
  byOperation?: Partial<Record<Operation, OperationRules>>;
  auth: ProviderAuth;
  headers?: Record<string, ComposedText>;
  clientCertificate?: ClientCertificate;
  bases?: Record<string, BaseRules>;
  refusedWhen?: Record<string, string | number | boolean | null>;
  hosts: string[];
  variants?: Variant[];
  environments: Environments;
  credentials: ManifestForm;
  receiverFields?: ManifestForm;
  disputeWords?: Record<string, DisputeWord>;
  surprisingWords?: SurprisingWords;
  declines?: Declines;
  capabilities: Capabilities;
  status: StatusMaps;
};

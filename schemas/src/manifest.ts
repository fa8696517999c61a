/** plugin.json: everything about a provider that can be known without running its code. */
import { CURRENCIES, type FromSchema, PAYMENT_METHODS } from './common.ts';
import { optional, record, recordWith } from './parts.ts';
import { OPERATIONS, RECEIVER_DOCUMENT_STATUSES, RECEIVER_STATUSES, WITHDRAW_STATUSES } from './provider.ts';

/** The contract this core speaks. A manifest's `contract` is a caret range over it. */
export const CONTRACT_VERSION = '1.0.0';

const localized = record({ 'pt-BR': { type: 'string', minLength: 1 }, en: { type: 'string', minLength: 1 } });

const credentialName = { type: 'string', pattern: '^[a-z][A-Za-z0-9]{1,40}$' } as const;
const headerName = { type: 'string', pattern: '^[a-z0-9_-]{1,60}$' } as const;
/** A Basic user or password is either a credential or a fixed word ("x", ""). */
const basicPart = {
  ...optional({ credential: credentialName, literal: { type: 'string' } }),
  minProperties: 1,
  maxProperties: 1,
} as const;

/** The schemes that calls and webhooks share: none, a secret in a header, or a Basic pair. */
const sharedSchemes = [
  record({ type: { const: 'none' } }),
  recordWith(
    { type: { const: 'header' }, header: headerName, credential: credentialName },
    { prefix: { type: 'string' } },
  ),
  record({ type: { const: 'basic' }, username: basicPart, password: basicPart }),
] as const;

/** The scheme by which the host authenticates outgoing calls. */
const authSchema = {
  oneOf: [
    ...sharedSchemes,
    recordWith(
      {
        type: { const: 'oauth2' },
        tokenPath: { type: 'string', pattern: '^/' },
        encoding: { type: 'string', enum: ['form', 'json'] },
        clientId: credentialName,
        clientSecret: credentialName,
        clientIn: { type: 'string', enum: ['basic', 'body'] },
      },
      { scope: { type: 'string' } },
    ),
  ],
} as const;

/** The scheme by which an incoming webhook proves its sender. Only `hmac` signs the body; the others are followed by a re-read. */
const webhookAuthenticationSchema = {
  oneOf: [
    ...sharedSchemes,
    recordWith(
      {
        type: { const: 'hmac' },
        header: headerName,
        credential: credentialName,
        algorithm: { type: 'string', enum: ['sha256', 'sha512'] },
        encoding: { type: 'string', enum: ['hex', 'base64'] },
      },
      { prefix: { type: 'string' } },
    ),
  ],
} as const;

const currencies = {
  type: 'array',
  items: { type: 'string', enum: CURRENCIES },
  minItems: 1,
  uniqueItems: true,
} as const;

const methodCapabilitySchema = recordWith(
  { refund: { type: 'string', enum: ['none', 'full', 'partial'] } },
  {
    /** Card only. browser: the provider's federated tokenizer; server: the sealed card goes through the core's memory. */
    tokenization: { type: 'string', enum: ['browser', 'server', 'none'] },
    maxInstallments: { type: 'integer', minimum: 1, maximum: 12 },
    storedCards: { type: 'boolean' },
    /** Card only: the currencies of charges, and those that may be paid in more than one installment. BRL alone unless told. */
    currencies,
    installmentCurrencies: currencies,
    /** The time for which a PIX or boleto stays payable unless the platform sets another, and the provider's limits. */
    expiresInSeconds: { type: 'integer', minimum: 60 },
    maxExpiresInSeconds: { type: 'integer', minimum: 60 },
    /** The fields that the checkout must ask of the buyer. It always asks for name and email. */
    requiredBuyerFields: {
      type: 'array',
      items: { type: 'string', enum: ['document', 'phone', 'address'] },
      uniqueItems: true,
    },
  },
);

/** The stages of a special return that a provider reports. */
const DISPUTE_WORDS = ['OPENED', 'WON', 'LOST'] as const;
export type DisputeWord = (typeof DISPUTE_WORDS)[number];

const statusMap = (statuses: readonly string[]) =>
  record({
    /** Compared without regard to letter case. */
    map: { type: 'object', additionalProperties: { type: 'string', enum: statuses } },
    unknown: { type: 'string', enum: statuses },
  });

/** Restricted JSON Schema of the connection form; one property a credential or setting. */
const credentialFieldSchema = recordWith(
  { type: { type: 'string', enum: ['string', 'integer', 'boolean'] }, title: localized },
  {
    description: localized,
    /** Secrets are encrypted, write-only, and named by adapters instead of read. */
    secret: { type: 'boolean' },
    /** certificate: a PEM or PKCS#12 file in the encrypted store. amount: of an integer, cents that people type as money. */
    format: { type: 'string', enum: ['certificate', 'private-key', 'uri', 'amount'] },
    enum: { type: 'array', items: { type: 'string' } },
    pattern: { type: 'string' },
    minLength: { type: 'integer' },
    maxLength: { type: 'integer' },
    default: { type: ['string', 'integer', 'boolean'] },
    examples: { type: 'array', items: { type: 'string' } },
  },
);

/** A form as restricted JSON Schema. */
const formSchema = record({
  type: { const: 'object' },
  required: { type: 'array', items: credentialName },
  properties: { type: 'object', additionalProperties: credentialFieldSchema },
});

const baseUrls = { type: 'object', required: ['default'], additionalProperties: { type: 'string' } } as const;

export const manifestSchema = {
  $id: 'feira:plugin.json',
  ...recordWith(
    {
      id: { type: 'string', pattern: '^[a-z][a-z0-9-]{1,40}$' },
      contract: { type: 'string', pattern: '^\\^\\d+\\.\\d+\\.\\d+$' },
      name: { type: 'string', minLength: 1, maxLength: 60 },
      description: localized,
      /** documented: the provider's own pages; public-code: seen working in public; inferred: an unconfirmed guess. */
      evidence: { type: 'string', enum: ['documented', 'public-code', 'inferred'] },
      /** Base URLs; more than one where a provider splits its API over hosts. `default` is the one `http` uses unless told. */
      environments: { ...optional({ production: baseUrls, sandbox: baseUrls }), minProperties: 1 },
      hosts: { type: 'array', items: { type: 'string' } },
      auth: authSchema,
      credentials: formSchema,
      capabilities: optional({
        methods: optional(Object.fromEntries(PAYMENT_METHODS.map((method) => [method, methodCapabilitySchema]))),
        /** True where sales can be split. If all parts have to be named, the form has `defaultRecipientId`: the platform's own receiver. */
        splits: { type: 'boolean' },
        withdraw: { type: 'array', items: { type: 'string', enum: ['PIX', 'BANK_ACCOUNT', 'RECEIVER'] } },
        /**
         * A withdrawal to a receiver is paid by the platform's own account. Unless told, it pays out what the receiver holds at
         * the provider itself, and never stands for money that the platform holds.
         */
        paysReceivers: { type: 'boolean' },
      }),
      operations: { type: 'array', items: { type: 'string', enum: OPERATIONS }, uniqueItems: true },
      status: recordWith(
        { payment: statusMap(['PENDING', 'APPROVED', 'REJECTED', 'REFUNDED', 'CHARGEBACK']) },
        {
          withdraw: statusMap(WITHDRAW_STATUSES),
          receiver: statusMap(RECEIVER_STATUSES),
          /** Words of what a receiver has to show. */
          receiverDocument: statusMap(RECEIVER_DOCUMENT_STATUSES),
        },
      ),
      webhook: record({ authentication: webhookAuthenticationSchema }),
      moneyUnit: { type: 'string', enum: ['cents', 'reais'] },
      idempotency: recordWith(
        { supported: { type: 'boolean' } },
        { header: headerName, ttlSeconds: { type: 'integer' } },
      ),
      /** `byReference` is true where the platform's reference finds a lost charge; the provider may need `lagSeconds` to show it. */
      lookup: recordWith(
        { byReference: { type: 'boolean' }, lagSeconds: { type: 'integer', minimum: 0 } },
        {
          /**
           * The same for withdrawals: getWithdraw finds one by our reference alone, and its null means that there is none. Unless
           * told, a withdrawal whose answer was lost is a person's to find out about.
           */
          withdrawByReference: { type: 'boolean' },
          /** The seconds after a receiver's creation before the host asks about its documents: the provider needs that time to decide. */
          documentsLagSeconds: { type: 'integer', minimum: 0 },
        },
      ),
    },
    {
      $schema: { type: 'string' },
      logo: { type: 'string' },
      homepage: { type: 'string' },
      docs: { type: 'string' },
      /** mTLS: the credentials (format certificate, private-key) presented to every host. */
      clientCertificate: recordWith(
        { certificate: credentialName },
        { privateKey: credentialName, passphrase: credentialName },
      ),
      /** Added to every call; for a mandatory User-Agent and the like. */
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      /** The fields that createReceiver needs beyond the contract's own; they arrive as `providerSpecificData`. Amounts are cents. */
      receiverFields: formSchema,
      /**
       * Words of a payment that tell of a PIX another bank wants back as fraud (MED). Each stands in status.payment too: while it
       * is argued about, the money is still there.
       */
      disputeWords: { type: 'object', additionalProperties: { type: 'string', enum: DISPUTE_WORDS } },
      /** Longest a call may take before its outcome counts as unknown. */
      timeoutMs: { type: 'integer', minimum: 1000, maximum: 120_000 },
      /** Built federated tokenizer, relative to the package: the container's entry file. */
      tokenizer: record({ entry: { type: 'string' }, hosts: { type: 'array', items: { type: 'string' } } }),
      /** Module of the package that plays the provider over its own wire format, for tests and the demo. */
      simulator: { type: 'string' },
    },
  ),
} as const;

export type Localized = FromSchema<typeof localized>;
export type CredentialField = FromSchema<typeof credentialFieldSchema>;
export type ProviderAuth = FromSchema<typeof authSchema>;
export type WebhookAuthentication = FromSchema<typeof webhookAuthenticationSchema>;
export type MethodCapability = FromSchema<typeof methodCapabilitySchema>;
export interface StatusMap<S extends string> {
  map: Record<string, S>;
  unknown: S;
}
export interface ManifestForm {
  type: 'object';
  required: string[];
  properties: Record<string, CredentialField>;
}
/** The parsed plugin.json. Written out where json-schema-to-ts cannot follow generated properties. */
export type Manifest = Omit<
  FromSchema<typeof manifestSchema>,
  'capabilities' | 'status' | 'disputeWords' | 'environments' | 'credentials' | 'receiverFields' | 'auth' | 'headers'
> & {
  auth: ProviderAuth;
  headers?: Record<string, string>;
  environments: { production?: Record<string, string>; sandbox?: Record<string, string> };
  credentials: ManifestForm;
  receiverFields?: ManifestForm;
  disputeWords?: Record<string, DisputeWord>;
  capabilities: {
    methods?: Partial<Record<(typeof PAYMENT_METHODS)[number], MethodCapability>>;
    splits?: boolean;
    withdraw?: ('PIX' | 'BANK_ACCOUNT' | 'RECEIVER')[];
    paysReceivers?: boolean;
  };
  status: {
    payment: StatusMap<'PENDING' | 'APPROVED' | 'REJECTED' | 'REFUNDED' | 'CHARGEBACK'>;
    withdraw?: StatusMap<(typeof WITHDRAW_STATUSES)[number]>;
    receiver?: StatusMap<(typeof RECEIVER_STATUSES)[number]>;
    receiverDocument?: StatusMap<(typeof RECEIVER_DOCUMENT_STATUSES)[number]>;
  };
};

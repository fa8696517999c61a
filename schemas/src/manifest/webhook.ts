/** The way in which a provider's webhooks prove their sender, and the types of its events. */
import type { FromSchema } from '../common.ts';
import { record, recordWith } from '../parts.ts';
import { sharedSchemes } from './auth.ts';
import { credentialName, headerName } from './names.ts';

/** Left out where its credential is empty: owners set it up or not. */
const isOptional = { optional: { type: 'boolean' } } as const;

const digest = {
  header: headerName,
  credential: credentialName,
  algorithm: { type: 'string', enum: ['sha256', 'sha512'] },
  encoding: { type: 'string', enum: ['hex', 'base64', 'base64url'] },
} as const;

/**
 * The signed text: fixed words and, in braces, `body` (the bytes received), `body.a.b` (a value of the body as it is written there: 10.50
 * stays 10.50), `query.name`, `header.name`, `part.name` and `secret`; `|lower` and `|upper` change the letters.
 */
const over = { type: 'string', minLength: 1, maxLength: 500 } as const;

const digestOptions = {
  prefix: { type: 'string' },
  /** The header is a list such as "ts=1,v1=ab": the part that is the signature. The others are `part.name`. */
  part: { type: 'string', minLength: 1, maxLength: 40 },
  separator: { type: 'string', minLength: 1, maxLength: 1 },
  /** The time of signing (`part.ts`, `header.x-timestamp`), in seconds or milliseconds, and its greatest age on arrival. */
  timestamp: { type: 'string', minLength: 1, maxLength: 80 },
  maxAgeSeconds: { type: 'integer', minimum: 1 },
  ...isOptional,
} as const;

/**
 * The scheme by which an incoming webhook proves its sender. Only a digest over the whole body is a signature of what it says; all others are
 * followed by a re-read.
 */
const webhookAuthenticationSchema = {
  oneOf: [
    ...sharedSchemes,
    /** A secret in a header that is written in base64, after the prefix. */
    recordWith(
      { type: { const: 'header' }, header: headerName, credential: credentialName, encoding: { const: 'base64' } },
      { prefix: { type: 'string' } },
    ),
    /** A secret in a header that owners may leave out. */
    recordWith(
      { type: { const: 'header' }, header: headerName, credential: credentialName, optional: { const: true } },
      { prefix: { type: 'string' } },
    ),
    /** Unless told, over the body. */
    recordWith({ type: { const: 'hmac' }, ...digest }, { over, ...digestOptions }),
    /** A plain digest of a text that holds the secret. */
    recordWith({ type: { const: 'hash' }, ...digest, over }, digestOptions),
    /**
     * Such a digest in the body itself, at this path. Over `values`, which are all others of a flat body in the order in which they came, it is
     * a signature; over single values it is none, so the provider is asked after each event.
     */
    recordWith(
      {
        type: { const: 'bodyHash' },
        field: { type: 'string', minLength: 1, maxLength: 120 },
        credential: credentialName,
        algorithm: { type: 'string', enum: ['md5', 'sha256', 'sha512'] },
        encoding: digest.encoding,
        over,
      },
      isOptional,
    ),
    /** The secret itself stands in the body, at this path, or in the query. It is stored as a digest. */
    recordWith(
      {
        type: { const: 'field' },
        in: { type: 'string', enum: ['body', 'query'] },
        field: { type: 'string', minLength: 1, maxLength: 120 },
        credential: credentialName,
      },
      isOptional,
    ),
  ],
} as const;

/**
 * The use of one type of event. read: it tells of a charge, withdrawal, receiver or mandate. notice: money is held, and people are told.
 * ignored: it says nothing about money, with the reason why.
 */
const eventUse = {
  anyOf: [
    { type: 'string', enum: ['read', 'notice'] },
    record({ ignored: { type: 'string', minLength: 20, maxLength: 300 } }),
  ],
} as const;

export const webhookSchema = recordWith(
  { authentication: webhookAuthenticationSchema },
  {
    /** Every type of event that the provider documents, by the path of its name in the body. */
    events: record({
      at: { type: 'string', minLength: 1, maxLength: 120 },
      types: { type: 'object', minProperties: 1, maxProperties: 200, additionalProperties: eventUse },
    }),
    /** Other proofs: any one of them suffices. Beside "none" they sign: what proves itself is believed, and all else is asked about. */
    alternatives: { type: 'array', items: webhookAuthenticationSchema, maxItems: 5 },
    /**
     * The addresses from which the provider says that it sends. An event from one of them is of a proven sender, also where nothing in it
     * proves that. One from elsewhere is taken as before: providers change their addresses.
     */
    addresses: {
      type: 'array',
      items: { type: 'string', pattern: '^[0-9a-f.:]{7,45}$' },
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
    },
  },
);

export type WebhookAuthentication = FromSchema<typeof webhookAuthenticationSchema>;

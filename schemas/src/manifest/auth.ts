/** The ways in which calls prove who sends them; webhooks share the simple ones. */
import type { FromSchema } from '../common.ts';
import { optional, record, recordWith } from '../parts.ts';
import { baseName, type ComposedText, composedHeaders, credentialName, headerName } from './names.ts';

/** A Basic user or password is either a credential or a fixed word ("x", ""). */
const basicPart = {
  ...optional({ credential: credentialName, literal: { type: 'string' } }),
  minProperties: 1,
  maxProperties: 1,
} as const;

/** The schemes that calls and webhooks share: none, a secret in a header, or a Basic pair. */
export const sharedSchemes = [
  record({ type: { const: 'none' } }),
  recordWith(
    { type: { const: 'header' }, header: headerName, credential: credentialName },
    { prefix: { type: 'string' } },
  ),
  record({ type: { const: 'basic' }, username: basicPart, password: basicPart }),
] as const;

/** Field names from the outside in: `data.access_token`. */
const fieldPath = { type: 'string', pattern: '^[^.]+(\\.[^.]+)*$' } as const;

const oauth2Schema = recordWith(
  {
    type: { const: 'oauth2' },
    /** The path of the token call, or the setting that holds it. */
    tokenPath: {
      type: ['string', 'object'],
      pattern: '^/',
      additionalProperties: false,
      required: ['setting', 'default'],
      properties: { setting: credentialName, default: { type: 'string', pattern: '^/' } },
    },
    encoding: { type: 'string', enum: ['form', 'json'] },
    clientId: credentialName,
    clientIn: { type: 'string', enum: ['basic', 'body'] },
  },
  {
    /** Missing where the certificate alone proves the client, whose id then stands in the body. */
    clientSecret: credentialName,
    scope: { type: 'string' },
    /** The base that the token call goes to; unless told, the one whose calls need the token. */
    base: baseName,
    /**
     * The body of the token call, field by field, in the place of grant_type, client_id, client_secret and scope. JSON bodies may
     * hold objects in objects; each leaf is a text as `headers` has them.
     */
    body: { type: 'object' },
    /** More headers of the token call. */
    headers: composedHeaders,
    /**
     * The places in the answer. Unless told: access_token or accessToken, expires_in or expiresIn. `expiresIn` counts seconds; `expiresAt` is a
     * time: ISO 8601, or seconds or milliseconds since 1970. `seconds` is the life of a token where the answer tells none.
     */
    answer: optional({
      token: fieldPath,
      expiresIn: fieldPath,
      expiresAt: fieldPath,
      seconds: { type: 'integer', minimum: 1 },
    }),
    /** The header that carries the token, and what stands before it; unless told, `authorization` and `Bearer `. */
    header: headerName,
    prefix: { type: 'string' },
  },
);

/** The scheme by which the host authenticates outgoing calls. */
export const authSchema = {
  oneOf: [
    ...sharedSchemes,
    /** Several headers, or one made of several credentials. */
    record({ type: { const: 'headers' }, headers: composedHeaders }),
    oauth2Schema,
  ],
} as const;

/**
 * mTLS: the credentials (format certificate, private-key) presented to a host. A PKCS#12 file needs no private key, a PEM file may hold
 * its own, and a passphrase that is declared may stay empty.
 */
export const clientCertificateSchema = recordWith(
  { certificate: credentialName },
  { privateKey: credentialName, passphrase: credentialName },
);

/** The parts of a base URL that differ from the manifest's own: another client, another certificate, another authority. */
export const baseSchema = optional({
  auth: authSchema,
  /** null: this base wants none. */
  clientCertificate: { ...clientCertificateSchema, type: ['object', 'null'] },
  certificateAuthority: credentialName,
  headers: composedHeaders,
});

type Shared = Exclude<FromSchema<typeof authSchema>, { type: 'oauth2' } | { type: 'headers' }>;
export interface OAuth2 {
  type: 'oauth2';
  tokenPath: string | { setting: string; default: string };
  encoding: 'form' | 'json';
  clientId: string;
  clientSecret?: string;
  clientIn: 'basic' | 'body';
  scope?: string;
  base?: string;
  body?: Record<string, unknown>;
  headers?: Record<string, ComposedText>;
  answer?: { token?: string; expiresIn?: string; expiresAt?: string; seconds?: number };
  header?: string;
  prefix?: string;
}
export type ProviderAuth = Shared | { type: 'headers'; headers: Record<string, ComposedText> } | OAuth2;
export type ClientCertificate = FromSchema<typeof clientCertificateSchema>;
export interface BaseRules {
  auth?: ProviderAuth;
  clientCertificate?: ClientCertificate | null;
  certificateAuthority?: string;
  headers?: Record<string, ComposedText>;
}

/** The ways in which calls prove who sends them; webhooks share the simple ones. */
import type { FromSchema } from '../common.ts';
import { optional, record, recordWith } from '../parts.ts';
import { credentialName, headerName } from './names.ts';

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

/** The scheme by which the host authenticates outgoing calls. */
export const authSchema = {
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

/** mTLS: the credentials (format certificate, private-key) presented to every host. */
export const clientCertificateSchema = recordWith(
  { certificate: credentialName },
  { privateKey: credentialName, passphrase: credentialName },
);

export type ProviderAuth = FromSchema<typeof authSchema>;

/** The way in which a provider's webhooks prove their sender. */
import type { FromSchema } from '../common.ts';
import { record, recordWith } from '../parts.ts';
import { sharedSchemes } from './auth.ts';
import { credentialName, headerName } from './names.ts';

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

export const webhookSchema = record({ authentication: webhookAuthenticationSchema });

export type WebhookAuthentication = FromSchema<typeof webhookAuthenticationSchema>;

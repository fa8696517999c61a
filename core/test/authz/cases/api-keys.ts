/** Cases of API keys: people have their own, and administrators those of the platform. */
import { type Context, type ProcedureCase, plain } from '../case.ts';

const TERMS = { name: 'Loja', scopes: ['sales:read'], networks: [], version: '2026-11-30' };

/** Everybody's key in the table is one of a seller, which nobody else finds. */
const onKey = (extra: Record<string, unknown> = {}): ProcedureCase => ({
  ids: ['keyId'],
  variants: {
    own: { input: ({ caller }: Context) => ({ keyId: caller.apiKeyId, ...extra }), outcome: 'ok' },
    other: { input: ({ other }) => ({ keyId: other.apiKeyId, ...extra }), outcome: 'API_KEY_NOT_FOUND' },
    foreign: { input: ({ foreign }) => ({ keyId: foreign.apiKeyId, ...extra }), outcome: 'API_KEY_NOT_FOUND' },
    operated: { input: ({ operated }) => ({ keyId: operated.apiKeyId, ...extra }), outcome: 'API_KEY_NOT_FOUND' },
  },
});

const kindOf = ({ caller: { permissions } }: Context) =>
  permissions.includes('isConfigAvailable') ? 'PLATFORM' : 'SELLER';

export const API_KEYS: Record<string, ProcedureCase> = {
  'apiKeys.listKeys': plain((context) => ({ kind: kindOf(context) })),
  'apiKeys.createKey': plain((context) => ({ ...TERMS, kind: kindOf(context), days: null })),
  'apiKeys.updateKey': onKey(TERMS),
  'apiKeys.rollKey': onKey({ hours: 24 }),
  'apiKeys.revokeKey': onKey(),
  'apiKeys.listRequests': onKey(),
};

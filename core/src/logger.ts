/** Decides what may appear in a log. Addresses lose their query, because a checkout's may carry the buyer's name and document. */
import { redactNumbers } from '@feira/plugin-kit';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';

type LogFn = FastifyBaseLogger['info'];

const SECRET_NAMES = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'secret',
  'token',
  'apiKey',
  'accessToken',
  'credentials',
  'cardNumber',
  'number',
  'cvv',
  'ccv',
  'card',
  'cpf',
  'document',
  'holderDocument',
  'pixKey',
  'email',
  'phone',
  'body',
  'idempotency-key',
];

export const REDACT_PATHS = SECRET_NAMES.flatMap((name) => {
  const key = /^[A-Za-z]+$/.test(name) ? name : `["${name}"]`;
  const dot = key.startsWith('[') ? '' : '.';
  return [key, `*${dot}${key}`, `*.*${dot}${key}`];
});

function serializeError(error: Error & { code?: string; outcome?: string; status?: number }) {
  return {
    type: error.name,
    // Digits that could be a card or a document never leave through an error's message either.
    message: redactNumbers(error.message ?? ''),
    code: error.code,
    outcome: error.outcome,
    status: error.status,
    stack: redactNumbers(error.stack ?? ''),
  };
}

/** `onAlert` is called with the name of each alert that is logged. */
export function loggerOptions(level: string, onAlert: (name: string) => void = () => undefined) {
  return {
    level,
    hooks: {
      logMethod(this: unknown, input: Parameters<LogFn>, method: LogFn) {
        const { alert } = (input[0] ?? {}) as Record<'alert', unknown>;
        if (typeof alert === 'string') onAlert(alert);
        method.apply(this, input);
      },
    },
    redact: { paths: REDACT_PATHS, censor: '[redacted]' },
    serializers: {
      err: serializeError,
      cause: (cause: unknown) => (cause instanceof Error ? serializeError(cause) : undefined),
      req: (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0], id: request.id }),
      res: (reply: Pick<FastifyReply, 'statusCode'>) => ({ statusCode: reply.statusCode }),
    },
  };
}

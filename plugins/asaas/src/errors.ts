import { isProviderError, ProviderError, redactNumbers } from '@feira/plugin-kit';

interface ErrorBody {
  errors?: { code?: string; description?: string }[];
}

/** A request that cannot be put into Asaas' words; nothing was sent. */
export function invalidRequest(message: string): ProviderError {
  return new ProviderError('INVALID_REQUEST', 'NOT_SENT', message);
}

/** The first error's description. Asaas may quote the document it refuses. */
function toReason(body: unknown): string | undefined {
  const description = (body as ErrorBody | null | undefined)?.errors?.[0]?.description;
  return description && redactNumbers(description).slice(0, 500);
}

/** Whether a 400 to a card charge is the issuer's or the antifraud's no, rather than a fault of ours. */
function isCardRefusal(body: unknown): boolean {
  const error = (body as ErrorBody | null | undefined)?.errors?.[0];
  return /card|insufficient_funds/i.test(error?.code ?? '') || /n[ãa]o autorizad/i.test(error?.description ?? '');
}

/** Errors keep their outcome and say what Asaas said. */
export function explain(error: unknown): unknown {
  if (!isProviderError(error) || error.outcome !== 'REJECTED') return error;
  const reason = toReason(error.body);
  if (!reason) return error;
  return new ProviderError(error.code, error.outcome, reason, {
    status: error.status,
    body: error.body,
    cause: error,
  });
}

/** Asaas' reason when it answered 400 and did nothing; undefined for every other failure. */
export function refusal(error: unknown): string | undefined {
  return isProviderError(error) && error.status === 400 ? toReason(error.body) : undefined;
}

/** What Asaas holds could not be read just when it decides what a call did: that outcome is open. */
export async function orUnknown<T>(message: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw new ProviderError('UNAVAILABLE', 'UNKNOWN', message, { cause });
  }
}

export function cardRefusal(error: unknown): string | undefined {
  return isProviderError(error) && isCardRefusal(error.body) ? refusal(error) : undefined;
}

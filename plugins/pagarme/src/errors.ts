import { isProviderError, ProviderError, redactNumbers } from '@feira/plugin-kit';

/** Body of every refusal of the request itself. */
interface WireError {
  message?: unknown;
  errors?: unknown;
}

/** A request we know to be wrong before anybody is asked. */
export const invalid = (message: string) => new ProviderError('INVALID_REQUEST', 'NOT_SENT', message);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const toFields = (body: unknown): WireError => (typeof body === 'object' && body !== null ? body : {});
const listErrors = (errors: unknown): [field: string, text: string][] =>
  Object.entries(toFields(errors)).flatMap(([field, texts]) =>
    [texts]
      .flat()
      .filter(isText)
      .map((text): [string, string] => [field, text]),
  );

/** What Pagar.me says is wrong: its message, then each field with its fault. */
function toReason(body: unknown): string {
  const { message, errors } = toFields(body);
  const faults = listErrors(errors).map(([field, text]) => `${field}: ${text}`);
  return redactNumbers([message, ...faults].filter(isText).join(' ')).slice(0, 500);
}

/** The first message about a card, for the person who typed it. */
export function toCardReason(body: unknown): string {
  const { message, errors } = toFields(body);
  return redactNumbers([...listErrors(errors).map(([, text]) => text), message].find(isText) ?? 'Erro salvando cartão');
}

/** Errors keep their outcome and say what Pagar.me said. */
export function explain(error: unknown): unknown {
  const reason = isProviderError(error) && error.outcome === 'REJECTED' && toReason(error.body);
  if (!isProviderError(error) || !reason) return error;
  const { code, outcome, status, body } = error;
  return new ProviderError(code, outcome, reason, { status, body, cause: error });
}

/** Why a refund was refused; undefined for every other failure. */
export const refundRefusal = (error: unknown): string | undefined =>
  isProviderError(error) && [412, 422].includes(error.status ?? 0) ? error.message : undefined;

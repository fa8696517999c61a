/** Reads Pagar.me's reason for a refusal: `message`, and under `errors` the faults of each field. */
import { Fields, type ProviderError, redactNumbers } from '@feira/plugin-kit';

/** Its message, then each field with its fault. */
export function toReason(body: Fields): string | undefined {
  const faults = body.faults('errors').map(([field, text]) => `${field}: ${text}`);
  return redactNumbers([body.reason('message') ?? [], faults].flat().join(' ')).slice(0, 500) || undefined;
}

/** The first fault of a card, for the person who typed it. */
export function toCardReason(error: ProviderError): string {
  const body = new Fields(error.body);
  return redactNumbers(body.faults('errors')[0]?.[1] ?? body.reason('message') ?? 'Erro salvando cartão');
}

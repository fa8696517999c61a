import { ProviderError } from '../errors.ts';
import type { SecretText, Settings } from '../host.ts';

/** The value behind a credential's name; ids that are no secrets live among the settings. */
export function readCredential(secrets: ReadonlyMap<string, string>, settings: Settings, name: string): string {
  const value = findCredential(secrets, settings, name);
  if (value !== undefined) return value;
  throw new ProviderError('UNAUTHORIZED', 'NOT_SENT', `Credential "${name}" is not set: fill it in the connection.`);
}

/** The same for one that may be left empty. */
export function findCredential(
  secrets: ReadonlyMap<string, string>,
  settings: Settings,
  name: string | undefined,
): string | undefined {
  const value = name === undefined ? undefined : (secrets.get(name) ?? settings[name]);
  return value === undefined || value === '' ? undefined : String(value);
}

export const composeText = (text: SecretText, read: (name: string) => string): string =>
  typeof text === 'string'
    ? text
    : text.map((part) => (typeof part === 'string' ? part : read(part.credential))).join('');

export const composeTexts = (
  texts: Record<string, SecretText> | undefined,
  read: (name: string) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(texts ?? {}).map(([name, text]) => [name, composeText(text, read)]));

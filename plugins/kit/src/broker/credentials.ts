import { ProviderError } from '../errors.ts';
import type { SecretText, Settings } from '../host.ts';

/** The value behind a credential's name; ids that are no secrets live among the settings. */
export function readCredential(secrets: ReadonlyMap<string, string>, settings: Settings, name: string): string {
  const value = findCredential(secrets, settings, name);
  if (value !== undefined) return value;
  throw new ProviderError('UNAUTHORIZED', 'NOT_SENT', `${name} is required`);
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

/** Reads a credential by its name, of a receiver's account where one is named. */
export type ReadSecret = (name: string, account?: string) => string;

export const composeText = (text: SecretText, read: ReadSecret): string =>
  typeof text === 'string'
    ? text
    : text
        .map((part: string | { credential: string; account?: string }) =>
          typeof part === 'string' ? part : read(part.credential, part.account),
        )
        .join('');

export const composeTexts = (texts: Record<string, SecretText> | undefined, read: ReadSecret): Record<string, string> =>
  Object.fromEntries(Object.entries(texts ?? {}).map(([name, text]) => [name, composeText(text, read)]));

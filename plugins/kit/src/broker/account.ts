/** A receiver's own account at the provider: its credentials stand behind one reference, and are laid over those of the connection. */
import { ProviderError } from '../errors.ts';
import type { TokenVault } from './vault.ts';

/** Characters, all credentials together: the host keeps many accounts. */
const LARGEST = 8_192;

/**
 * Puts credentials of an account behind one reference, which the core stores sealed. A value that is itself a reference of this host stands
 * for its secret. Throws INVALID_REQUEST, NOT_SENT for a name that the manifest does not declare.
 */
export function sealAccount(vault: TokenVault, names: readonly string[], fields: Record<string, string>): string {
  const entries = Object.entries(fields);
  for (const [name, value] of entries) {
    if (!names.includes(name)) throw refuse(`"${name}" is not in accountCredentials of plugin.json`);
    if (typeof value !== 'string' || value === '') throw refuse(`"${name}" must be a text`);
  }
  if (entries.length === 0) throw refuse('it has no credential');
  const account = Object.fromEntries(entries.map(([name, value]) => [name, vault.open(value) ?? value]));
  const sealed = JSON.stringify({ account });
  if (sealed.length > LARGEST) throw refuse(`its credentials have more than ${LARGEST} characters`);
  return vault.seal(sealed);
}

/** Returns the credentials behind a reference. Throws UNAUTHORIZED, NOT_SENT where it is unknown or no account's. */
export function openAccount(vault: TokenVault, reference: string): ReadonlyMap<string, string> {
  const sealed = vault.open(reference);
  const account = sealed?.startsWith('{"account":')
    ? (JSON.parse(sealed) as { account: Record<string, string> }).account
    : undefined;
  if (account) return new Map(Object.entries(account));
  throw new ProviderError(
    'UNAUTHORIZED',
    'NOT_SENT',
    "The receiver's account is not known here: pass the reference that sealAccount gave.",
  );
}

const refuse = (reason: string) =>
  new ProviderError('INVALID_REQUEST', 'NOT_SENT', `The account of a receiver is refused: ${reason}.`);

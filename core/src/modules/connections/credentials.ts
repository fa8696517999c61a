/** Stored secrets of a connection: where each is sealed to, and what can still be opened of them. */
import { openSecret } from '../../shared/envelope.ts';
import type { StoredCredential } from './model.ts';

/** Names the place a credential belongs to: sealed there, it opens nowhere else. */
export const credentialPlace = (platformId: string, connectionId: string, name: string): string =>
  `${platformId}|${connectionId}|${name}`;

export interface OpenedCredentials {
  secrets: Map<string, string>;
  /** Names of those whose key is lost, or that were copied from elsewhere. */
  unreadable: string[];
}

export function openCredentials(
  platformId: string,
  connection: { id: string; credentials: readonly StoredCredential[] },
  keys: ReadonlyMap<number, Buffer>,
): OpenedCredentials {
  const opened: OpenedCredentials = { secrets: new Map(), unreadable: [] };
  for (const { name, keyVersion, sealed } of connection.credentials) {
    const key = keys.get(keyVersion);
    const place = credentialPlace(platformId, connection.id, name);
    try {
      if (!key) throw new Error('The data key does not exist.');
      opened.secrets.set(name, openSecret(key, Buffer.from(sealed, 'base64'), place).toString());
    } catch {
      opened.unreadable.push(name);
    }
  }
  return opened;
}

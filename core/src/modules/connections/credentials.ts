/** Opens the stored secrets of a connection, and names the place that each is sealed to. */
import { openSecret } from '../../shared/envelope.ts';
import type { StoredCredential } from './model.ts';

/** Returns the place that a credential is sealed to. A sealed value opens only with the same place. */
export const credentialPlace = (platformId: string, connectionId: string, name: string): string =>
  `${platformId}|${connectionId}|${name}`;

export interface OpenedCredentials {
  secrets: Map<string, string>;
  /** Names of secrets whose key is lost, or that were copied from another place. */
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

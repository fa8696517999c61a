/** Keys of changes that must happen once, however often they are sent. */
import type { Procedure } from '@feira/schemas/procedure';

/** 128 random bits in letters; unlike crypto.randomUUID it is there on pages without TLS too. */
function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface IntentKeys {
  /** The same for the same intent until it has gone through; undefined where the procedure wants no key. */
  keyOf(procedure: Procedure, intent: unknown): string | undefined;
  /** It went through: whoever sends the same once more means another one. */
  settle(procedure: Procedure, intent: unknown): void;
}

/**
 * One intent is one procedure with one input by one person. Its key outlives the form that sent it: whoever closes a form after an answer
 * was lost, opens it again and asks for the same, is still asking for the first.
 */
export function createIntentKeys(): IntentKeys {
  const keys = new Map<string, string>();
  const nameOf = (procedure: Procedure, intent: unknown) => `${procedure.name} ${JSON.stringify(intent)}`;
  return {
    keyOf(procedure, intent) {
      if (!procedure.isIdempotent) return undefined;
      const name = nameOf(procedure, intent);
      const key = keys.get(name) ?? createKey();
      keys.set(name, key);
      return key;
    },
    settle: (procedure, intent) => void keys.delete(nameOf(procedure, intent)),
  };
}

/** Keeps the idempotency keys of changes that must happen once, however often they are sent. */
import type { Procedure } from '@feira/schemas/procedure';

/** Returns 128 random bits in letters; unlike crypto.randomUUID it also works on pages without TLS. */
function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface IntentKeys {
  /** Returns the same key for the same intent until it has succeeded; undefined where the procedure takes no key. */
  keyOf(procedure: Procedure, intent: unknown): string | undefined;
  /** The intent has succeeded: the same change sent again is a new intent. */
  settle(procedure: Procedure, intent: unknown): void;
}

/**
 * One intent is one procedure with one input by one person. Its key outlives the form that sent it: a person who closes a form after an answer
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

import { randomBytes } from 'node:crypto';

/** Keeps secrets that providers answer with, so that adapters carry them without being able to read them. */
export interface TokenVault {
  /** Keeps the value and answers an opaque reference to it. */
  seal(value: string): string;
  /** The value, or undefined for a reference this vault never gave or has forgotten. */
  open(reference: string): string | undefined;
}

/** References live between the answer and the core's storing of it; an older one than this many others is forgotten. */
const MOST_REFERENCES = 10_000;

export function createTokenVault(): TokenVault {
  const values = new Map<string, string>();
  const references = new Map<string, string>();
  return {
    seal(value) {
      const known = references.get(value);
      if (known !== undefined) return known;
      const reference = `ref_${randomBytes(16).toString('base64url')}`;
      values.set(reference, value);
      references.set(value, reference);
      if (values.size > MOST_REFERENCES) forgetOldest(values, references);
      return reference;
    },
    open: (reference) => values.get(reference),
  };
}

function forgetOldest(values: Map<string, string>, references: Map<string, string>): void {
  for (const [reference, value] of values) {
    values.delete(reference);
    references.delete(value);
    return;
  }
}

/** Returns the entry that package.json names: exports["."] as Node reads it, otherwise main. Null when neither names a file. */
export function findEntry(description: Record<string, unknown>): string | null {
  const { exports, main } = description;
  const root = isRecord(exports) && '.' in exports ? exports['.'] : exports;
  const named = isRecord(root) ? (root.import ?? root.default) : root;
  const entry = named ?? main;
  return typeof entry === 'string' && entry !== '' ? entry.replace(/^\.\//, '') : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import { readFileSync } from 'node:fs';

/** Reads fixtures/<name> beside the calling module: `fixture(import.meta.url, 'create-charge.json')`. */
export function fixture<T = unknown>(importMetaUrl: string, name: string): T {
  const text = readFileSync(new URL(`./fixtures/${name}`, importMetaUrl), 'utf8');
  return (name.endsWith('.json') ? JSON.parse(text) : text) as T;
}

/** Says in sentences what of a payment page is not as it was deployed. */
import type { PageScript } from '../build/page-scripts.ts';
import type { Looked } from './look.ts';

/** Scripts that are no part of the build: the tokenizers of installed packages. */
const TOKENIZER = /^\/tokenizers\//;

/** Compares the scripts that a page names with the inventory of the build. */
export function findStrangers(page: string, { scripts }: Looked, inventory: readonly PageScript[]): string[] {
  const known = new Map(inventory.map(({ address, integrity }) => [address, integrity]));
  return Object.entries(scripts).flatMap(([name, digest]) => {
    if (TOKENIZER.test(name)) return [];
    const wanted = known.get(name);
    if (wanted === undefined) return [`${page} loads ${name}, which the inventory does not list.`];
    return wanted === digest ? [] : [`${page} loads ${name} with another content than the build's.`];
  });
}

/** Compares a page with what it was when it was saved. */
export function findChanges(page: string, now: Looked, saved: Looked): string[] {
  const names = [...new Set([...Object.keys(saved.headers), ...Object.keys(now.headers)])];
  const headers = names.flatMap((name) => {
    const [before, after] = [saved.headers[name], now.headers[name]];
    if (before === after) return [];
    if (after === undefined) return [`${page} comes without the header ${name}.`];
    return [
      before === undefined ? `${page} has a new header, ${name}: ${after}` : `${page} has another ${name}: ${after}`,
    ];
  });
  const inline = now.inline.filter((digest) => !saved.inline.includes(digest));
  return [...headers, ...inline.map((digest) => `${page} has a script within it that was not there: ${digest}.`)];
}

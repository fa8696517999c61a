/** Reads the parameters of a bench; says which ones there are when one is not understood. */
import { parseArgs } from 'node:util';

export interface OptionDescription {
  kind: 'text' | 'number';
  /** The word that stands for the value in the usage line. */
  placeholder: string;
  fallback?: string;
}

/** Numbers are positive; texts are null when not given and without a fallback. */
export function readOptions<const D extends Record<string, OptionDescription>>(
  task: string,
  descriptions: D,
  parameters: string[],
): { [Name in keyof D]: D[Name]['kind'] extends 'number' ? number : string | null } {
  const usage = Object.entries(descriptions).map(([name, { placeholder }]) => `[--${name} ${placeholder}]`);
  const fail = (reason: string) => new Error(`${reason} Use: npm run ${task} -- ${usage.join(' ')}`);
  const options = Object.fromEntries(Object.keys(descriptions).map((name) => [name, { type: 'string' as const }]));
  let given: Record<string, string | undefined>;
  try {
    given = parseArgs({ args: parameters, options }).values as Record<string, string | undefined>;
  } catch (error) {
    throw fail(`${(error as Error).message}.`);
  }
  const values = Object.entries(descriptions).map(([name, { kind, fallback }]) => {
    const text = given[name] ?? fallback ?? null;
    if (kind === 'text') return [name, text];
    const number = Number(text);
    if (!(number > 0)) throw fail(`--${name} needs a number above zero, not "${text}".`);
    return [name, number];
  });
  return Object.fromEntries(values);
}

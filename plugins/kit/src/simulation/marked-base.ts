/** A simulator has one address for all base URLs of its provider. The name of the base is marked in the path, so that equal paths of two APIs differ. */

/** Returns the address of a base: `https://host/sim` and `out` make `https://host/sim/@out`. The default base has no mark. */
export const markBase = (url: string, name: string): string => (name === 'default' ? url : `${url}/@${name}`);

/** Returns the addresses of all these bases, by name. */
export const markBases = (url: string, names: Iterable<string>): Record<string, string> =>
  Object.fromEntries([...names].map((name) => [name, markBase(url, name)]));

/** Takes the mark off a path. Without one there is no `base`. */
export function splitBase(path: string): { path: string; base?: string } {
  const [mark, base] = /^\/@([a-z][A-Za-z0-9]*)(?=\/|$)/.exec(path) ?? [];
  return mark && base ? { path: path.slice(mark.length) || '/', base } : { path };
}

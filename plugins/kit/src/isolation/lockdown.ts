/**
 * Takes from an adapter's process what its code has no business with: modules of Node, globals that reach outside, files
 * beyond its package. The permission flags and the network namespace stand behind this; none of the three is trusted alone.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { isBuiltin, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The code that runs in the process. A simulator has the secrets of a stand-in, and may compute with them itself. */
export type Role = 'adapter' | 'simulator';

export interface Places {
  /** The package, and the module in it that is its entry. */
  directory: string;
  entry: string;
  role: Role;
  /** The other packages that adapters may import: the name and the folder of the sources. */
  libraries: { name: string; directory: string }[];
}

/** Modules that compute and nothing else. */
const HARMLESS = new Set(['buffer', 'querystring', 'string_decoder', 'url', 'util']);
const HARMLESS_FOR: Record<Role, ReadonlySet<string>> = {
  adapter: HARMLESS,
  simulator: new Set([...HARMLESS, 'crypto']),
};

/** Everything else of the global object is deleted. */
const KEPT_GLOBALS = new Set(
  `AbortController AbortSignal AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Blob
  Boolean Buffer DOMException DataView Date DisposableStack Error EvalError Event EventTarget FinalizationRegistry Float16Array
  Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise
  Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String SuppressedError Symbol SyntaxError TextDecoder
  TextEncoder TypeError URIError URL URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet
  atob btoa clearImmediate clearInterval clearTimeout crypto decodeURI decodeURIComponent encodeURI encodeURIComponent
  escape eval globalThis isFinite isNaN parseFloat parseInt queueMicrotask setImmediate setInterval setTimeout structuredClone
  undefined unescape`.split(/\s+/),
);

const isInside = (directory: string, file: string) => file.startsWith(directory + path.sep);

/** From here on nothing is imported but the package and the libraries named. */
export function lockModules({ directory, libraries, role }: Places): void {
  const roots = [directory, ...libraries.map((library) => library.directory)];
  /** The file an import may mean; symbolic links are followed first, so that none leads out. */
  const toAllowed = (url: string): string => {
    if (!url.startsWith('file:')) throw new Error(`${url} is not a file of this package.`);
    const file = realpathSync(fileURLToPath(url));
    if (!roots.some((root) => isInside(root, file))) throw new Error('An import leads out of this package.');
    return file;
  };
  const isHarmless = (name: string) => HARMLESS_FOR[role].has(name.replace(/^node:/, ''));
  registerHooks({
    resolve(specifier, context, next) {
      if (isBuiltin(specifier)) {
        if (!isHarmless(specifier)) throw new Error(`${specifier} is not for adapters.`);
        return next(specifier, context);
      }
      const isRelative = /^\.{1,2}\//.test(specifier) || specifier.startsWith('file:');
      const library = libraries.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
      if (!isRelative && !library) throw new Error(`The package "${specifier}" is not for adapters.`);
      // Libraries are found from the host's own place, wherever the package lies.
      const parentURL = library ? import.meta.url : context.parentURL;
      const resolved = next(specifier, parentURL === undefined ? context : { ...context, parentURL });
      return { ...resolved, url: pathToFileURL(toAllowed(resolved.url)).href };
    },
    load(url, context, next) {
      if (isBuiltin(url) && isHarmless(url)) return next(url, context);
      if (isBuiltin(url)) throw new Error('A module of Node is not loaded this way.');
      const file = toAllowed(url);
      if (file.endsWith('.json')) return { format: 'json', source: readFileSync(file), shortCircuit: true };
      // Never CommonJS: its wrapper hands out require and the loader behind it.
      const format = file.endsWith('.ts') ? 'module-typescript' : 'module';
      return { format, source: readFileSync(file), shortCircuit: true };
    },
  });
}

const silent = () => undefined;

/** Last: what the host's own side of this process needs has been kept by it before. */
export function lockGlobals(): void {
  const world = globalThis as unknown as Record<string, unknown>;
  for (const name of Object.getOwnPropertyNames(world)) {
    if (KEPT_GLOBALS.has(name)) continue;
    // Deleted, not overwritten: to be overwritten, some would first be loaded.
    if (!Reflect.deleteProperty(world, name)) throw new Error(`${name} cannot be taken away from adapters.`);
  }
  // Printed text may hold a buyer's data, and Node's console leads to its streams; an adapter has `log`.
  const methods = ['debug', 'error', 'info', 'log', 'trace', 'warn'].map((name) => [name, silent]);
  Object.defineProperty(world, 'console', { value: Object.freeze(Object.fromEntries(methods)) });
}

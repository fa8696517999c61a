import type { Manifest } from '@feira/schemas/manifest';
import type { Provider } from '@feira/schemas/provider';
import { listDeclaredHosts } from '@feira/schemas/rules/base-urls';
import type { ProviderContext } from './host.ts';

export interface ProviderModule {
  createProvider(context: ProviderContext): Provider;
}

/** The default export of every provider package. */
export function defineProvider(module: ProviderModule): ProviderModule {
  return module;
}

interface StatusTable<S extends string> {
  map: Record<string, S>;
  unknown: S;
}
const lowerCaseTables = new WeakMap<object, Map<string, string>>();

/** A provider's own statuses looked up in the manifest's table; case does not matter, an unlisted word takes the declared default. */
export function mapStatus<S extends string>(table: StatusTable<S>, word: string): { status: S; isRecognised: boolean } {
  let known = lowerCaseTables.get(table);
  if (!known) {
    known = new Map(Object.entries(table.map).map(([name, status]) => [name.toLowerCase(), status]));
    lowerCaseTables.set(table, known);
  }
  const status = known.get(word.toLowerCase()) as S | undefined;
  return status === undefined ? { status: table.unknown, isRecognised: false } : { status, isRecognised: true };
}

/** plugin.json imported as JSON loses its literal types; this gives them back, with what a manifest need not say itself. */
export const asManifest = (json: unknown): Manifest => completeManifest(json as Manifest);

/** Fills in the hosts, which follow from the base URLs. */
export const completeManifest = (manifest: Manifest): Manifest =>
  (manifest.hosts as string[] | undefined) ? manifest : { ...manifest, hosts: listDeclaredHosts(manifest) };

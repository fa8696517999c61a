import type { Manifest } from '@feira/schemas/manifest';
import type { Provider } from '@feira/schemas/provider';
import type { ProviderContext } from './host.ts';

export interface ProviderModule {
  createProvider(context: ProviderContext): Provider;
}

/** The default export of every provider package. */
export function defineProvider(module: ProviderModule): ProviderModule {
  return module;
}

/** A provider's own statuses looked up in the manifest's table; case does not matter, an unlisted word takes the declared default. */
export function mapStatus<S extends string>(
  table: { map: Record<string, S>; unknown: S },
  word: string,
): { status: S; isRecognised: boolean } {
  const wanted = word.toLowerCase();
  for (const [known, status] of Object.entries(table.map)) {
    if (known.toLowerCase() === wanted) return { status, isRecognised: true };
  }
  return { status: table.unknown, isRecognised: false };
}

/** plugin.json imported as JSON loses its literal types; this gives them back after the host has validated the file. */
export const asManifest = (json: unknown): Manifest => json as Manifest;

import type { Manifest } from '@feira/schemas/manifest';
import { type Chosen, mergeVariants } from '@feira/schemas/rules/manifest-variants';
import { keepCapabilities } from './capabilities.ts';
import { findCredential } from './credentials.ts';

/** The manifest as it holds for one connection: with its variants, and without the capabilities whose credentials are empty. */
export function openManifest(manifest: Manifest, values: Chosen & { secrets: ReadonlyMap<string, string> }): Manifest {
  const merged = mergeVariants(manifest, values);
  const off = new Set(
    Object.entries(merged.credentials.properties).flatMap(([name, { requiredFor = [] }]) =>
      findCredential(values.secrets, values.settings, name) === undefined ? requiredFor : [],
    ),
  );
  return off.size === 0 ? merged : keepCapabilities(merged, (capability) => !off.has(capability));
}

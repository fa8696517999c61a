import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { StatsCompilation, StatsModule } from '@rspack/core';
import { brotliSizeOf } from './compress-assets.ts';

/** The build's record of the checkout: addresses for its documents, sizes and modules for its budget. */
export interface CheckoutManifest {
  document: { entry: string };
  remote: { entry: string; exposes: Record<string, string[]> };
  cardFrame: { entry: string };
  /** Files loaded only once they are needed, by chunk name. */
  later: Record<string, string[]>;
  /** Bytes of every file after Brotli at its best. */
  brotliBytes: Record<string, number>;
  /** Sources inside what the checkout loads, relative to the repository. */
  modules: string[];
}

function listModules(modules: StatsModule[] = []): string[] {
  // A module with modules inside is only their sum.
  return modules.flatMap((module) => (module.modules?.length ? listModules(module.modules) : [module.name ?? '']));
}

const scripts = (child: StatsCompilation, name: string): string[] =>
  (child.namedChunkGroups?.[name]?.assets ?? []).map((asset) => asset.name).filter((file) => file.endsWith('.js'));

/** Measuring costs seconds on development builds, which no budget is held against. */
export async function writeCheckoutManifest(
  built: Map<string, StatsCompilation>,
  folder: string,
  isMeasured: boolean,
): Promise<void> {
  const document = built.get('checkout-document')!;
  const remote = built.get('checkout')!;
  const frame = built.get('card-frame')!;
  const address = (child: StatsCompilation) => (file: string) => `/assets/${child.name}/${file}`;
  const of = (child: StatsCompilation, name: string) => scripts(child, name).map(address(child));
  const brotliBytes: Record<string, number> = {};
  for (const child of [document, remote, frame]) {
    for (const { name } of child.assets ?? []) {
      if (!isMeasured || !name.endsWith('.js')) continue;
      brotliBytes[address(child)(name)] = await brotliSizeOf(path.join(folder, '..', child.name!, name));
    }
  }
  const manifest: CheckoutManifest = {
    document: { entry: of(document, 'main')[0]! },
    remote: {
      entry: of(remote, 'checkout')[0]!,
      exposes: { './checkout': of(remote, 'checkout-page'), './payment': of(remote, 'payment-page') },
    },
    cardFrame: { entry: of(frame, 'main')[0]! },
    later: { card: of(remote, 'card'), behaviour: of(remote, 'behaviour') },
    brotliBytes,
    modules: [
      ...new Set(
        [document, remote, frame].flatMap((child) => listModules(child.modules?.filter(({ orphan }) => !orphan))),
      ),
    ].sort(),
  };
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2));
}

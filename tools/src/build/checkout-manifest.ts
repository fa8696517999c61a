import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { StatsCompilation, StatsModule } from '@rspack/core';
import { brotliSizeOf } from './compress-assets.ts';

/** The layouts of the checkout, each of which is a page of its own for the browser. */
export const LAYOUTS = ['default', 'vega', 'dropshipping'] as const;
const PAGES = [...LAYOUTS, 'preview', 'payment', 'upsell'] as const;

/** A remote with one page. */
interface PageRemote {
  entry: string;
  /** Loaded with the entry. */
  files: string[];
  /** Files loaded only once they are needed, by chunk name. */
  later: Record<string, string[]>;
}

/** The build's record of the checkout: addresses for its documents, sizes and modules for its budget. */
export interface CheckoutManifest {
  document: { entry: string };
  remotes: { [page in (typeof PAGES)[number]]: PageRemote };
  cardFrame: { entry: string };
  pixelFrame: { entry: string };
  captchaFrame: { entry: string };
  /** The script that other sites load. */
  embed: { entry: string };
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
  const remotes = PAGES.map((page) => [page, built.get(`checkout-${page}`)!] as const);
  const frame = built.get('card-frame')!;
  const pixelFrame = built.get('pixel-frame')!;
  const captchaFrame = built.get('captcha-frame')!;
  const embed = built.get('embed')!;
  const address = (child: StatsCompilation) => (file: string) => `/assets/${child.name}/${file}`;
  const of = (child: StatsCompilation, name: string) => scripts(child, name).map(address(child));
  const brotliBytes: Record<string, number> = {};
  const children = [document, ...remotes.map(([, child]) => child), frame];
  for (const child of [...children, embed]) {
    for (const { name } of child.assets ?? []) {
      if (!isMeasured || !name.endsWith('.js')) continue;
      brotliBytes[address(child)(name)] = await brotliSizeOf(path.join(folder, '..', child.name!, name));
    }
  }
  const manifest: CheckoutManifest = {
    document: { entry: of(document, 'main')[0]! },
    remotes: Object.fromEntries(
      remotes.map(([page, child]): [string, PageRemote] => [
        page,
        {
          entry: of(child, `checkout-${page}`)[0]!,
          files: of(child, 'page-page'),
          later: { card: of(child, 'card'), behaviour: of(child, 'behaviour') },
        },
      ]),
    ) as CheckoutManifest['remotes'],
    cardFrame: { entry: of(frame, 'main')[0]! },
    pixelFrame: { entry: of(pixelFrame, 'main')[0]! },
    captchaFrame: { entry: of(captchaFrame, 'main')[0]! },
    embed: { entry: of(embed, 'checkout')[0]! },
    brotliBytes,
    modules: [
      ...new Set(children.flatMap((child) => listModules(child.modules?.filter(({ orphan }) => !orphan)))),
    ].sort(),
  };
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2));
}

import { readFileSync } from 'node:fs';
import type { Layout } from '../pages/checkout/layout.ts';

/** Reads the build's manifest; the core serves the files under its addresses. */
export interface AssetManifest {
  document: { entry: string };
  /** By page: each layout, the preview of the builder, the payment page and the funnel's. */
  remotes: Record<Layout | 'preview' | 'payment' | 'upsell', { entry: string; files: string[] }>;
  cardFrame: { entry: string };
  pixelFrame: { entry: string };
  captchaFrame: { entry: string };
  embed: { entry: string };
}

let manifest: AssetManifest | undefined;

/** The first document reads it; a new build also means a new server module. */
export function assetManifest(): AssetManifest {
  manifest ??= JSON.parse(readFileSync(new URL('../manifest.json', import.meta.url), 'utf8')) as AssetManifest;
  return manifest;
}

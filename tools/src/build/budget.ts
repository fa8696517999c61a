/** Checks the limits of the checkout's first load in the last build's files. A limit is a promise to buyers on slow lines. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DocumentRenderer } from '@feira/schemas/documents';
import { withTemplate } from '../screens/sample-checkout.ts';
import { type CheckoutManifest, LAYOUTS } from './checkout-manifest.ts';
import { brotliSize } from './compress-assets.ts';
import { checkDashboardBudget } from './dashboard-budget.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../dist/shells/checkout');

/** Bytes after Brotli at its best. */
export const LIMITS = { scriptBytes: 68_400, documentBytes: 14_000, requests: 4, cardBytes: 20_000, embedBytes: 4_000 };

/** Weight that belongs to the dashboards: each of these alone would break the budget sooner or later. */
const FORBIDDEN = ['i18next', 'antd', '@module-federation', 'react-router', 'wouter', '@tanstack'];
/** A build holds the one that draws it (checkout-renderer.ts). */
const RENDERERS = ['react-dom', 'preact'];

const sum = (manifest: CheckoutManifest, files: string[]): number =>
  files.reduce((bytes, file) => bytes + (manifest.brotliBytes[file] ?? Number.POSITIVE_INFINITY), 0);

type Layout = (typeof LAYOUTS)[number];

/** Every file that must arrive before the form of a layout works, on the way of a buyer who pays with PIX. */
const firstScripts = ({ document, remotes }: CheckoutManifest, layout: Layout): string[] => [
  document.entry,
  remotes[layout].entry,
  ...remotes[layout].files,
];

const isOf = (name: string, module: string): boolean =>
  module.includes(`/node_modules/${name}/`) || module.startsWith(`${name}/`);

/** One sentence for each limit that does not hold. */
export function findBudgetProblems(manifest: CheckoutManifest, documentBytes: Record<Layout, number>): string[] {
  const problems: string[] = [];
  const check = (what: string, actual: number, limit: number) => {
    if (!(actual <= limit)) problems.push(`${what}: ${actual}, the limit is ${limit}.`);
  };
  for (const layout of LAYOUTS) {
    const scripts = firstScripts(manifest, layout);
    check(`Bytes of script until the ${layout} layout takes input`, sum(manifest, scripts), LIMITS.scriptBytes);
    check(`Bytes of the document of the ${layout} layout`, documentBytes[layout], LIMITS.documentBytes);
    check(`Requests until the ${layout} layout takes input`, scripts.length + 1, LIMITS.requests);
    const card = [...manifest.remotes[layout].later.card!, manifest.cardFrame.entry];
    check(`Bytes of script more for paying by card in the ${layout} layout`, sum(manifest, card), LIMITS.cardBytes);
  }
  check('Bytes of checkout.js', sum(manifest, [manifest.embed.entry]), LIMITS.embedBytes);
  for (const module of manifest.modules) {
    const name = FORBIDDEN.find((one) => isOf(one, module));
    if (name) problems.push(`The checkout must not load ${name}, but its build contains ${module}.`);
  }
  const drawing = RENDERERS.filter((name) => manifest.modules.some((module) => isOf(name, module)));
  if (drawing.length !== 1)
    problems.push(
      `The checkout must be drawn by one library, but its build contains ${drawing.join(' and ') || 'none'}.`,
    );
  return problems;
}

/** Problems of the last production build; none means the budget holds. */
export async function checkBudget(): Promise<string[]> {
  const manifest = JSON.parse(await readFile(path.join(FOLDER, 'manifest.json'), 'utf8')) as CheckoutManifest;
  const renderer = (await import(pathToFileURL(path.join(FOLDER, 'server/documents.mjs')).href)) as DocumentRenderer;
  const sizes = LAYOUTS.map(async (layout) => {
    const template = layout.toUpperCase() as 'DEFAULT' | 'VEGA' | 'DROPSHIPPING';
    return [layout, await brotliSize(renderer.renderCheckout(withTemplate(template)))];
  });
  const documentBytes: Record<Layout, number> = Object.fromEntries(await Promise.all(sizes));
  return [...findBudgetProblems(manifest, documentBytes), ...(await checkDashboardBudget())];
}

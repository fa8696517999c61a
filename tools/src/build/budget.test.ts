import { describe, expect, it } from 'vitest';
import { findBudgetProblems, LIMITS } from './budget.ts';
import type { CheckoutManifest } from './checkout-manifest.ts';

const remote = (page: string) => ({
  entry: '/remote.js',
  files: [`/${page}.js`],
  later: { card: ['/card.js'], behaviour: ['/behaviour.js'] },
});
const manifest: CheckoutManifest = {
  document: { entry: '/main.js' },
  remotes: {
    default: remote('page'),
    vega: remote('vega'),
    dropshipping: remote('steps'),
    preview: remote('page'),
    payment: remote('page'),
    upsell: remote('page'),
  },
  pixelFrame: { entry: '/pixels.js' },
  captchaFrame: { entry: '/captcha.js' },
  cardFrame: { entry: '/frame.js' },
  embed: { entry: '/embed.js' },
  brotliBytes: {
    '/main.js': 60_400,
    '/remote.js': 3000,
    '/page.js': 5000,
    '/vega.js': 5000,
    '/steps.js': 5000,
    '/card.js': 5000,
    '/frame.js': 15_000,
    '/embed.js': 4_000,
  },
  modules: ['./node_modules/react-dom/client.js', './shells/checkout/src/texts.ts'],
};
const documents = (bytes: number) => ({ default: bytes, vega: bytes, dropshipping: bytes });
const withBytes = (bytes: Record<string, number>) => ({
  ...manifest,
  brotliBytes: { ...manifest.brotliBytes, ...bytes },
});

describe('findBudgetProblems', () => {
  it('accepts a build that uses every limit to the last byte', () => {
    expect(findBudgetProblems(manifest, documents(LIMITS.documentBytes))).toEqual([]);
  });

  it('refuses one byte more of the script that other sites load', () => {
    expect(findBudgetProblems(withBytes({ '/embed.js': 4_001 }), documents(0))).toEqual([
      'Bytes of checkout.js: 4001, the limit is 4000.',
    ]);
  });

  it.each([
    ['default', '/page.js'],
    ['vega', '/vega.js'],
    ['dropshipping', '/steps.js'],
  ])('refuses one byte of script more before the form of the %s layout takes input', (layout, file) => {
    expect(findBudgetProblems(withBytes({ [file]: 5001 }), documents(0))).toEqual([
      `Bytes of script until the ${layout} layout takes input: 68401, the limit is 68400.`,
    ]);
  });

  it('refuses one byte of document more in any layout', () => {
    expect(findBudgetProblems(manifest, { ...documents(0), vega: 14_001 })).toEqual([
      'Bytes of the document of the vega layout: 14001, the limit is 14000.',
    ]);
  });

  it('refuses one request more', () => {
    const remotes = { ...manifest.remotes, default: { ...remote('page'), files: ['/page.js', '/shared.js'] } };

    const problems = findBudgetProblems({ ...withBytes({ '/shared.js': 0 }), remotes }, documents(0));

    expect(problems).toEqual(['Requests until the default layout takes input: 5, the limit is 4.']);
  });

  it('refuses one byte of script more for the card', () => {
    expect(findBudgetProblems(withBytes({ '/frame.js': 15_001 }), documents(0))).toEqual(
      ['default', 'vega', 'dropshipping'].map(
        (layout) => `Bytes of script more for paying by card in the ${layout} layout: 20001, the limit is 20000.`,
      ),
    );
  });

  it('does not take a file of unknown size for a small one', () => {
    expect(findBudgetProblems({ ...manifest, cardFrame: { entry: '/unknown.js' } }, documents(0))).toHaveLength(3);
  });

  it.each([
    ['i18next', './node_modules/i18next/dist/esm/i18next.js'],
    ['antd', './node_modules/antd/es/button/index.js'],
    ['@module-federation', './node_modules/@module-federation/runtime/dist/index.js'],
    ['react-router', './node_modules/react-router/dist/index.mjs'],
    ['wouter', './shells/checkout/node_modules/wouter/index.js'],
  ])('refuses %s anywhere in the checkout', (name, module) => {
    const problems = findBudgetProblems({ ...manifest, modules: [...manifest.modules, module] }, documents(0));

    expect(problems).toEqual([`The checkout must not load ${name}, but its build contains ${module}.`]);
  });

  it.each([
    ['react-dom and preact', [...manifest.modules, './node_modules/preact/dist/preact.mjs']],
    ['none', []],
  ])('refuses a checkout that is drawn by %s', (names, modules) => {
    expect(findBudgetProblems({ ...manifest, modules }, documents(0))).toEqual([
      `The checkout must be drawn by one library, but its build contains ${names}.`,
    ]);
  });

  it('takes a checkout that Preact draws alone', () => {
    const modules = ['./node_modules/preact/dist/preact.mjs'];

    expect(findBudgetProblems({ ...manifest, modules }, documents(0))).toEqual([]);
  });
});

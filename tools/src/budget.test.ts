import { describe, expect, it } from 'vitest';
import { findBudgetProblems, LIMITS } from './budget.ts';
import type { CheckoutManifest } from './checkout-manifest.ts';

const manifest: CheckoutManifest = {
  document: { entry: '/main.js' },
  remote: { entry: '/remote.js', exposes: { './checkout': ['/page.js'] } },
  cardFrame: { entry: '/frame.js' },
  later: { card: ['/card.js'], behaviour: ['/behaviour.js'] },
  brotliBytes: { '/main.js': 60_000, '/remote.js': 3000, '/page.js': 5000, '/card.js': 5000, '/frame.js': 15_000 },
  modules: ['./node_modules/react/index.js', './shells/checkout/src/texts.ts'],
};
const withBytes = (bytes: Record<string, number>) => ({
  ...manifest,
  brotliBytes: { ...manifest.brotliBytes, ...bytes },
});

describe('findBudgetProblems', () => {
  it('accepts a build that uses every limit to the last byte', () => {
    expect(findBudgetProblems(manifest, LIMITS.documentBytes)).toEqual([]);
  });

  it('refuses one byte of script more before the form takes input', () => {
    expect(findBudgetProblems(withBytes({ '/page.js': 5001 }), 0)).toEqual([
      'Bytes of script until the checkout takes input: 68001, the limit is 68000.',
    ]);
  });

  it('refuses one byte of document more', () => {
    expect(findBudgetProblems(manifest, 14_001)).toEqual([
      'Bytes of the checkout document: 14001, the limit is 14000.',
    ]);
  });

  it('refuses one request more', () => {
    const exposes = { './checkout': ['/page.js', '/shared.js'] };

    const problems = findBudgetProblems(
      { ...withBytes({ '/shared.js': 0 }), remote: { ...manifest.remote, exposes } },
      0,
    );

    expect(problems).toEqual(['Requests until the checkout takes input: 5, the limit is 4.']);
  });

  it('refuses one byte of script more for the card', () => {
    expect(findBudgetProblems(withBytes({ '/frame.js': 15_001 }), 0)).toEqual([
      'Bytes of script more for paying by card: 20001, the limit is 20000.',
    ]);
  });

  it('does not take a file of unknown size for a small one', () => {
    expect(findBudgetProblems({ ...manifest, cardFrame: { entry: '/unknown.js' } }, 0)).toHaveLength(1);
  });

  it.each([
    ['i18next', './node_modules/i18next/dist/esm/i18next.js'],
    ['antd', './node_modules/antd/es/button/index.js'],
    ['@module-federation', './node_modules/@module-federation/runtime/dist/index.js'],
    ['react-router', './node_modules/react-router/dist/index.mjs'],
    ['wouter', './shells/checkout/node_modules/wouter/index.js'],
  ])('refuses %s anywhere in the checkout', (name, module) => {
    const problems = findBudgetProblems({ ...manifest, modules: [...manifest.modules, module] }, 0);

    expect(problems).toEqual([`The checkout must not load ${name}, but its build contains ${module}.`]);
  });
});

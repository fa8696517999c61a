/** Every rule of .dependency-cruiser.mjs fires on a planted violation: a rule that never fires protects nothing. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const file = path.resolve(import.meta.dirname, '../../.dependency-cruiser.mjs');
const { default: configuration } = (await import(file)) as { default: IConfiguration };

type Tree = Record<string, string>;

/** A tree in which every arrow is allowed; each plant adds the one that is not. */
const CLEAN: Tree = {
  'package.json': '{ "name": "planted", "workspaces": ["schemas", "core"] }',
  'schemas/package.json': '{ "name": "@feira/schemas", "exports": { "./*": "./src/*.ts" } }',
  'schemas/src/common.ts': `export type Money = number;`,
  'plugins/kit/src/index.ts': `import type { Money } from '@feira/schemas/common'; export type Price = Money;`,
  'plugins/kit/src/testing/index.ts': `export const http = 1;`,
  'plugins/family-open/src/client.ts': `import type { Price } from '../../kit/src/index.ts'; export type Charge = Price;`,
  'plugins/alpha/src/index.ts': `import type { Charge } from '../../family-open/src/client.ts'; export type Alpha = Charge;`,
  'plugins/alpha/src/index.test.ts': `import { http } from '../../kit/src/testing/index.ts'; export const used = http;`,
  'plugins/beta/src/index.ts': `export const beta = 1;`,
  'client/src/index.ts': `export const client = 1;`,
  'core/package.json': '{ "dependencies": { "known": "1.0.0" } }',
  'core/src/shared/ids.ts': `export const createId = () => '1';`,
  'core/src/plugins/jobs.ts': `import { createId } from '../shared/ids.ts'; import 'known'; export const jobs = createId();`,
  'core/src/modules/payments/model.ts': `import { createId } from '../../shared/ids.ts'; export const payment = createId();`,
  'core/src/modules/payments/split-model.ts': `import { payment } from './model.ts'; export const split = payment;`,
  'core/src/modules/offers/model.ts': `import { split } from '../payments/split-model.ts'; export const offers = split;`,
  'core/src/modules/payments/service.ts': `import { payment } from './model.ts'; export const service = payment;`,
  'core/src/modules/payments/janitor.ts': `import { service } from './service.ts'; export const janitor = service;`,
  'core/src/modules/payments/routes.ts': `import { service } from './service.ts'; export const routes = service;`,
  'core/src/modules/offers/service.ts': `import { service } from '../payments/service.ts'; export const offer = service;`,
  'core/test/build.ts': `import { routes } from '../src/modules/payments/routes.ts'; export const build = routes;`,
  'shells/kit/src/api.ts': `import type { Money } from '@feira/schemas/common'; export type Answer = Money;`,
  'shells/desk/src/sale/row.tsx': `import type { Answer } from '../../../kit/src/api.ts'; export type Sale = Answer;`,
  'shells/seller/src/components/table.tsx': `import type { Sale } from '../../../desk/src/sale/row.tsx'; export type Row = Sale;`,
  'shells/seller/src/pages/sales/page.tsx': `import type { Row } from '../../components/table.tsx'; export type Sales = Row;`,
  'shells/seller/src/pages/offers/page.tsx': `export const page = 1;`,
  'shells/seller/src/register.tsx': `import type { Sales } from './pages/sales/page.tsx'; export const register = 1; export type Pages = Sales;`,
  'shells/seller/src/bootstrap.tsx': `import { register } from './register.tsx'; export const app = register;`,
  'shells/host/src/layout.tsx': `export const layout = 1;`,
  'tools/src/start.ts': `import { build } from '../../core/test/build.ts'; export const start = build;`,
  'node_modules/known/package.json': '{ "name": "known", "version": "1.0.0", "main": "index.js" }',
  'node_modules/known/index.js': 'module.exports = 1;',
  'node_modules/lucky/package.json': '{ "name": "lucky", "version": "1.0.0", "main": "index.js" }',
  'node_modules/lucky/index.js': 'module.exports = 1;',
};

/** Rule → where the violation stands and what it imports. Types count like values, unless told otherwise. */
const PLANTS: Record<string, Tree> = {
  'schemas-stand-alone': {
    'schemas/src/planted.ts': `import type { jobs } from '../../core/src/plugins/jobs.ts'; export type P = typeof jobs;`,
  },
  'client-stands-alone': {
    'client/src/planted.ts': `import type { jobs } from '../../core/src/plugins/jobs.ts'; export type P = typeof jobs;`,
  },
  'kit-knows-schemas-only': {
    'plugins/kit/src/planted.ts': `import { beta } from '../../beta/src/index.ts'; export const p = beta;`,
  },
  'family-knows-kit-only': {
    'plugins/family-open/src/planted.ts': `import { beta } from '../../beta/src/index.ts'; export const p = beta;`,
  },
  'provider-knows-kit-and-family-only': {
    'plugins/alpha/src/planted.ts': `import { beta } from '../../beta/src/index.ts'; export const p = beta;`,
  },
  'provider-without-libraries': {
    'plugins/alpha/package.json': '{ "dependencies": { "known": "1.0.0" } }',
    'plugins/alpha/src/planted.ts': `import known from 'known'; export const p = known;`,
  },
  'core-discovers-providers': {
    'core/src/planted.ts': `import { beta } from '../../plugins/beta/src/index.ts'; export const p = beta;`,
  },
  'core-without-shells': {
    'core/src/planted.ts': `import { layout } from '../../shells/host/src/layout.tsx'; export const p = layout;`,
  },
  'nothing-ships-tools': {
    'core/src/planted.ts': `import { start } from '../../tools/src/start.ts'; export const p = start;`,
  },
  'shared-is-pure': {
    'core/src/shared/planted.ts': `import type { jobs } from '../plugins/jobs.ts'; export type P = typeof jobs;`,
  },
  'plugins-below-modules': {
    'core/src/plugins/planted.ts': `import { payment } from '../modules/payments/model.ts'; export const p = payment;`,
  },
  'objection-in-models': {
    'core/package.json': '{ "dependencies": { "known": "1.0.0", "objection": "1.0.0" } }',
    'node_modules/objection/package.json': '{ "name": "objection", "version": "1.0.0", "main": "index.js" }',
    'node_modules/objection/index.js': 'module.exports = 1;',
    'core/src/modules/offers/planted.ts': `import { Model } from 'objection'; export const p = Model;`,
  },
  'model-is-lowest': {
    'core/src/modules/offers/price-model.ts': `import { service } from '../payments/service.ts'; export const p = service;`,
    'core/src/modules/offers/model.ts': `import { p } from './price-model.ts'; import { service } from '../payments/service.ts'; export const offers = [p, service];`,
  },
  'entries-are-found-not-imported': {
    'core/src/modules/payments/planted.ts': `import { routes } from './routes.ts'; export const p = routes;`,
  },
  'other-domain-by-service-or-model': {
    'core/src/modules/offers/planted.ts': `import { janitor } from '../payments/janitor.ts'; export const p = janitor;`,
  },
  'shells-know-schemas-only': {
    'shells/host/src/planted.ts': `import type { jobs } from '../../../core/src/plugins/jobs.ts'; export type P = typeof jobs;`,
  },
  'shell-not-shell': {
    'shells/seller/src/planted.ts': `import { layout } from '../../host/src/layout.tsx'; export const p = layout;`,
  },
  'kit-below-desk': {
    'shells/kit/src/planted.ts': `import type { Sale } from '../../desk/src/sale/row.tsx'; export type P = Sale;`,
  },
  'kit-without-procedures': {
    'shells/kit/src/planted.ts': `import { listSales } from '../../../schemas/src/procedures/sales.ts'; export const p = listSales;`,
    'schemas/src/procedures/sales.ts': 'export const listSales = {};',
  },
  'components-below-pages': {
    'shells/seller/src/components/planted.tsx': `import { page } from '../pages/offers/page.tsx'; export const p = page;`,
  },
  'page-not-page': {
    'shells/seller/src/pages/sales/planted.tsx': `import { page } from '../offers/page.tsx'; export const p = page;`,
  },
  'register-is-top': {
    'shells/seller/src/pages/sales/planted.tsx': `import { register } from '../../register.tsx'; export const p = register;`,
  },
  'code-not-test': { 'core/src/planted.ts': `import { build } from '../test/build.ts'; export const p = build;` },
  'testing-in-tests-only': {
    'plugins/alpha/src/planted.ts': `import { http } from '../../kit/src/testing/index.ts'; export const p = http;`,
  },
  'no-cycle': {
    'core/src/one.ts': `import { two } from './two.ts'; export const one = () => two;`,
    'core/src/two.ts': `import type { one } from './one.ts'; export const two = (): typeof one | null => null;`,
  },
  'no-missing-file': { 'core/src/planted.ts': `import { gone } from './gone.ts'; export const p = gone;` },
  'declared-packages-only': { 'core/src/planted.ts': `import lucky from 'lucky'; export const p = lucky;` },
};

const rules = configuration.forbidden ?? [];
let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), 'feira-imports-')));
  plant(CLEAN);
  mkdirSync(path.join(root, 'node_modules/@feira'), { recursive: true });
  symlinkSync('../../schemas', path.join(root, 'node_modules/@feira/schemas'));
});

afterEach(() => rmSync(root, { recursive: true }));

function plant(tree: Tree): void {
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
}

async function listViolations(): Promise<string[]> {
  const { enhancedResolveOptions, ...options } = configuration.options ?? {};
  const { output } = await cruise(
    ['schemas', 'client', 'core', 'plugins', 'shells', 'tools'],
    { ...options, enhancedResolveOptions, baseDir: root, validate: true, ruleSet: { forbidden: rules } },
    { bustTheCache: true },
  );
  return (output as ICruiseResult).summary.violations.map(({ rule, from }) => `${rule.name} in ${from}`);
}

describe('import rules', () => {
  it('find nothing wrong with the allowed arrows', async () => {
    expect(await listViolations()).toEqual([]);
  });

  it('each have a planted violation and say what to do instead', () => {
    expect(Object.keys(PLANTS).sort()).toEqual(rules.map(({ name }) => name).sort());
    expect(rules.filter(({ comment }) => (comment ?? '').length < 40)).toEqual([]);
  });

  it.each(Object.entries(PLANTS))('%s fires', async (name, tree) => {
    plant(tree);

    const violations = await listViolations();

    const planted = Object.keys(tree).filter((file) => file.endsWith('.ts') || file.endsWith('.tsx'));
    expect(violations).toContain(`${name} in ${planted[0]}`);
  });
});

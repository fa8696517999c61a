/** Every rule of tidy fires on a planted violation, and none fires on a tree that follows the style. */
import { describe, expect, it } from 'vitest';
import { testManifest } from '../../../plugins/kit/src/testing/test-manifest.ts';
import { DECISIONS_INDEX, renderDecisions } from './tidy/decisions.ts';
import { completeLockfile } from './tidy/lockfile.ts';
import { PROVIDER_LIST, renderProviderList } from './tidy/provider-list.ts';
import { withTables } from './tidy/readme-tables.ts';
import { STACK } from './tidy/stack.ts';
import { checkTree, RULES } from './tidy.ts';

type Files = Record<string, string>;

const WORDS = { 'pt-BR': 'Palavras', en: 'Words' };
const manifestOf = (id: string) => testManifest({ id, name: id });

/** A file that imports each package of the stack, in each of its places. */
const STACKED: Files = {};
for (const [name, , place] of STACK) {
  const file = place.endsWith('/') ? `${place}stacked.ts` : place;
  STACKED[file] = `${STACKED[file] ?? ''}import {} from '${name}';\n`;
}

const CLEAN: Files = {
  ...STACKED,
  'package.json': '{ "scripts": { "conformance": "" } }',
  'package-lock.json': JSON.stringify({
    packages: {
      'node_modules/tool': { optionalDependencies: { 'tool-linux-x64': '1.0.0' } },
      'node_modules/tool-linux-x64': { version: '1.0.0', integrity: 'sha512-AAAA', optional: true },
    },
  }),
  'README.md': '# Planted',
  'README.pt-BR.md': '# Plantado',
  'docs/alerts.md':
    '# Alerts\n## Cards\n### card-lost\nLost.\n\nAt stake: a card.\n\n1. Look.\n### card-found\nFound.\n\nAt stake: a card.\n\n1. Look.\n',
  'core/src/alerting.ts': "log.warn({ alert: isLost ? 'card-lost' : 'card-found', code: 'x' });",
  'docs/decisions/0001-first.md': '# 1. First\n\n**Area:** payments · **Status:** accepted\n\n## Alternatives\nNone.',
  'docs/decisions/template.md': '# Number. Title',
  'docs/glossary.md':
    '[offers](../core/src/modules/offers) [why](decisions/0001-first.md#alternatives) [web](https://example.com)',
  'schemas/src/common.ts': 'export {};',
  'schemas/src/procedures/checkout.ts': "export const purchase = {\n  name: 'checkout.purchase',\n};",
  'core/migrations/20261120T1200_create_offers.ts': 'export {};',
  'core/migrations/20270101T1000_harmless.ts': `/* UPDATE offer SET price = 1 */ knex.raw(\`
    CREATE TABLE tag (id uuid DEFAULT gen_random_uuid()); CREATE INDEX tag_id ON tag (id); UPDATE tag SET id = null;
    CREATE FUNCTION touch() RETURNS void AS $$ UPDATE offer SET price = 1; $$; GRANT UPDATE (price) ON offer TO feira_app;
    ALTER TABLE offer ADD COLUMN tag_id uuid, ADD COLUMN made_at timestamptz NOT NULL DEFAULT now();
    ALTER TABLE offer ALTER COLUMN tag_id SET DEFAULT gen_random_uuid();
    ALTER TABLE tag ADD CONSTRAINT tag_key PRIMARY KEY (id); ALTER TABLE tag ADD CHECK (id IS NOT NULL);
    ALTER TABLE offer ADD CONSTRAINT offer_key UNIQUE USING INDEX offer_key_index;
    ALTER TABLE offer ADD CONSTRAINT offer_tag CHECK (tag_id IS NOT NULL) NOT VALID\`)`,
  'core/migrations/20270101T1010_proven.ts': 'knex.raw(`ALTER TABLE offer VALIDATE CONSTRAINT offer_tag`)',
  'core/migrations/20270101T1020_not_null.ts': 'knex.raw(`ALTER TABLE offer ALTER COLUMN tag_id SET NOT NULL`)',
  'core/migrations/20270101T1030_index.ts':
    "export const config = { transaction: false }; buildIndex(knex, 'offer_tag', 'ON offer (tag_id)')",
  'core/src/plugins/config.ts': 'const port = process.env.PORT;',
  'core/src/plugins/clock.ts': 'export const now = () => new Date();',
  'core/src/modules/offers/service.ts':
    '// The sandbox attribute of a frame; new Date() and process.env are for others.',
  'core/src/modules/offers/prices.ts': "import { price } from '../prices/service.ts';",
  'core/src/modules/prices/service.ts': 'export const price = 1;',
  'core/src/modules/prices/service.test.ts': "import { offer } from '../offers/service.ts';",
  'core/src/modules/offers/service.test.ts': "const alpha = new Date(); const id = 'alpha';",
  'plugins/kit/package.json': '{ "exports": { "./broker": "./src/broker/index.ts" } }',
  'plugins/kit/src/broker/index.ts': 'export {};',
  'plugins/alpha/package.json':
    '{ "name": "@feira/provider-alpha", "version": "1.2.0", "peerDependencies": { "@feira/plugin-kit": "1.0.0" } }',
  'plugins/alpha/plugin.json': JSON.stringify(manifestOf('alpha')),
  'plugins/alpha/README.md': withTables('# Alpha\n', manifestOf('alpha')),
  'plugins/alpha/CHANGELOG.md': '# Changes',
  'plugins/alpha/src/index.ts': 'export {};',
  'plugins/alpha/src/client.ts': 'export {}; // TODO(#12): pages',
  'plugins/alpha/src/mapping.ts': 'export {};',
  'plugins/alpha/src/provider.ts': 'export function createAlphaProvider() {}',
  'plugins/alpha/src/simulator/wire.ts': 'export {};',
  'plugins/alpha/src/provider.test.ts': 'export {};',
  'plugins/sandbox/package.json':
    '{ "name": "@feira/provider-sandbox", "version": "1.0.0", "peerDependencies": { "@feira/plugin-kit": "1.0.0" } }',
  'plugins/sandbox/plugin.json': JSON.stringify(manifestOf('sandbox')),
  'plugins/sandbox/README.md': withTables('# Sandbox\n', manifestOf('sandbox')),
  'plugins/sandbox/CHANGELOG.md': '# Changes',
  'plugins/sandbox/src/index.ts': 'export {};',
  'plugins/sandbox/src/client.ts': 'export {};',
  'plugins/sandbox/src/mapping.ts': 'export {};',
  'plugins/sandbox/src/provider.ts': 'export const createSandboxProvider = () => undefined;',
  'plugins/sandbox/src/provider.test.ts': 'export {};',
  'shells/seller/src/locales/pt-BR.json': '{ "menu": { "sales": "Vendas" } }',
  'shells/manager/src/register.tsx': 'export {};',
  'docs/AUTHZ.md': '# Who may do what',
  'docs/README.md':
    '# Pages\n\n## Build\n\n- [Glossary](glossary.md): words.\n- [Alerts](alerts.md): alerts.\n- [Access](AUTHZ.md): access.\n- [Providers](PROVIDERS.md): providers.\n',
  // The tables of packages name it.
  'tools/src/write-readme-tables.ts': 'export {};',
  'shells/seller/src/locales/en.json': '{ "menu": { "sales": "Sales" } }',
};
const CLEAN_TREE = { files: Object.keys(CLEAN), read: (file: string) => CLEAN[file]! };
CLEAN[PROVIDER_LIST] = renderProviderList(CLEAN_TREE);
CLEAN[DECISIONS_INDEX] = renderDecisions(CLEAN_TREE);

const unfinished = ['TO', 'DO'].join('');
const filler = ['Lorem', 'ipsum'].join(' ');
/** null takes a file away. */
const PLANTS: [rule: string, plant: Record<string, string | null>, problem: string][] = [
  ['checkKebabCase', { 'core/src/myFile.ts': '' }, 'core/src/myFile.ts: "myFile.ts" is not kebab-case'],
  ['checkKebabCase', { 'core/src/my_folder/file.ts': '' }, '"my_folder" is not kebab-case'],
  ['checkTellingNames', { 'core/src/utils/file.ts': '' }, 'core/src/utils/file.ts: the name says nothing'],
  ['checkTellingNames', { 'shells/manager/src/utils.ts': '' }, 'shells/manager/src/utils.ts: the name says nothing'],
  ['checkTellingNames', { 'shells/seller/src/manager/page.tsx': '' }, 'manager/page.tsx: the name says nothing'],
  ['checkTellingNames', { 'core/src/helpers.ts': '' }, 'core/src/helpers.ts: the name says nothing'],
  ...(
    [
      ['CREATE UNIQUE INDEX offer_tag ON offer (tag_id)', 'CREATE INDEX stops writes'],
      ['CREATE INDEX offer_tag\n  ON offer (tag_id)', 'CREATE INDEX stops writes'],
      ['UPDATE offer SET price = 1', 'UPDATE and DELETE keep rows locked'],
      ['UPDATE offer o SET price = 1', 'UPDATE and DELETE keep rows locked'],
      ['DO $$ BEGIN DELETE FROM offer; END $$', 'UPDATE and DELETE keep rows locked'],
      ['ALTER TABLE offer ADD COLUMN id uuid DEFAULT gen_random_uuid()', 'ADD COLUMN with a default of its own'],
      ['ALTER TABLE offer ADD number bigserial', 'ADD COLUMN with a default of its own'],
      ['ALTER TABLE offer ALTER COLUMN price SET NOT NULL', 'SET NOT NULL reads all of offer'],
      ['ALTER TABLE offer ADD CONSTRAINT c CHECK (price > 0)', 'ADD CONSTRAINT reads all of offer'],
      ['ALTER TABLE offer ADD CHECK (price > 0)', 'ADD CONSTRAINT reads all of offer'],
      [
        'ALTER TABLE offer ADD CONSTRAINT c FOREIGN KEY (a, b) REFERENCES tag (a, b)',
        'ADD CONSTRAINT reads all of offer',
      ],
      [
        'ALTER TABLE offer ADD CONSTRAINT c CHECK (a > 0) NOT VALID, ADD CONSTRAINT d CHECK (b IN (1, 2))',
        'ADD CONSTRAINT reads all of offer',
      ],
      ['ALTER TABLE offer ADD COLUMN tag uuid REFERENCES tag', 'ADD COLUMN with a constraint reads all of offer'],
      ['ALTER TABLE offer ADD number bigint CHECK (number > 0)', 'ADD COLUMN with a constraint reads all of offer'],
      ['ALTER TABLE offer ADD CONSTRAINT c UNIQUE (price)', 'ADD UNIQUE builds an index on offer'],
      [
        'ALTER TABLE offer ADD CONSTRAINT c CHECK (price IS NOT NULL) NOT VALID; ALTER TABLE offer VALIDATE CONSTRAINT c; ALTER TABLE offer ALTER price SET NOT NULL',
        'SET NOT NULL reads all of offer',
      ],
      [
        'ALTER TABLE offer ADD COLUMN tag text`); const config = { transaction: false }; (`',
        'without a transaction a file',
      ],
    ] as const
  ).map(([sql, problem]): (typeof PLANTS)[number] => [
    'checkMigrations',
    { 'core/migrations/20270101T1040_planted.ts': `knex.raw(\`${sql}\`)` },
    `core/migrations/20270101T1040_planted.ts: ${problem}`,
  ]),
  [
    'checkIndexFiles',
    { 'shells/seller/src/pages/index.ts': '' },
    'shells/seller/src/pages/index.ts: index.ts stands only',
  ],
  [
    'checkModuleReadmes',
    Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`core/src/modules/parcels/part-${index}.ts`, ''])),
    'core/src/modules/parcels/: 8 files and no README.md',
  ],
  [
    'checkModuleCircles',
    {
      'core/src/modules/prices/rules.ts': "import type { Tax } from '../taxes/service.ts';",
      'core/src/modules/taxes/service.ts': "export type { Offer } from '../offers/model.ts';",
    },
    'offers → prices (core/src/modules/offers/prices.ts), prices → taxes (core/src/modules/prices/rules.ts), taxes → offers',
  ],
  ['checkProviderShape', { 'plugins/alpha/CHANGELOG.md': null }, 'plugins/alpha: lacks CHANGELOG.md'],
  [
    'checkProviderShape',
    { 'plugins/alpha/src/recipient.ts': '' },
    'plugins/alpha/src/recipient.ts: a provider is made of',
  ],
  ['checkProviderShape', { 'plugins/alpha/src/simulation/wire.ts': '' }, 'simulation/wire.ts: a provider is made of'],
  [
    'checkProviderShape',
    { 'plugins/alpha/src/provider.ts': 'export function createProvider() {}' },
    'plugins/alpha/src/provider.ts: the factory is named createAlphaProvider',
  ],
  [
    'checkProviderShape',
    { 'plugins/alpha/plugin.json': JSON.stringify(manifestOf('other')) },
    'plugins/alpha/plugin.json: the id is "other"',
  ],
  [
    'checkProviderShape',
    { 'plugins/alpha/package.json': '{}' },
    'plugins/alpha/package.json: give it a version of its own',
  ],
  [
    'checkProviderShape',
    {
      'plugins/alpha/description.json': '{ "family": "open", "operations": { "refund": null } }',
      'plugins/family-open/description.json':
        '{ "operations": { "refund": { "request": "POST /refunds" }, "getTransaction": { "request": "GET /charges/{transactionId}" } } }',
    },
    'plugins/alpha: description.json: operations.getTransaction.answer lacks "providerStatus"',
  ],
  ...(
    [
      [{ title: { 'pt-BR': 'Chave', en: 'apiCode' }, description: WORDS }, "apiCode.title is the field's name"],
      [{ title: WORDS, secret: true }, 'credentials.properties.apiCode lacks a description'],
      [{ title: WORDS, enum: ['a', 'https://a.test'] }, 'credentials.properties.apiCode.enumLabels lacks a;'],
    ] as const
  ).map(([field, problem]): [string, Record<string, string>, string] => [
    'checkProviderShape',
    {
      'plugins/alpha/plugin.json': JSON.stringify({
        ...manifestOf('alpha'),
        credentials: { type: 'object', required: [], properties: { apiCode: { type: 'string', ...field } } },
      }),
    },
    problem,
  ]),
  ['checkReadmeTables', { 'plugins/alpha/README.md': '# Alpha' }, 'plugins/alpha/README.md: its tables are not those'],
  [
    'checkReadmeTables',
    { 'plugins/alpha/plugin.json': JSON.stringify({ ...manifestOf('alpha'), moneyUnit: 'reais' }) },
    'plugins/alpha/README.md: its tables are not those of plugin.json',
  ],
  ...[
    ['plugins/alpha/plugin.json', JSON.stringify({ ...manifestOf('alpha'), evidence: 'inferred' })],
    ['plugins/alpha/src/mapping.ts', 'export {};\nexport const more = 1;\n'],
    ['plugins/alpha/conformance.json', '{ "seed": 1, "counts": { "cases": 9, "proofs": 2, "failed": 0 } }'],
    ['plugins/family-greek/family.json', '{ "version": "1.0.0" }'],
    ['docs/PROVIDERS.md', null],
  ].map(([file, text]): [string, Record<string, string | null>, string] => [
    'checkProviderList',
    { [file!]: text! },
    'docs/PROVIDERS.md: it is not about the packages as they are',
  ]),
  ...[
    ['Open `/admin-root/refunds` first.', 'the page /admin-root/refunds'],
    ['Open /manager-root/sales/ID first.', 'the page /manager-root/sales/ID'],
    ['Run `npm run repair`.', 'the script repair'],
  ].map(([text, what]): [string, Record<string, string | null>, string] => [
    'checkRunbooks',
    { 'docs/alerts.md': text! },
    `docs/alerts.md: ${what} does not exist.`,
  ]),
  ...[
    ['docs/alerts.md', 'Run `node tools/src/repair.ts`.', 'tools/src/repair.ts'],
    ['core/src/planted.ts', '/** As docs/gone.md says. */', 'docs/gone.md'],
    ['plugins/alpha/src/client.ts', '// See plugins/kit/src/gone.ts.', 'plugins/kit/src/gone.ts'],
  ].map(([file, text, gone]): [string, Record<string, string>, string] => [
    'checkNamedFiles',
    { [file!]: text! },
    `${file}:1: names ${gone}, which does not exist`,
  ]),
  [
    'checkProviderList',
    { 'README.md': '<!-- Providers: node tools/src/write-readme-tables.ts -->\n\n<!-- /Providers -->\n' },
    'README.md: its table of providers is not about the packages as they are',
  ],
  ...['docs/provider-reference.md: it is not about the kit as it is', 'Book has `pay(): void` without a comment'].map(
    (problem): [string, Record<string, string | null>, string] => [
      'checkProviderReference',
      {
        'plugins/kit/src/simulator-book.ts': 'export interface Book<D> {\n  pay(): void;\n}\n',
        'plugins/kit/src/simulator.ts': 'export {};',
        'docs/provider-reference.md': '# Reference',
      },
      problem,
    ],
  ),
  [
    'checkSnippets',
    { 'docs/cookbook.md': '```json plugins/alpha/plugin.json#auth\n{ "auth": "none" }\n```\n' },
    'docs/cookbook.md: a snippet is not what its file says',
  ],
  ['checkLocales', { 'shells/seller/src/locales/en.json': '{ "menu": {} }' }, 'en.json: lacks "menu.sales"'],
  ['checkLocales', { 'shells/seller/src/locales/pt-BR.json': '{}' }, 'pt-BR.json: lacks "menu.sales"'],
  ['checkLocales', { 'shells/seller/src/locales/en.json': null }, 'shells/seller/src/locales: lacks en.json'],
  [
    'checkWords',
    { 'shells/seller/src/locales/pt-BR.json': '{ "menu": { "sales": "Tarifa do PIX" } }' },
    'shells/seller/src/locales/pt-BR.json: "menu.sales" says "PIX"; write "Pix"',
  ],
  [
    'checkWords',
    { 'shells/seller/src/locales/en.json': '{ "menu": { "sales": "Given back by itself" } }' },
    '"menu.sales" says "by itself"; write "automatically"',
  ],
  [
    'checkProcedureNames',
    { 'schemas/src/procedures/offers.ts': "export const listOffers = {\n  name: 'checkout.listOffers',\n};" },
    'listOffers is named "checkout.listOffers"; it has to be "offers.listOffers"',
  ],
  [
    'checkCoreNamesNoProvider',
    { 'core/src/planted.ts': "\nif (id === 'alpha') {}" },
    'core/src/planted.ts:2: names the provider "alpha"',
  ],
  [
    'checkCoreNamesNoProvider',
    { 'core/src/planted.ts': "import '@feira/provider-sandbox';" },
    'names the provider "sandbox"',
  ],
  ['checkEnvironment', { 'core/src/planted.ts': '\n\nprocess.env.HOME' }, 'core/src/planted.ts:3: reads process.env'],
  ['checkClock', { 'core/src/planted.ts': 'const t = Date.now();' }, 'core/src/planted.ts:1: reads the time itself'],
  [
    'checkClock',
    { 'plugins/alpha/src/client.ts': 'const t = new Date();' },
    'plugins/alpha/src/client.ts:1: reads the time',
  ],
  [
    'checkUnfinished',
    { 'core/src/planted.ts': `// ${unfinished}: more` },
    'core/src/planted.ts:1: TODO marks unfinished work',
  ],
  [
    'checkSpreads',
    { 'core/src/planted.ts': '\nconst a = { ...{ b, c }, d };' },
    'core/src/planted.ts:2: spreads an object that is written out there',
  ],
  [
    'checkColumnNames',
    { 'core/src/planted.ts': 'const text = `SELECT\n  count(*) AS "openCases", h.amount AS "TO_SHIP" FROM held h`;' },
    'core/src/planted.ts:2: names a column in camelCase',
  ],
  [
    'checkTranslatedPages',
    { 'shells/planted/src/main.tsx': "import { createRoot } from 'react-dom/client';\ncreateRoot(root);" },
    'shells/planted/src/main.tsx: draws a page that is wrong once a browser translates it',
  ],
  ['checkUnfinished', { 'docs/page.md': `${filler} dolor` }, 'docs/page.md:1: filler text marks unfinished work'],
  [
    'checkDecisions',
    { 'docs/decisions/0002-long.md': `${'# Alternatives\n'.repeat(51)}` },
    '51 lines; the limit is 50',
  ],
  ['checkDecisions', { 'docs/decisions/0002-short.md': '# Short' }, 'has no section "Alternatives"'],
  ['checkDecisions', { 'docs/decisions/0001-twice.md': '# Alternatives' }, '0001-first.md has this number'],
  [
    'checkDecisions',
    { 'docs/decisions/README.md': '- [1. Old](0001-first.md)' },
    'docs/decisions/README.md: it is not about the decisions as they are',
  ],
  ...['**Area:** weather · **Status:** accepted', '**Status:** accepted'].map(
    (line): [string, Record<string, string>, string] => [
      'checkDecisions',
      { 'docs/decisions/0002-lost.md': `# 2. Lost\n\n${line}\n\n## Alternatives` },
      'docs/decisions/0002-lost.md: has no line "**Area:** … · **Status:** …"',
    ],
  ),
  ['checkPages', { 'docs/planted.md': '# Planted' }, 'docs/README.md: lacks docs/planted.md'],
  ['checkPages', { 'docs/README.md': '## Build\n\n- [Alerts](alerts.md)' }, 'docs/README.md: lacks docs/alerts.md'],
  [
    'checkPages',
    { 'docs/README.md': `${CLEAN['docs/README.md']}\n## Sell\n\n- [Alerts](alerts.md): again.` },
    'docs/README.md: lists docs/alerts.md 2 times',
  ],
  [
    'checkPages',
    { 'docs/README.md': '- [Alerts](alerts.md): alerts.\n\n## Build\n' },
    '"- [Alerts](alerts.md): alerts." stands below no reader',
  ],
  ['checkPages', { 'docs/README.md': null }, 'docs/README.md: lists the pages of docs by reader; write it'],
  [
    'checkLinks',
    { 'docs/page.md': '\n[gone](decisions/0002-gone.md)' },
    'docs/page.md:2: nothing is at decisions/0002',
  ],
  [
    'checkAlerts',
    { 'core/src/planted.ts': "\nlog.warn({ alert: 'card-stolen', reason: 'card-lost' });" },
    'core/src/planted.ts:2: docs/alerts.md has no part "card-stolen"',
  ],
  ['checkAlerts', { 'plugins/kit/src/planted.ts': '({ alert: toAlert(end) })' }, 'write the name of the alert out'],
  ['checkAlerts', { 'core/src/alerting.ts': '' }, 'docs/alerts.md: nothing raises "card-found"'],
  [
    'checkAlerts',
    { 'docs/alerts.md': '### card-lost\n1. Look.\n### card-found\nAt stake: a card.\n1. Look.' },
    '"card-lost" has to say "At stake: …"',
  ],
  [
    'checkLockfile',
    { 'package-lock.json': '{"packages":{"node_modules/a":{"optionalDependencies":{"a-darwin-arm64":"1.0.0"}}}}' },
    'package-lock.json: lacks the optional package a-darwin-arm64',
  ],
  [
    'checkLockfile',
    { 'package-lock.json': '{"packages":{"node_modules/a-darwin-arm64":{"version":"1.0.0","optional":true}}}' },
    'package-lock.json: names no integrity of a-darwin-arm64',
  ],
  [
    'checkStack',
    { 'core/src/modules/stacked.ts': "// import { Model } from 'objection';\nimport 'objection-lite';" },
    'core/src/modules/: nothing imports objection, a package of the stack; decision 76',
  ],
  [
    'checkStack',
    { 'shells/kit/src/components/stacked.ts': "import Tag from './tag.tsx';" },
    'shells/kit/src/components/: nothing imports antd, a package of the stack; decision 8',
  ],
];

function listProblems(plant: Record<string, string | null>): string[] {
  const files = { ...CLEAN, ...plant };
  const present = Object.keys(files).filter((file) => files[file] !== null);
  return checkTree({ files: present, read: (file) => files[file]! });
}

describe('tidy', () => {
  it('has nothing to say about a tree that follows the style', () => {
    expect(listProblems({})).toEqual([]);
  });

  it('has a plant for each rule', () => {
    expect(new Set(PLANTS.map(([rule]) => rule))).toEqual(new Set(RULES.map((rule) => rule.name)));
  });

  it.each(PLANTS)('%s sees %j', (_, plant, problem) => {
    expect(listProblems(plant).join('\n')).toContain(problem);
  });
});

describe('completeLockfile', () => {
  const findIntegrity = async (name: string) => `sha512-of-${name}`;

  it('adds what npm left out, so that npm passes over it on other systems and proves its files there', async () => {
    const gap = {
      packages: { 'node_modules/a': { dev: true, optionalDependencies: { 'a-linux-arm64-musl': '1.0.0' } } },
    };

    const completed = JSON.parse(await completeLockfile(JSON.stringify(gap), findIntegrity));

    expect(completed.packages['node_modules/a-linux-arm64-musl']).toEqual({
      version: '1.0.0',
      dev: true,
      optional: true,
      os: ['linux'],
      cpu: ['arm64'],
      libc: ['musl'],
      integrity: 'sha512-of-a-linux-arm64-musl',
    });
  });

  it('leaves an integrity out that the registry does not know', async () => {
    const gap = { packages: { 'node_modules/a': { version: '1.0.0', optional: true } } };

    const completed = JSON.parse(await completeLockfile(JSON.stringify(gap), async () => undefined));

    expect(completed).toEqual(gap);
  });

  it('leaves a whole lockfile as it is', async () => {
    const whole = `${JSON.stringify(JSON.parse(CLEAN['package-lock.json']!), null, 2)}\n`;

    expect(await completeLockfile(whole, findIntegrity)).toBe(whole);
  });
});

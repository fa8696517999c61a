/**
 * Makes a package of the template beside this file, which is one itself: a provider with every method that our own type
 * checker, linter and tests see. Lines carry tags: `code // [tag]` stays where the tag is on, `// [tag] code` comes alive there,
 * and `// [tag]` to `// [/tag]` is a block of the first kind. `!` turns a tag round.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Examples } from '@feira/schemas/examples';
import { CONTRACT_VERSION, type Manifest, type ProviderAuth } from '@feira/schemas/manifest';
import { toReais } from '@feira/schemas/rules/money';
import { withTables } from '../../check/tidy/readme-tables.ts';
import { credential } from './credential.ts';
import { listOpenPoints } from './open-points.ts';
import { renderOpenApi } from './openapi/render-openapi.ts';
import type { NewProvider } from './options.ts';
import { CALLS_ARE_MADE_UP, SURPRISES, WORDS_PAGE } from './placeholders.ts';
import { MEMBER_TEST, renderMember } from './render-member.ts';
import { toDescription, toExamples, toTableTest, withTableWords } from './render-table.ts';
import { listParts } from './table-operations.ts';

const TEMPLATE = path.join(import.meta.dirname, 'template');
const SCHEMAS_PACKAGE = path.resolve(import.meta.dirname, '../../../../schemas/package.json');
const KIT_PACKAGE = path.resolve(import.meta.dirname, '../../../../plugins/kit/package.json');
const SOURCES = ['index.ts', 'client.ts', 'mapping.ts', 'provider.ts', 'simulator.ts', 'provider.test.ts'];
/** The exports of a package that is data alone. */
const EXPORTS = { './plugin.json': './plugin.json', './description.json': './description.json' };
const FIXTURE = 'src/fixtures/create-charge.json';

const TABLE_README = `# Acme

## What is left to do

${CALLS_ARE_MADE_UP} Replace them in \`description.json\` and the examples in \`examples\` by those of the provider's pages, and the words, addresses
and credentials in \`plugin.json\`. List what its pages say that the words mean in \`examples/words.json\`. Say "documented" there as \`evidence\` once you work from the provider's own pages. {{guide}} says
what a description can do.

## Quirks

${SURPRISES}
`;

export interface Places {
  /** The new folder as a person would type it. */
  folder: string;
  /** The guide's name, as a link where the package lies in the clone. */
  guide: string;
  /** The day on which a document is read, as examples name it. */
  today: string;
}

/** Paths below the new folder, and their texts; not formatted yet. */
export async function renderPackage(options: NewProvider, places: Places): Promise<Map<string, string>> {
  if (options.kind === 'family') return renderMember(options);
  const read = (name: string) => readFile(path.join(TEMPLATE, name), 'utf8');
  const rename = (text: string) => renameAll(text, options);
  const files = new Map<string, string>();
  const packageJson = await toPackageJson(JSON.parse(await read('package.json')), options);
  const template = toManifest(JSON.parse(rename(await read('plugin.json'))), options);
  files.set('CHANGELOG.md', rename(await read('CHANGELOG.md')));
  if (options.kind === 'openapi') {
    files.set('package.json', toText({ ...packageJson, exports: EXPORTS }));
    files.set('src/provider.test.ts', MEMBER_TEST);
    for (const [name, text] of await renderOpenApi(options, places.guide, places.today)) files.set(name, text);
    return files;
  }
  if (options.kind === 'table') {
    const manifest = withTableWords(template, options);
    files.set('package.json', toText({ ...packageJson, exports: EXPORTS }));
    files.set('plugin.json', toText(manifest));
    files.set('description.json', toText(toDescription(options)));
    files.set('examples/invented.json', rename(toText(toExamples(options))));
    files.set('examples/words.json', toText(toWords(manifest, places.today, options)));
    files.set('README.md', withTables(rename(TABLE_README).replace('{{guide}}', places.guide), manifest));
    files.set('src/provider.test.ts', toTableTest(options, manifest.credentials.required));
    return files;
  }
  const manifest = template;
  files.set('package.json', toText(packageJson));
  files.set('plugin.json', toText(manifest));
  files.set('examples/words.json', toText(toWords(manifest, places.today, options)));
  files.set('README.md', toReadme(rename(await read('README.md')), manifest, options, places));
  for (const name of SOURCES) {
    files.set(`src/${name}`, rename(applyTags(await read(`src/${name}`), listTags(options))));
  }
  files.set(FIXTURE, toText(toFixture(JSON.parse(rename(await read(FIXTURE))), options)));
  return files;
}

/** The list of words that the suite asks for, with the meanings of plugin.json, until the author has the page that lists them. */
const toWords = ({ status }: Manifest, today: string, { operations }: NewProvider): Examples => ({
  source: WORDS_PAGE,
  date: today,
  evidence: 'documented',
  note: 'FILL IN: the page that says what each word means, the day on which it did, and its words',
  words: {
    ...Object.fromEntries(Object.entries(status).map(([table, { map }]) => [table, map])),
    ...Object.assign({}, ...listParts(operations).map(({ listed }) => listed)),
  },
});

const toText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function renameAll(text: string, { id, name, methods }: NewProvider): string {
  const pascal = id
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
  return text
    .replaceAll('createAcmeProvider', `create${pascal}Provider`)
    .replaceAll('Acme', name)
    .replaceAll('acme', id)
    .replaceAll("sampleTransaction('PIX'", `sampleTransaction('${methods[0]}'`)
    .replaceAll("paymentMethod: 'PIX',", `paymentMethod: '${methods[0]}',`);
}

function listTags({ methods, auth, money }: NewProvider): Set<string> {
  const tags = new Set<string>([...methods, auth, money]);
  if (methods[0] === 'CREDIT_CARD') tags.add('CARD_FIRST');
  if (methods.every((method) => method === 'CREDIT_CARD')) tags.add('CARD_ONLY');
  return tags;
}

const MARK = /^\s*\/\/ \[(\/?)(!?\w+)\]$/;
const SLEEPING = /^(\s*)\/\/ \[(!?\w+)\] (.*)$/;
const TAGGED = /^(.*\S)\s*\/\/ \[(!?\w+)\]$/;

export function applyTags(text: string, tags: ReadonlySet<string>): string {
  const isOn = (tag: string) => (tag.startsWith('!') ? !tags.has(tag.slice(1)) : tags.has(tag));
  const open: string[] = [];
  const lines = text.split('\n').flatMap((line) => {
    const [, end, mark] = MARK.exec(line) ?? [];
    if (mark !== undefined) {
      if (end) open.pop();
      else open.push(mark);
      return [];
    }
    if (!open.every(isOn)) return [];
    const [, indent, sleeping = '', woken] = SLEEPING.exec(line) ?? [];
    if (woken !== undefined) return isOn(sleeping) ? [indent + woken] : [];
    const [, code, tag = ''] = TAGGED.exec(line) ?? [];
    if (code !== undefined) return isOn(tag) ? [code] : [];
    return [line];
  });
  return lines.join('\n');
}

async function toPackageJson(template: Record<string, unknown>, { id }: NewProvider): Promise<object> {
  const version = async (file: string) => (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
  const [kit, schemas] = await Promise.all([version(KIT_PACKAGE), version(SCHEMAS_PACKAGE)]);
  const peerDependencies = { '@feira/plugin-kit': kit, '@feira/schemas': schemas };
  return { ...template, name: `@feira/provider-${id}`, peerDependencies };
}

const AUTH: Record<NewProvider['auth'], ProviderAuth> = {
  header: { type: 'header', header: 'authorization', credential: 'secretKey', prefix: 'Bearer ' },
  basic: { type: 'basic', username: { credential: 'username' }, password: { credential: 'password' } },
  oauth2: {
    type: 'oauth2',
    tokenPath: '/oauth/token',
    encoding: 'json',
    clientId: 'clientId',
    clientSecret: 'clientSecret',
    clientIn: 'body',
  },
  none: { type: 'none' },
};

const CREDENTIALS: Record<NewProvider['auth'], Manifest['credentials']['properties']> = {
  header: { secretKey: credential('Chave secreta', 'Secret key', true) },
  basic: { username: credential('Usuário', 'User', false), password: credential('Senha', 'Password', true) },
  oauth2: {
    clientId: credential('Identificação do cliente', 'Client id', false),
    clientSecret: credential('Segredo do cliente', 'Client secret', true),
  },
  none: {},
};

function toManifest(template: Manifest, { methods, auth, money }: NewProvider): Manifest {
  const { webhookSecret } = template.credentials.properties;
  const properties = { ...CREDENTIALS[auth], webhookSecret: webhookSecret! };
  const offered = methods.map((method) => [method, template.capabilities.methods?.[method]]);
  return {
    ...template,
    contract: `^${CONTRACT_VERSION}`,
    auth: AUTH[auth],
    credentials: { type: 'object', required: Object.keys(properties), properties },
    capabilities: { methods: Object.fromEntries(offered) },
    moneyUnit: money,
  };
}

/** The first method's answer to a new charge, in the provider's unit. */
function toFixture(template: { id: string; amount: number }, { methods, money }: NewProvider): object {
  const amount = money === 'reais' ? toReais(template.amount) : template.amount;
  const details = {
    PIX: {},
    CREDIT_CARD: { method: 'card', pix: undefined, card: { brand: 'visa', last_digits: '1111' } },
    BILLET: { method: 'boleto', pix: undefined, boleto: { line: '9'.repeat(47), url: 'https://acme.invalid/boleto' } },
  };
  return { ...template, amount, ...details[methods[0] ?? 'PIX'] };
}

function toReadme(template: string, manifest: Manifest, { methods }: NewProvider, { folder, guide }: Places): string {
  const points = listOpenPoints(methods).map(({ file, what }, index) => `${index + 1}. \`${file}\`: ${what}`);
  const words = { folder, guide, points: points.join('\n') };
  const text = Object.entries(words).reduce((so, [name, value]) => so.replaceAll(`{{${name}}}`, value), template);
  return withTables(text, manifest);
}

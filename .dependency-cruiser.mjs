/** Declares which folders may import which. Each comment says what to do instead. tools/src/imports.test.ts plants a violation of every rule. */

const TEST_FILES = ['\\.test\\.tsx?$', '/test-[^/]+\\.tsx?$', '^core/test/'];
const TESTS = [...TEST_FILES, '^tools/', '^plugins/kit/src/testing/'];
const PROVIDER = '^plugins/(?!kit/|family-)([^/]+)/';
/** The parts of a module that autoload finds. */
const ENTRY = '^core/src/modules/[^/]+/(procedures|routes|jobs)\\.ts$';
/** model.ts and …-model.ts. */
const MODEL = '[/-]model\\.ts$';

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const layers = [
  {
    name: 'schemas-stand-alone',
    comment:
      'Both sides read schemas/. Move what it needs here, or keep the code that needs the other side over there.',
    from: { path: '^schemas/' },
    to: { path: '^(core|plugins|shells|tools)/' },
  },
  {
    name: 'client-stands-alone',
    comment:
      'The client is installed without the platform. tools/src/client/write-calls.ts writes into it what it needs of schemas/.',
    from: { path: '^client/' },
    to: { path: '^(schemas|core|plugins|shells|tools)/' },
  },
  {
    name: 'kit-knows-schemas-only',
    comment: 'Every author depends on plugins/kit. Give it an interface that the host or the adapter fills in.',
    from: { path: '^plugins/kit/', pathNot: TESTS },
    to: { path: ['^(core|shells|tools)/', '^plugins/(?!kit/)'] },
  },
  {
    name: 'family-knows-kit-only',
    comment: 'A family is what its providers share. What only one of them needs belongs into that provider.',
    from: { path: '^plugins/family-([^/]+)/' },
    to: { path: ['^(core|shells|tools)/', '^plugins/(?!kit/)'], pathNot: '^plugins/family-$1/' },
  },
  {
    name: 'provider-knows-kit-and-family-only',
    comment:
      'A provider is installed without the platform. Ask the host through ProviderContext, or share through a family.',
    from: { path: PROVIDER },
    to: { path: ['^(core|shells|tools)/', '^plugins/(?!kit/|family-)'], pathNot: '^plugins/$1/' },
  },
  {
    name: 'provider-without-libraries',
    comment: 'An adapter uses the kit and nothing else: http, crypto, clock and log come from the host.',
    from: { path: `${PROVIDER}src/`, pathNot: TESTS },
    to: {
      dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-no-pkg', 'npm-unknown'],
      path: 'node_modules/(?!@feira/)',
    },
  },
  {
    name: 'core-discovers-providers',
    comment:
      'The core learns of providers from their manifests (core/src/plugins/providers.ts); import only plugins/kit.',
    from: { path: '^core/' },
    to: { path: '^plugins/(?!kit/)' },
  },
  {
    name: 'core-without-shells',
    comment: 'The core serves what the build wrote into dist/shells; a type both need belongs into schemas/.',
    from: { path: '^core/' },
    to: { path: '^shells/' },
  },
  {
    name: 'nothing-ships-tools',
    comment: 'tools/ stays on the machines of developers. Move what the product needs to where it is used.',
    from: { path: '^(schemas|core|plugins|shells)/', pathNot: TESTS },
    to: { path: '^tools/' },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const core = [
  {
    name: 'shared-is-pure',
    comment: 'core/src/shared knows no plugin and no module. Pass in what it needs as a parameter.',
    from: { path: '^core/src/shared/' },
    to: { path: '^core/src/(?!shared/)' },
  },
  {
    name: 'plugins-below-modules',
    comment: 'A cross-cutting plugin loads before every module. Let the module register itself with the plugin.',
    from: { path: '^core/src/plugins/', pathNot: TESTS },
    to: { path: '^core/src/modules/' },
  },
  {
    name: 'objection-in-models',
    comment:
      'Objection maps what people edit, in model.ts or …-model.ts; services begin queries by queryIn of edited-model.ts.',
    from: { pathNot: [MODEL, '^core/src/shared/edited-model\\.ts$', 'node_modules'] },
    to: { path: 'node_modules/objection/' },
  },
  {
    name: 'model-is-lowest',
    comment: 'A model holds table, relations and queries. Logic that needs more belongs into the service above it.',
    from: { path: `^core/src/modules/.+${MODEL}` },
    to: { path: '^core/src/modules/', pathNot: [MODEL, '/status\\.ts$'] },
  },
  {
    name: 'entries-are-found-not-imported',
    comment: 'Autoload finds procedures, routes and jobs. Put what others need into service.ts.',
    from: { path: '^core/', pathNot: TESTS },
    to: { path: ENTRY },
  },
  {
    name: 'other-domain-by-service-or-model',
    comment:
      "Another domain's files may change at will. Call its service.ts, or read through its model.ts or …-model.ts.",
    from: { path: '^core/src/modules/([^/]+)/', pathNot: TESTS },
    to: { path: '^core/src/modules/', pathNot: ['^core/src/modules/$1/', '/service\\.ts$', MODEL] },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const shells = [
  {
    name: 'shells-know-schemas-only',
    comment: 'A shell talks to the core over HTTP, with types from schemas/.',
    from: { path: '^shells/', pathNot: TESTS },
    to: { path: '^(core|plugins)/' },
  },
  {
    name: 'shell-not-shell',
    comment:
      'Shells are deployed apart. Share through shells/kit or shells/desk, or let the host mount the other shell.',
    from: { path: '^shells/([^/]+)/' },
    to: { path: '^shells/(?!kit/|desk/)', pathNot: '^shells/$1/' },
  },
  {
    name: 'kit-below-desk',
    comment: 'The kit holds parts of an interface. What knows sales, people or providers belongs into shells/desk.',
    from: { path: '^shells/kit/' },
    to: { path: '^shells/desk/' },
  },
  {
    name: 'kit-without-procedures',
    comment:
      'A part that calls a procedure of its own is a panel of shells/desk. The kit takes procedures as parameters.',
    from: { path: '^shells/kit/', pathNot: TESTS },
    to: { path: '^schemas/src/procedures/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'components-below-pages',
    comment: 'A component is used by several pages. Hand it what it needs as props.',
    from: { path: '^shells/[^/]+/src/components/' },
    to: { path: '^shells/[^/]+/src/(pages/|register\\.)' },
  },
  {
    name: 'page-not-page',
    comment: 'Move what two pages share into components/ of this shell.',
    from: { path: '^shells/([^/]+)/src/pages/([^/]+)/' },
    to: { path: '^shells/$1/src/pages/', pathNot: '^shells/$1/src/pages/$2/' },
  },
  {
    name: 'register-is-top',
    comment: 'register.tsx lists the pages; nothing below it may know the list. Use a path, not the table.',
    from: { path: '^shells/', pathNot: ['/src/(index|bootstrap)\\.tsx?$', ...TESTS] },
    to: { path: '^shells/(?!kit/)[^/]+/src/register\\.tsx?$' },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const everywhere = [
  {
    name: 'code-not-test',
    comment: 'Tests read code, never the other way round. Move what both need into a file that is no test.',
    from: { pathNot: TESTS },
    to: { path: TEST_FILES, pathNot: '^plugins/kit/src/testing/' },
  },
  {
    name: 'testing-in-tests-only',
    comment: 'plugins/kit/src/testing brings a fake network. Shipped code takes the real one from the host.',
    from: { pathNot: TESTS },
    to: { path: '^plugins/kit/src/testing/' },
  },
  {
    name: 'no-cycle',
    comment: 'Two files that need each other are one thing, or need a third below both. This holds for types as well.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-missing-file',
    comment: 'Correct the path, or install the package into this workspace.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'declared-packages-only',
    comment:
      'List the package in the package.json of this workspace: a package installed by luck is missing elsewhere.',
    from: { path: '^(schemas|core|plugins|shells)/', pathNot: TESTS },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...layers, ...core, ...shells, ...everywhere].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    // With TypeScript 7 alone, dependency-cruiser reads nothing and finds nothing wrong.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.d.mts', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};

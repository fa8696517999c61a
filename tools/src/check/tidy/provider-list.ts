/** docs/PROVIDERS.md: every provider package with what it offers, how it is proved and how large it is, written from the packages alone. */
import type { ConformanceReport } from '@feira/plugin-kit/broker';
import type { Description } from '@feira/schemas/description';
import type { Manifest } from '@feira/schemas/manifest';
import type { Operation } from '@feira/schemas/provider';
import { leastEvidence } from '@feira/schemas/rules/evidence';
import { DESTINATIONS, describeEvidence, describeMandates, METHOD_NAMES, REFUNDS } from './readme-tables.ts';
import { isTest, listProviders, type TidyRule, type Tree } from './tree.ts';

export const PROVIDER_LIST = 'docs/PROVIDERS.md';
const COMMAND = 'node tools/src/write-readme-tables.ts';
const GOAL = 250;

/** Every operation is a column, in the order of the contract. */
const OPERATIONS = {
  createTransaction: 'charge',
  getTransaction: 'look up',
  refund: 'refund',
  capture: 'capture',
  void: 'void',
  createCardToken: 'card token',
  createCardId: 'store card',
  deleteCard: 'delete card',
  withdraw: 'withdraw',
  getWithdraw: 'look up withdrawal',
  authorizeWithdraw: 'approve withdrawal',
  createReceiver: 'receiver',
  getReceiver: 'look up receiver',
  getReceiverDocuments: 'documents',
  sendReceiverDocument: 'send document',
  getReceiverLink: 'link',
  processWebhook: 'events',
  createMandate: 'mandate',
  getMandate: 'look up mandate',
  cancelMandate: 'cancel mandate',
  chargeMandate: 'charge mandate',
  getMandateCharge: 'look up mandate charge',
  retryMandateCharge: 'retry mandate charge',
  cancelMandateCharge: 'cancel mandate charge',
  refundMandateCharge: 'refund mandate charge',
  scoreTransaction: 'score',
  reportOutcome: 'report outcome',
  checkPerson: 'check person',
  getPersonCheck: 'look up check',
} as const satisfies Record<Operation, string>;

interface Package {
  id: string;
  manifest: Manifest;
  report: ConformanceReport | null;
  kind: 'data' | 'code' | 'data and code';
  family: string | null;
  lines: { adapter: number; simulator: number; manifest: number; inAll: number };
}

export const checkProviderList: TidyRule = (tree) => [
  ...(tree.files.includes(PROVIDER_LIST) && tree.read(PROVIDER_LIST) === renderProviderList(tree)
    ? []
    : [`${PROVIDER_LIST}: it is not about the packages as they are; run ${COMMAND}.`]),
  ...FRONT_PAGES.filter(
    (page) => tree.files.includes(page) && tree.read(page) !== withProviderSummary(tree.read(page), page, tree),
  ).map((page) => `${page}: its table of providers is not about the packages as they are; run ${COMMAND}.`),
];

/** The pages that newcomers read first have a short table of all packages, between these marks. */
export const FRONT_PAGES = ['README.md', 'README.pt-BR.md'] as const;
const BEGIN = `<!-- Providers: ${COMMAND} -->`;
const END = '<!-- /Providers -->';

/** Words of the short table, by page. */
const SUMMARY_WORDS = {
  'README.md': {
    head: ['Package', 'Methods', 'Evidence'],
    methods: METHOD_NAMES,
    none: 'withdrawals only',
    evidence: {
      documented: "documented: held against the provider's own pages",
      'public-code': "public code: held against somebody's published client",
      inferred: 'inferred: nobody has shown the protocol',
    },
    inPart: {
      documented: 'in part documented',
      'public-code': 'in part public code',
      inferred: 'in part inferred',
      verified: 'every operation verified at the provider',
    },
    sandbox: 'built in; no real money',
  },
  'README.pt-BR.md': {
    head: ['Pacote', 'Formas de pagamento', 'Evidência'],
    methods: { PIX: 'Pix', CREDIT_CARD: 'cartão', BILLET: 'boleto' },
    none: 'só saques',
    evidence: {
      documented: 'documentada: conferida com as páginas do provedor',
      'public-code': 'código público: conferida com um cliente publicado por terceiros',
      inferred: 'inferida: ninguém mostrou o protocolo',
    },
    inPart: {
      documented: 'em parte documentada',
      'public-code': 'em parte código público',
      inferred: 'em parte inferida',
      verified: 'cada operação verificada no provedor',
    },
    sandbox: 'embutido; sem dinheiro de verdade',
  },
} as const;

/** Returns the page with a short table of all packages between its marks; a page without the marks is returned as it is. */
export function withProviderSummary(text: string, page: (typeof FRONT_PAGES)[number], tree: Tree): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) return text;
  const words = SUMMARY_WORDS[page];
  const rows = readPackages(tree).map(({ id, manifest }) => {
    const offered = Object.entries(words.methods).filter(
      ([method]) => manifest.capabilities.methods?.[method as keyof typeof METHOD_NAMES],
    );
    return [
      `[${manifest.name}](plugins/${id}/README.md)`,
      offered.map(([, name]) => name).join(', ') || words.none,
      id === 'sandbox' ? words.sandbox : describeLevel(manifest, words),
    ];
  });
  return `${text.slice(0, begin)}${BEGIN}\n\n${drawAligned([...words.head], rows)}\n\n${text.slice(end)}`;
}

function describeLevel(manifest: Manifest, words: (typeof SUMMARY_WORDS)[(typeof FRONT_PAGES)[number]]): string {
  const least = leastEvidence(manifest);
  const stated = words.evidence[manifest.evidence];
  return least === manifest.evidence ? stated : `${stated}; ${words.inPart[least]}`;
}

/** Explains the word only where the page has it. */
const describeVerified = (packages: readonly Package[]): string =>
  packages.some(({ manifest }) => manifest.verifiedByOperation)
    ? '\n"verified" is what was seen working at the provider itself, by `npm run verify:provider` ([how](verify-provider.md)).'
    : '';

const readPackages = (tree: Tree): Package[] =>
  listProviders(tree)
    .filter((id) => tree.files.includes(`plugins/${id}/plugin.json`))
    .map((id) => readPackage(tree, id));

export function renderProviderList(tree: Tree): string {
  const packages = readPackages(tree);
  const families = listFamilies(tree);
  return `# Providers

<!-- Written by ${COMMAND}, and by npm run conformance. -->

${packages.length} packages. ${countBy(packages, ({ kind }) => kind)}. Evidence: ${countBy(packages, ({ manifest }) => manifest.evidence)}.
${describeLines(packages, families)}

## What each offers

${drawTable(
  ['Provider', 'Evidence', ...Object.values(METHOD_NAMES), 'Withdrawals to', 'Receivers', 'Splits', 'Mandates'],
  packages.map(({ id, manifest }) => [linkTo(id, manifest), describeEvidence(manifest), ...describeOffers(manifest)]),
)}

A method names how a charge can be refunded. "documented" is held against the provider's own pages, "public-code" against somebody's published
client of it, and "inferred" means that nobody has shown the protocol: compare it with the provider's pages before you sell with it. Operations that are known in another way are named behind it.${describeVerified(packages)}

## Operations

${drawTable(
  ['Provider', ...Object.values(OPERATIONS)],
  packages.map(({ id, manifest }) => [
    linkTo(id, manifest),
    ...Object.keys(OPERATIONS).map((name) => (manifest.operations.includes(name as Operation) ? '✓' : '')),
  ]),
)}

## Proofs and size

${drawTable(
  ['Provider', 'Proofs held', 'Cases', 'Seed', 'Made of', 'Family', 'Adapter', 'Simulator', 'Manifest', 'In all'],
  packages.map(({ id, manifest, report, kind, family, lines }) => [
    linkTo(id, manifest),
    ...describeReport(report),
    kind,
    family ?? '',
    ...[lines.adapter, lines.simulator, lines.manifest, lines.inAll].map(String),
  ]),
)}

Lines without tests, fixtures and examples. The adapter is \`description.json\` with what code there is in \`src\` and \`browser\`; a package that is
data has no simulator of its own, because the kit plays its description backwards. A family is counted once:

${drawTable(
  ['Family', 'Members', 'Lines'],
  [...families].map(([name, lines]) => [
    `[${name}](../plugins/family-${name})`,
    packages
      .filter(({ family }) => family === name)
      .map(({ id }) => id)
      .join(', '),
    String(lines),
  ]),
)}
`;
}

function readPackage(tree: Tree, id: string): Package {
  const folder = `plugins/${id}/`;
  const read = <T>(name: string) =>
    tree.files.includes(folder + name) ? (JSON.parse(tree.read(folder + name)) as T) : null;
  const count = (isWanted: (name: string) => boolean) =>
    countLines(tree, (file) => file.startsWith(folder) && isWanted(file.slice(folder.length)));
  const description = read<Description>('description.json');
  const isSimulator = (name: string) => name.startsWith('src/simulator');
  const isAdapter = (name: string) => /^(src|browser)\/.*\.ts$/.test(name) && !isSimulator(name);
  const lines = {
    adapter: count((name) => name === 'description.json' || isAdapter(name)),
    simulator: count(isSimulator),
    manifest: count((name) => name === 'plugin.json'),
  };
  const hasCode = tree.files.includes(`${folder}src/index.ts`);
  const imported = hasCode && /family-([a-z0-9-]+)\//.exec(tree.read(`${folder}src/index.ts`))?.[1];
  return {
    id,
    manifest: read<Manifest>('plugin.json')!,
    report: read('conformance.json'),
    kind: !description ? 'code' : hasCode ? 'data and code' : 'data',
    family: description?.family ?? (imported || null),
    lines: { ...lines, inAll: lines.adapter + lines.simulator + lines.manifest },
  };
}

/** Each family with its lines. */
function listFamilies(tree: Tree): Map<string, number> {
  const names = tree.files.flatMap((file) => /^plugins\/family-([^/]+)\/family\.json$/.exec(file)?.[1] ?? []);
  return new Map(
    names.map((name) => {
      const folder = `plugins/family-${name}/`;
      const isPart = (file: string) => file === `${folder}description.json` || file.startsWith(`${folder}src/`);
      return [name, countLines(tree, isPart)];
    }),
  );
}

const countLines = (tree: Tree, isWanted: (file: string) => boolean): number =>
  tree.files
    .filter((file) => isWanted(file) && !isTest(file))
    .reduce((sum, file) => sum + tree.read(file).split('\n').length - 1, 0);

function describeLines(packages: readonly Package[], families: ReadonlyMap<string, number>): string {
  const medianOf = (lines: (one: Package) => number) => median(packages.map(lines));
  const withFamily = ({ lines, family }: Package) => lines.inAll + (families.get(family ?? '') ?? 0);
  return `Lines of a package in all, as the median: **${medianOf(({ lines }) => lines.inAll)}** (goal: at most ${GOAL}), of which the adapter ${medianOf(
    ({ lines }) => lines.adapter,
  )}; ${medianOf(withFamily)} where a whole family is counted for each of its members.`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return Number.isInteger(middle) ? (sorted[middle - 1]! + sorted[middle]!) / 2 : sorted[Math.floor(middle)]!;
}

function countBy(packages: readonly Package[], name: (one: Package) => string): string {
  const groups = [...Map.groupBy(packages, name)].map(([word, { length }]) => ({ word, length }));
  return groups
    .toSorted((one, other) => other.length - one.length || (one.word < other.word ? -1 : 1))
    .map(({ word, length }) => `${word} ${length}`)
    .join(', ');
}

const linkTo = (id: string, { name }: Manifest): string => `[${name}](../plugins/${id}/README.md)`;

function describeOffers({ capabilities, operations }: Manifest): string[] {
  const methods = Object.keys(METHOD_NAMES).map((name) => {
    const method = capabilities.methods?.[name as keyof typeof METHOD_NAMES];
    return method ? REFUNDS[method.refund] : '';
  });
  const withdrawals = capabilities.withdraw?.map((destination) => DESTINATIONS[destination]).join(', ') ?? '';
  const mark = (isOffered: boolean | undefined) => (isOffered ? '✓' : '');
  return [
    ...methods,
    withdrawals,
    mark(operations.includes('createReceiver')),
    mark(capabilities.splits),
    describeMandates(capabilities.mandates),
  ];
}

function describeReport(report: ConformanceReport | null): string[] {
  if (!report) return ['no report', '', ''];
  const { proofs, failed, cases } = report.counts;
  return [`${proofs - failed} of ${proofs}`, cases.toLocaleString('en'), String(report.seed)];
}

/** Cells are not padded: a longer one in one row would change every other row. */
function drawTable(head: string[], rows: string[][]): string {
  const draw = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [draw(head), draw(head.map(() => '---')), ...rows.map(draw)].join('\n');
}

/** The format of front pages: every column is as wide as its longest cell. */
function drawAligned(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)));
  const draw = (cells: string[], fill: string) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!, fill)).join(' | ')} |`;
  return [
    draw(head, ' '),
    draw(
      head.map(() => ''),
      '-',
    ),
    ...rows.map((row) => draw(row, ' ')),
  ].join('\n');
}

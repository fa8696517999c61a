/** The tables of a provider's README, written from its manifest: what can be known without reading code is said in one place. */
import { signsBody } from '@feira/plugin-kit/broker';
import type { Manifest, ManifestForm } from '@feira/schemas/manifest';
import { endedByPerson } from '@feira/schemas/rules/withdrawal-lookup';
import { listProviders, type TidyRule } from './tree.ts';

const BEGIN = '<!-- From plugin.json: node tools/src/write-readme-tables.ts -->';
const END = '<!-- /From plugin.json -->';
export const METHOD_NAMES = { PIX: 'PIX', CREDIT_CARD: 'Card', BILLET: 'Boleto' } as const;
export const REFUNDS = { none: 'no refund', full: 'refund in full', partial: 'refund in full or part' } as const;
const TOKENIZATION = { browser: 'tokenised in the browser', server: 'sealed, through the server', none: '' } as const;
export const DESTINATIONS = { PIX: 'PIX key', BANK_ACCOUNT: 'bank account', RECEIVER: 'receiver' } as const;
const STATUS_TITLES = {
  payment: 'Payment',
  withdraw: 'Withdrawal',
  receiver: 'Receiver',
  receiverDocument: 'Document',
  personCheck: 'Check of a person',
  mandate: 'Mandate',
  mandateCharge: 'Mandate charge',
} as const;

/** Returns the README with its tables as the manifest has them; they stand below the title until the author moves them. */
export function withTables(readme: string, manifest: Manifest): string {
  const block = `${BEGIN}\n\n${renderTables(manifest)}\n\n${END}`;
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin >= 0 && end > begin) return readme.slice(0, begin) + block + readme.slice(end + END.length);
  const title = readme.indexOf('\n') + 1 || readme.length;
  return `${readme.slice(0, title)}\n${block}\n${readme.slice(title)}`;
}

export const checkReadmeTables: TidyRule = (tree) =>
  listProviders(tree).flatMap((id) => {
    const [readme, manifest] = [`plugins/${id}/README.md`, `plugins/${id}/plugin.json`];
    if (!tree.files.includes(readme) || !tree.files.includes(manifest)) return [];
    const text = tree.read(readme);
    if (withTables(text, JSON.parse(tree.read(manifest))) === text) return [];
    return [
      `${readme}: its tables are not those of plugin.json; run node tools/src/write-readme-tables.ts plugins/${id}.`,
    ];
  });

function renderTables(manifest: Manifest): string {
  const rows = listFacts(manifest).flatMap(([name, fact]) => (fact ? [[name, fact]] : []));
  const statuses = Object.entries(manifest.status).map(([kind, { map, unknown }]) => {
    const words = Map.groupBy(Object.entries(map), ([, status]) => status);
    const meant = [...words.keys(), ...(words.has(unknown) ? [] : [unknown])];
    const lines = meant.map((status) => {
      const own = (words.get(status) ?? []).map(([word]) => word);
      return [[...own, ...(status === unknown ? ['any other word'] : [])].join(', '), status];
    });
    return drawTable([[STATUS_TITLES[kind as keyof typeof STATUS_TITLES], 'Ours'], ...lines]);
  });
  return [drawTable([['', ''], ...rows]), ...statuses].join('\n\n');
}

/** "documented; refund inferred; getTransaction verified on 2026-12-01": the level of the package, and the operations that have another one. */
export function describeEvidence({ evidence, evidenceByOperation = {}, verifiedByOperation = {} }: Manifest): string {
  const others = Map.groupBy(Object.entries(evidenceByOperation), ([, level]) => level);
  const parts = [...others].map(([level, operations]) => `${operations.map(([name]) => name).join(', ')} ${level}`);
  const days = Map.groupBy(Object.entries(verifiedByOperation), ([, day]) => day);
  const seen = [...days].map(
    ([day, operations]) => `${operations.map(([name]) => name).join(', ')} verified on ${day}`,
  );
  return [evidence, ...parts, ...seen].join('; ');
}

function listFacts(manifest: Manifest): [name: string, fact: string | undefined][] {
  const { capabilities, homepage, docs, receiverFields, idempotency, lookup } = manifest;
  const offers = (operation: Manifest['operations'][number]) => manifest.operations.includes(operation);
  const methods = Object.entries(METHOD_NAMES).map(([method, name]): [string, string | undefined] => [
    name,
    describeMethod(capabilities.methods?.[method as keyof typeof METHOD_NAMES]),
  ]);
  return [
    [
      'Provider',
      [homepage ? `[${manifest.name}](${homepage})` : manifest.name, docs && `[documentation](${docs})`]
        .filter(Boolean)
        .join(', '),
    ],
    ['Evidence', describeEvidence(manifest)],
    [
      'Environments',
      Object.entries(manifest.environments)
        .map(
          ([name, bases]) =>
            `${name} ${[
              ...new Set(
                Object.values(bases ?? {}).map((base) =>
                  typeof base === 'string' ? `\`${base}\`` : `the setting \`${base.setting}\``,
                ),
              ),
            ].join(', ')}`,
        )
        .join('; '),
    ],
    ['Authentication', describeAuth(manifest.auth)],
    ['Credentials', describeForm(manifest.credentials)],
    ...methods,
    ['Splits', capabilities.splits ? 'yes' : undefined],
    [
      'Withdrawals',
      capabilities.withdraw &&
        [
          capabilities.withdraw.map((destination) => DESTINATIONS[destination]).join(', '),
          endedByPerson(manifest) === 'EACH' && 'cannot be asked about: a person ends one without an event',
        ]
          .filter(Boolean)
          .join('; '),
    ],
    [
      'Receivers',
      offers('createReceiver')
        ? ['yes', receiverFields && `asks for ${describeForm(receiverFields)}`].filter(Boolean).join('; ')
        : undefined,
    ],
    ['Mandates', describeMandates(capabilities.mandates) || undefined],
    ['Person checks', capabilities.personChecks ? 'documents of people' : undefined],
    ['Scores', capabilities.scores ? 'purchases before they are charged' : undefined],
    [
      'Webhooks',
      [manifest.webhook.authentication, ...(manifest.webhook.alternatives ?? [])]
        .map(
          (proof) => `${describeAuth(proof)}${signsBody(proof) ? '' : '; not signed, so the provider is asked again'}`,
        )
        .join('; or ') +
        (manifest.webhook.addresses
          ? `; those from ${manifest.webhook.addresses.join(', ')} are of a proven sender`
          : ''),
    ],
    ['Money on the wire', manifest.moneyUnit],
    [
      'Idempotency',
      idempotency.supported
        ? [
            idempotency.header ? `header \`${idempotency.header}\`` : 'our reference is the id',
            idempotency.ttlSeconds && `for ${idempotency.ttlSeconds} seconds`,
          ]
            .filter(Boolean)
            .join(', ')
        : 'none',
    ],
    [
      'Found by our reference',
      [
        lookup.byReference && `charges, within ${lookup.lagSeconds} seconds`,
        lookup.mandateByReference && 'mandates',
        lookup.mandateChargeByReference && 'mandate charges',
        lookup.withdrawByReference && `withdrawals${lookup.withdraw ? ` (${lookup.withdraw.join(', ')})` : ''}`,
      ]
        .filter(Boolean)
        .join('; ') || 'no',
    ],
  ];
}

/** Returns what a provider has of mandates; empty without any. */
export function describeMandates(mandates: Manifest['capabilities']['mandates']): string {
  if (!mandates) return '';
  const { periods, journeys, retries, amounts } = mandates;
  const lower = (words: readonly string[]) => words.map((word) => word.toLowerCase()).join(', ');
  const parts = [lower(periods), `journeys ${journeys.join(', ')}`, `${lower(amounts)} amounts`];
  return [...parts, ...(retries.includes('3R_7D') ? ['3 retries in 7 days'] : [])].join('; ');
}

function describeMethod(capability: NonNullable<Manifest['capabilities']['methods']>['PIX']): string | undefined {
  if (!capability) return undefined;
  const {
    refund,
    tokenization = 'none',
    storedCards,
    agreements,
    maxInstallments,
    currencies,
    expiresInSeconds,
    minExpiresInSeconds,
    expiry = 'set',
    redirect,
    requiredBuyerFields = [],
  } = capability;
  return [
    TOKENIZATION[tokenization],
    storedCards && 'stored cards',
    agreements && 'told who starts a charge',
    redirect && 'may ask the buyer on a page of the bank',
    currencies && `in ${currencies.join(', ')}`,
    maxInstallments && `up to ${maxInstallments} installments`,
    REFUNDS[refund],
    expiresInSeconds &&
      `payable ${describeSeconds(expiresInSeconds)}${expiry === 'fixed' ? ', always' : ' unless told'}`,
    minExpiresInSeconds && `at least ${describeSeconds(minExpiresInSeconds)}`,
    expiry === 'days' && 'until the end of a day',
    expiry === 'none' && 'payable for ever at the provider',
    requiredBuyerFields.length > 0 && `asks for ${requiredBuyerFields.join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ');
}

const describeSeconds = (seconds: number) => {
  const days = seconds / 86_400;
  if (Number.isInteger(days)) return days === 1 ? '1 day' : `${days} days`;
  return `${seconds} seconds`;
};

function describeAuth(auth: Manifest['auth'] | Manifest['webhook']['authentication']): string {
  if (auth.type === 'header') return `header \`${auth.header}\`, credential \`${auth.credential}\``;
  if (auth.type === 'field') return `\`${auth.field}\` in the ${auth.in}, credential \`${auth.credential}\``;
  if (auth.type === 'bodyHash')
    return `${auth.algorithm} of \`${auth.over}\` in \`${auth.field}\` of the body, credential \`${auth.credential}\``;
  if (auth.type === 'hmac' || auth.type === 'hash')
    return `${auth.type === 'hmac' ? 'HMAC' : 'hash'} (${auth.algorithm}) of ${auth.over ? `\`${auth.over}\`` : 'the body'} in \`${auth.header}\`, credential \`${auth.credential}\``;
  if (auth.type === 'oauth2') {
    const proof = auth.clientSecret ? ` and \`${auth.clientSecret}\`` : ' and the certificate';
    return `OAuth 2 client credentials, \`${auth.clientId}\`${proof}`;
  }
  if (auth.type === 'headers')
    return `headers ${Object.keys(auth.headers)
      .map((name) => `\`${name}\``)
      .join(' and ')}`;
  if (auth.type === 'none') return 'none';
  const part = ({ credential, literal }: { credential?: string; literal?: string }) =>
    credential ? `\`${credential}\`` : literal ? `"${literal}"` : 'empty';
  return `Basic, ${part(auth.username)} and ${part(auth.password)}`;
}

const describeForm = ({ properties, required }: ManifestForm): string =>
  Object.entries(properties)
    .map(([name, { secret, format, onlyFor }]) => {
      const notes = [
        secret && 'secret',
        format === 'file' && 'file',
        onlyFor && `of a ${onlyFor}`,
        !required.includes(name) && 'optional',
      ]
        .filter(Boolean)
        .join(', ');
      return `\`${name}\`${notes ? ` (${notes})` : ''}`;
    })
    .join(', ');

/** A bar would end its cell, also inside of code. */
function drawTable(table: string[][]): string {
  const [head, ...rows] = table.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = (head ?? []).map((_, column) =>
    Math.max(3, ...[head ?? [], ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const draw = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [draw(head ?? []), draw(widths.map((width) => '-'.repeat(width))), ...rows.map(draw)].join('\n');
}

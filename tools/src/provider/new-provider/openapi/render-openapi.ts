/** Makes a package of data out of an OpenAPI document: what the document tells is written, and what it does not is left as marks. */
import path from 'node:path';
import type { Description, EventDescription, Json, Source } from '@feira/schemas/description';
import { CONTRACT_VERSION, type Manifest } from '@feira/schemas/manifest';
import { withTables } from '../../../check/tidy/readme-tables.ts';
import type { NewProvider } from '../options.ts';
import { DOCUMENT_TELLS } from '../placeholders.ts';
import { plain } from './field-names.ts';
import { type Found, findCalls, ROLES, type Role } from './find-calls.ts';
import {
  describeUnit,
  guessUnit,
  listStatusWords,
  MARK,
  mapAnswer,
  mapMethods,
  mapRequest,
  mark,
  type Name,
  readFields,
} from './map-call.ts';
import { toConnection } from './map-connection.ts';
import { type Document, type Operation, readDocument } from './read-document.ts';
import { type Field, findExample, findMedia, listLeaves, schemaOf, toField } from './schema-tree.ts';
import { toExamples } from './take-examples.ts';

export const NAMES: Partial<Record<Role, Name>> = {
  charge: 'createTransaction',
  lookup: 'getTransaction',
  refund: 'refund',
  withdraw: 'withdraw',
  'withdraw-lookup': 'getWithdraw',
};

/** Paths below the new folder, and their texts; not formatted yet. */
export async function renderOpenApi(options: NewProvider, guide: string, today: string): Promise<Map<string, string>> {
  const { file, choices } = options.openapi!;
  const document = await readDocument(file);
  const found = findCalls(document, choices);
  if (!found.chosen.charge)
    throw new Error(
      `No call of ${path.basename(file)} looks like a charge. Name it: --charge "POST /charges". It has ${document.operations.map(({ name }) => name).join(', ')}.`,
    );
  const description = toDescription(found, options);
  const { connection, undecided } = toConnection(document, found, options.id);
  const manifest = toManifest(options, document, found, description, connection);
  const points = [...undecided, ...listPoints(options, found, description)];
  return new Map([
    ['plugin.json', toText(manifest)],
    ['description.json', toText(description)],
    ['examples/documented.json', toText(toExamples(document, found, description, options, today))],
    ['README.md', withTables(toReadme(options, document, found, description, points, guide), manifest)],
  ]);
}

const toText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function toDescription({ chosen }: Found, { methods }: NewProvider): Description {
  const words: Record<string, Record<string, string>> = {};
  const operations: NonNullable<Description['operations']> = {};
  for (const role of ROLES) {
    const [name, operation] = [NAMES[role], chosen[role]];
    if (!name || !operation) continue;
    const isLookup = role === 'lookup' || role === 'withdraw-lookup';
    const laid = role === 'charge' ? mapMethods(operation, methods) : {};
    operations[name] = {
      ...mapRequest(operation, { name, methods, words }),
      ...(isLookup && { missing: [404] }),
      answer: mapAnswer(operation, name),
      ...(Object.keys(laid).length > 0 && { methods: laid }),
    };
  }
  const reason = findReason(chosen.charge!);
  const events = chosen.webhook ? [toEvent(chosen.webhook)] : undefined;
  return {
    ...(reason.length > 0 && { reason }),
    ...(Object.keys(words).length > 0 && { words }),
    operations,
    ...(events && { events }),
  };
}

const REASON =
  /^(?:(?:errors?|erros?)\.)?(?:0\.)?(?:message|detail|description|mensagem|descricao|reason|error_message|title)$|^(?:error|erro)$/;
/** Returns the place where refusals say why. */
function findReason({ responses = {} }: Operation): string[] {
  const refusals = Object.entries(responses).filter(([status]) => /^4/.test(status));
  const found = refusals.flatMap(([, body]) => {
    const { media } = findMedia(body) ?? {};
    return media?.schema ? listLeaves(toField(media.schema), true) : [];
  });
  const places = found.filter(({ place }) => REASON.test(plain(place))).map(({ place }) => place.join('.'));
  return [...new Set(places)].sort((a, b) => rankReason(a) - rankReason(b)).slice(0, 1);
}
const rankReason = (place: string) => (/message|mensagem|detail/i.test(place) ? 0 : 1);

const KIND = /^(?:event|type|evento|tipo|event_type|action)$/;
/** The fields of the contract that an event may tell. */
const TOLD = ['transactionId', 'reference', 'providerStatus', 'amount', 'paidAmount', 'refundedAmount'];

function toEvent({ requestBody }: Operation): EventDescription {
  const { media } = findMedia(requestBody) ?? {};
  const whole = toField(media?.schema ?? schemaOf(findExample(media)));
  const kind = whole.fields.find(({ place }) => KIND.test(plain(place)));
  const list = whole.fields.find(({ item }) => item && item.fields.length > 0);
  const direct = readEvent(whole, 0);
  const isList = list !== undefined && direct.transactionId === undefined;
  const fields = isList ? readEvent(list.item!, 2) : direct;
  fields.transactionId ??= mark('where the event names the charge');
  const words = (kind?.schema.enum ?? []).join(', ');
  return {
    ...(kind && { when: { [kind.place[0]!]: mark(`its word for events of a charge, or take it out; ${words}`) } }),
    subject: 'payment',
    ...(isList && { each: list.place[0]! }),
    fields,
  };
}

/** Reads the event. Where it holds the charge, an id outside of the charge is the event's own. */
function readEvent(field: Field, from: number): Record<string, Source> {
  const read = (part: Field) => readFields(part, 'createTransaction', from);
  const inner = field.fields.find((one) => one.fields.length > 0 && read(one).transactionId !== undefined);
  const outer = read(field);
  const isOwn = inner !== undefined && typeof outer.transactionId === 'string' && !outer.transactionId.includes('.');
  const found = inner ? { ...outer, ...read(inner) } : outer;
  const told = Object.entries(found).filter(([name]) => TOLD.includes(name));
  return { ...(isOwn && { eventId: outer.transactionId! }), ...Object.fromEntries(told) };
}

function toManifest(
  options: NewProvider,
  document: Document,
  { chosen }: Found,
  description: Description,
  connection: ReturnType<typeof toConnection>['connection'],
): Manifest {
  const sent = JSON.stringify(description.operations?.createTransaction ?? {});
  const isPartial = JSON.stringify(description.operations?.refund?.json ?? {}).includes('{amount');
  const fields = (['document', 'phone'] as const).filter((name) => sent.includes(`{customer.${name}`));
  const address = sent.includes('{address.') ? (['address'] as const) : [];
  const capability = {
    refund: chosen.refund ? (isPartial ? 'partial' : 'full') : 'none',
    requiredBuyerFields: [...fields, ...address],
  } as const;
  const expiry = sent.includes('{expiresAt') ? { expiresInSeconds: 86_400 } : {};
  const methods = options.methods.map((method) => [
    method,
    method === 'CREDIT_CARD'
      ? { ...capability, tokenization: 'server', maxInstallments: sent.includes('{installments') ? 12 : 1 }
      : { ...capability, ...expiry },
  ]);
  const operations = [...Object.keys(description.operations ?? {}), ...(description.events ? ['processWebhook'] : [])];
  const { webhook = { authentication: { type: 'none' } }, ...rest } = connection;
  return {
    id: options.id,
    contract: `^${CONTRACT_VERSION}`,
    name: options.name,
    description: { 'pt-BR': `Pagamentos por ${options.name}.`, en: `Payments through ${options.name}.` },
    evidence: 'documented',
    ...(document.docs?.startsWith('https://') && { docs: document.docs }),
    ...rest,
    capabilities: { methods: Object.fromEntries(methods), ...(chosen.withdraw && { withdraw: ['PIX'] }) },
    operations,
    status: {
      payment: { map: toPendingWords(listWords(chosen, 'createTransaction')), unknown: 'PENDING' },
      ...(chosen.withdraw && { withdraw: { map: toPendingWords(listWords(chosen, 'withdraw')), unknown: 'PENDING' } }),
    },
    webhook,
    moneyUnit: options.openapi!.isUnitSaid ? options.money : guessUnit(chosen.charge!),
    lookup: { byReference: false, lagSeconds: 0 },
  } as unknown as Manifest;
}

const listWords = (chosen: Found['chosen'], like: 'createTransaction' | 'withdraw'): string[] => {
  const [first, second] =
    like === 'withdraw' ? [chosen.withdraw, chosen['withdraw-lookup']] : [chosen.charge, chosen.lookup];
  return [...new Set([...listStatusWords(first, like), ...listStatusWords(second, like)])];
};
const PENDING =
  /^(?:pending|pendente|waiting(?:_payment)?|processing|created|active|ativa|open|aguardando|em_processamento|new)$/i;
/** Only a word that says that nothing happened yet is safe to guess. */
const toPendingWords = (words: readonly string[]) =>
  Object.fromEntries(words.filter((word) => PENDING.test(word)).map((word) => [word, 'PENDING']));

/** Lists the questions that no file but the README can ask. */
function listPoints(options: NewProvider, { chosen }: Found, description: Description): string[] {
  const { isUnitSaid, areMethodsSaid } = options.openapi!;
  const words = (like: 'createTransaction' | 'withdraw', table: string) => {
    const all = listWords(chosen, like);
    if (all.length === 0)
      return [`plugin.json, status.${table}.map: the document lists no words for the state; write what each means.`];
    const open = all.filter((word) => !PENDING.test(word));
    return open.length === 0
      ? []
      : [`plugin.json, status.${table}.map: what each of these words means: ${open.join(', ')}.`];
  };
  const lists = [
    ...(isUnitSaid ? [] : [`plugin.json, moneyUnit: cents or reais; ${describeUnit(chosen.charge!)}.`]),
    ...(areMethodsSaid ? [] : ['plugin.json, capabilities.methods: PIX alone is assumed.']),
    ...words('createTransaction', 'payment'),
    ...(chosen.withdraw ? words('withdraw', 'withdraw') : []),
    ...(chosen.lookup
      ? []
      : ['description.json: the call that looks up one charge; without it nobody can ask for one.']),
    ...(chosen.webhook
      ? [
          'plugin.json, webhook.authentication: how an event proves who sent it; "none" asks the provider again after each.',
        ]
      : ['description.json, events: the document shows none.']),
    'plugin.json, idempotency and lookup.byReference: what a repeated call does, and whether our reference finds a charge.',
    'examples/documented.json: "given" of a charge, with the amount of its request in cents, and "result" of each answer, from the pages; and "words": what they say that each word of status means, and how they call the types of PIX keys.',
  ];
  const places = Object.entries(description.operations ?? {}).flatMap(([name, { request = '' }]) =>
    (request.match(/\{[^}]+\}/g) ?? []).length > 1
      ? [`description.json, ${name}.request: what each name in ${request} is.`]
      : [],
  );
  return [...lists, ...places];
}

/** The marks of a description by their place, for people who read before they run anything. */
export function listUndecided(json: Json | object, at = ''): string[] {
  if (typeof json === 'string') return json.startsWith(MARK) ? [`${at}:${json.slice(MARK.length)}`] : [];
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, inner]) =>
    listUndecided(inner as Json, at === '' ? name : `${at}.${name}`),
  );
}

function toReadme(
  { name, openapi }: NewProvider,
  { title, version }: Document,
  { chosen, others }: Found,
  { operations = {}, events = [] }: Description,
  points: readonly string[],
  guide: string,
): string {
  const open = listUndecided({ operations, events });
  const calls = ROLES.map((role) => {
    const rest = others[role]?.map((one) => `\`${one.name}\``).join(', ');
    return `- ${role}: ${chosen[role] ? `\`${chosen[role].name}\`` : 'none'}${rest ? `; it could also be ${rest}` : ''}`;
  });
  return `# ${name}

## Still to be decided

Written from ${title} ${version} (${path.basename(openapi!.file)}). ${DOCUMENT_TELLS}: compare each file with the
provider's pages. \`npm run conformance\` stays red while one of the marks below, or one in the other files, stands. ${guide} says
what a description can do. Decide a point, then take its line out.

${points.map((point) => `- ${MARK} ${point}`).join('\n')}

Fields of description.json that no name explained, each with a mark at its place: a field of ours, a fixed word, or take it out.

${open.length > 0 ? open.map((line) => `- \`${line.replace(':', '`:')}`).join('\n') : 'None.'}

## Calls

The calls that were taken. Begin again in another folder with \`--charge\`, \`--lookup\`, \`--refund\`, \`--withdraw\`, \`--withdraw-lookup\` or \`--webhook\` and the name of
another call, or \`none\`, where one is wrong.

${calls.join('\n')}

## Quirks

Write down what surprised you, with the date you last saw it.
`;
}

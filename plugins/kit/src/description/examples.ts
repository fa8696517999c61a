/** Holds a description against the package's examples: what no example shows is a belief, and a simulator would share it. */
import type { Description, Json, Source } from '@feira/schemas/description';
import { type CallExample, type EventExample, type Examples, examplesSchema } from '@feira/schemas/examples';
import type { Manifest } from '@feira/schemas/manifest';
import { isWrittenFor } from '@feira/schemas/rules/contract-range';
import { toUnit } from '@feira/schemas/rules/money';
import { mapStatus } from '../define.ts';
import { Fields } from '../fields.ts';
import { createValidator, type Validator } from '../validator.ts';
import { type CompiledCall, compileCalls, findCall } from './calls.ts';
import { parsePlaceholder } from './filters.ts';
import { IDS, readEvent } from './module.ts';
import { checkAllGiven, checkGiven, checkSent, checkUnsent, nameCall, underSettings } from './request-examples.ts';
import { matchPath } from './requests.ts';
import { holds, listPaths, readSources } from './sources.ts';
import type { Bindings } from './template.ts';

const validate: Validator<Examples> = createValidator(examplesSchema, { allErrors: true });

/** Returns a sentence for each file of examples/ that is not of the right shape, or that gives meanings to words without a source. */
export const listExampleFaults = (file: string, json: unknown): string[] =>
  validate(json)
    ? listWordFaults(file, json)
    : validate.errors.map(({ instancePath, message, params }) => {
        const extra = typeof params.additionalProperty === 'string' ? ` ("${params.additionalProperty}")` : '';
        return `${file}: ${instancePath.slice(1).replaceAll('/', '.') || 'it'} ${message}${extra}.`;
      });

/** A list of words is a witness, and what nobody showed is none. */
const listWordFaults = (file: string, { evidence, words }: Examples): string[] =>
  words && evidence === 'inferred'
    ? [
        `${file}: has "words", and its evidence is inferred: a list of words must come from a documentation or from public code, so move it to a file that names one, or remove it.`,
      ]
    : [];

/** The examples of one call: of the operation and kind, with the address of the call. */
export const listFor = (call: CompiledCall, files: readonly Examples[]): CallExample[] =>
  files.flatMap(({ calls = [] }) => calls).filter((example) => isFor(call, example));

function isFor({ operation, kind, verb, path }: CompiledCall, example: CallExample): boolean {
  const [method = '', address = ''] = example.request.split(' ', 2);
  const isKind = kind === undefined || example.kind === undefined || example.kind === kind;
  return example.operation === operation && isKind && method === verb && matchPath(path, address, {});
}

/** Returns a sentence for each path that is read, and each key that is sent, which no example holds. */
export function checkExamples(description: Description, manifest: Manifest, files: readonly Examples[]): string[] {
  const calls = compileCalls(description, manifest);
  const isRefusal = ({ status = 200, answer }: CallExample) =>
    status >= 400 ||
    Object.entries(manifest.refusedWhen ?? {}).some(([path, value]) => holds({ [path]: value }, new Fields(answer)));
  const refusals = files.flatMap(({ calls: all = [] }) => all.filter(isRefusal));
  const problems = [
    ...calls.flatMap((call) => {
      // One of the methods of an operation may show what they have in common.
      const shown = calls.filter(({ operation }) => operation === call.operation).flatMap((one) => listFor(one, files));
      return checkCall(call, { own: listFor(call, files), shown }, description, manifest);
    }),
    ...checkEvents(
      description,
      manifest,
      files.flatMap(({ events = [] }) => events),
    ),
  ];
  if (isWrittenFor(manifest.contract, 2)) problems.push(...checkUnsent(calls, files, { description, manifest, isFor }));
  problems.push(...checkStated(calls, manifest, files), ...checkDictionaries(calls, description, manifest, files));
  for (const path of description.reason ?? []) {
    if (refusals.some(({ answer }) => new Fields(answer).has(path))) continue;
    problems.push(
      `no refusal (a call with status 400 or more, or as refusedWhen says) has "${path}", where "reason" looks: add one, or correct the path.`,
    );
  }
  return [...new Set(problems.map((problem) => `examples: ${problem}`))];
}

/** Charges and withdrawals need an example that states the amount of its request: no other proof sees a wrong unit. Contract 1.0 asks for none. */
function checkStated(calls: CompiledCall[], { contract }: Manifest, files: readonly Examples[]): string[] {
  if (!isWrittenFor(contract, 1)) return [];
  const movers = ['createTransaction', 'withdraw'].map((name) => calls.filter(({ operation }) => operation === name));
  return movers.flatMap((own) => {
    const isStated = own.some((call) => listFor(call, files).some(({ given }) => given?.amount !== undefined));
    return own.length === 0 || isStated
      ? []
      : [
          `none of ${own[0]?.operation} states "given": write the fields of a documented request into it, with the amount in cents.`,
        ];
  });
}

/** A word that a dictionary reads as another one, with what that counts as, and whether an example shows it. */
interface ReadWord {
  at: string;
  word: string;
  meaning: string;
  isShown: boolean;
}

/**
 * Dictionaries give meanings, too: to the words that a refund is answered with, and to those that are read as words of plugin.json. From
 * contract 1.2 on, one that decides stands in an example whose result has its status, or, of a refund, in a list of words.
 */
function checkDictionaries(
  calls: CompiledCall[],
  { words = {}, events = [] }: Description,
  manifest: Manifest,
  files: readonly Examples[],
): string[] {
  const refunds = calls
    .filter(({ operation }) => operation === 'refund')
    .flatMap((call) =>
      listReadWords(call.answer.status, {
        words,
        at: call.at,
        translate: (word) => word,
        shown: answersOf(call, files),
      }),
    );
  const read = [
    ...calls.flatMap((call) =>
      listReadWords(call.answer.providerStatus, {
        words,
        at: call.at,
        translate: (word) => meaningOf(word, manifest, call.operation),
        shown: answersOf(call, files),
      }),
    ),
    ...events.flatMap(({ fields = {}, subject, each }, index) =>
      listReadWords(fields.providerStatus, {
        words,
        at: `events.${index}`,
        translate: (word) => meaningOf(word, manifest, subject),
        shown: files
          .flatMap((file) => file.events ?? [])
          .flatMap(({ body, result }) => membersOf(body, { list: each }).map((member) => ({ member, result }))),
      }),
    ),
  ];
  const listed = files.flatMap(({ source, words: { refund = {} } = {} }) =>
    Object.entries(refund).map(([word, meaning]) => ({ source, word, meaning })),
  );
  // Some providers answer a refund with the state of its charge.
  const wentBack = files.flatMap(({ source, words: { payment = {} } = {} }) =>
    Object.entries(payment).flatMap(([word, meaning]) =>
      ['REFUNDED', 'RETURNED'].includes(meaning) ? [{ source, word, meaning: 'DONE' }] : [],
    ),
  );
  const isSame = (one: { word: string; meaning: string }, other: { word: string; meaning: string }) =>
    one.word.toLowerCase() === other.word.toLowerCase() && one.meaning === other.meaning;
  const isStated = (word: ReadWord) =>
    [...refunds, ...read].some((one) => one.isShown && isSame(one, word)) ||
    (refunds.includes(word) && [...listed, ...wentBack].some((one) => isSame(one, word)));
  const unstated = [...refunds, ...read].filter((word) => word.meaning !== 'PENDING' && !isStated(word));
  const wrong = refunds.length > 0 ? listed.filter((one) => !refunds.some((word) => isSame(word, one))) : [];
  return [
    ...wrong.map(
      ({ source, word, meaning }) =>
        `words.refund of ${source} says that "${word}" is ${meaning}, and no dictionary of a refund does: correct the wrong one.`,
    ),
    ...(isWrittenFor(manifest.contract, 2) ? unstated : []).map(
      ({ at, word, meaning }) =>
        `none states that "${word}", which ${at} reads by a dictionary, counts as ${meaning}: add a documented one with a "result" that has this status${refunds.some((one) => one.word === word) ? ', or list it in "words" as "refund"' : ''}, or take the word out.`,
    ),
  ];
}

type Shown = { member: unknown; result?: Record<string, Json> }[];

const answersOf = (call: CompiledCall, files: readonly Examples[]): Shown =>
  listFor(call, files).flatMap(({ answer, result }) => membersOf(answer, call).map((member) => ({ member, result })));

function meaningOf(word: string, { status }: Manifest, about: string): string {
  const table = /ithdraw/.test(about) ? status.withdraw : /eceiver/.test(about) ? status.receiver : status.payment;
  const { status: meaning } = mapStatus<string>(table ?? { map: {}, unknown: 'PENDING' }, word);
  return meaning === table?.unknown ? 'PENDING' : meaning;
}

/** The words that a source reads by a dictionary as other ones. */
function listReadWords(
  source: Source | undefined,
  {
    words,
    at,
    translate,
    shown,
  }: { words: NonNullable<Description['words']>; at: string; translate(word: string): string; shown: Shown },
): ReadWord[] {
  const paths = [source].flat(3).filter((one): one is string => typeof one === 'string');
  return paths.flatMap((path) => {
    const { name, filters } = parsePlaceholder(path);
    const dictionary = filters.map((filter) => words[filter.name]).find((one) => one !== undefined) ?? {};
    return Object.entries(dictionary)
      .filter(([word, read]) => word !== read)
      .map(([word, read]) => {
        const meaning = translate(read);
        const isShown = shown.some(
          ({ member, result }) =>
            result?.status === meaning && String(new Fields(member).value(name)).toLowerCase() === word.toLowerCase(),
        );
        return { at, word, meaning, isShown };
      });
  });
}

function checkCall(
  call: CompiledCall,
  { own: all, shown }: { own: CallExample[]; shown: CallExample[] },
  description: Description,
  manifest: Manifest,
): string[] {
  const name = nameCall(call);
  const good = all.filter(({ status = 200 }) => status < 400 || call.accept?.includes(status));
  if (good.length === 0)
    return [`none shows ${name} at the address of ${call.at}: add the documented request and answer.`];
  const problems: string[] = [];
  const bodies = { query: call.query, headers: call.headers, json: call.json, form: call.form };
  for (const [part, node] of Object.entries(bodies)) {
    const sent = all.map((example) => example[part as keyof typeof bodies]);
    if (node) problems.push(...checkSent(node, sent, `${name}: no request has "${part}`));
  }
  const lists = call.list === undefined ? [] : [call.list];
  for (const [field, source] of Object.entries(call.answer)) {
    for (const path of listPaths(source)) {
      const answers = shown.flatMap(({ answer }) => membersOf(answer, call));
      problems.push(
        ...listUnread(answers, path, { shown: `${name}: `, one: 'answer', field, at: `${call.at}.answer` }),
      );
    }
  }
  for (const field of ['refusedWhen', 'openWhen'] as const)
    for (const [path, wanted] of Object.entries(call[field] ?? {})) {
      if (all.some(({ answer }) => holds({ [path]: wanted }, new Fields(answer)))) continue;
      problems.push(`${name}: no answer is refused by "${path}", as ${field} says: add one that is, or correct it.`);
    }
  for (const path of lists) {
    if (all.some(({ answer }) => new Fields(answer).has(path) || path === '')) continue;
    problems.push(
      `${name}: no answer has "${path}", where ${call.at}.list of description.json looks: add one that has, or correct the path.`,
    );
  }
  problems.push(...good.flatMap(({ answer }) => checkWords(answer, call, name, description, manifest)));
  const calls = compileCalls(description, manifest);
  const isOwn = ({ operation, kind }: CallExample) =>
    kind === undefined || findCall(calls, operation, kind, call.isByReference)?.at === call.at;
  problems.push(
    ...all
      .filter(isOwn)
      .flatMap((example) =>
        checkGiven(example, underSettings(call, example, description, manifest), name, description),
      ),
  );
  if (isWrittenFor(manifest.contract, 2)) problems.push(...checkTold(call, good, name, calls));
  if (isWrittenFor(manifest.contract, 2))
    problems.push(...checkAllGiven(call, all.filter(isOwn), description, { calls, manifest }));
  return problems;
}

/**
 * Demands that a description reads the id and the amount that every example of an answer repeats. Without them, an answer about another order, or
 * of another amount, would pass. An id that one example lacks is not demanded.
 */
function checkTold(
  call: CompiledCall,
  shown: readonly CallExample[],
  name: string,
  calls: readonly CompiledCall[],
): string[] {
  const { id } = IDS[call.operation] ?? {};
  const place = `${call.at}.answer of description.json`;
  const isRepeated = (example: CallExample, value: unknown) =>
    value !== undefined && membersOf(example.answer, call).flatMap(listTexts).includes(String(value));
  const problems: string[] = [];
  const isId = id && shown.length > 0 && shown.every((example) => isRepeated(example, readAsked(call, example, id)));
  if (isId && call.answer[id] === undefined)
    problems.push(
      `${name}: every answer repeats the id that was asked for, and ${place} does not read ${id}: an answer about another would pass for it.`,
    );
  // A look-up mostly tells the amount where the answer to the order did.
  const made = calls.find(({ operation, answer }) => operation === MADE[call.operation] && answer.amount !== undefined);
  const paths = made ? listPaths(made.answer.amount!) : [];
  const readsAmount = ({ answer }: CallExample) =>
    membersOf(answer, call).some((member) => paths.some((path) => new Fields(member).has(path)));
  const amountOf = ({ given }: CallExample) =>
    typeof given?.amount === 'number' ? toUnit(given.amount, call.answerUnit) : undefined;
  const isTold = shown.some((example) => isRepeated(example, amountOf(example)) || readsAmount(example));
  if (TELLING.includes(call.operation) && call.answer.amount === undefined && isTold)
    problems.push(`${name}: an answer tells the amount, and ${place} does not read it: another amount would pass.`);
  return problems;
}
/** The id in the address of an example, or as it states it. */
function readAsked(call: CompiledCall, { request, given }: CallExample, id: string): unknown {
  const found: Bindings = { values: new Map(), placeholders: new Map() };
  matchPath(call.path, request.split(' ', 2)[1] ?? '', {}, found);
  return found.values.get(id) ?? given?.[id];
}
const MADE: Partial<Record<CompiledCall['operation'], CompiledCall['operation']>> = {
  getTransaction: 'createTransaction',
  getWithdraw: 'withdraw',
};
const TELLING: readonly string[] = ['createTransaction', 'getTransaction', 'withdraw', 'getWithdraw'];
const listTexts = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [String(value)];

/** Returns the sentence about a path at which none of the shown bodies has a value; none where one has. */
function listUnread(
  bodies: readonly unknown[],
  path: string,
  { shown, one, field, at }: { shown: string; one: string; field: string; at: string },
): string[] {
  const lacks = bodies.map((body) => new Fields(body).emptiness(path));
  if (lacks.includes(undefined)) return [];
  const empty = lacks.find((lack) => lack !== 'missing');
  const place = `where ${at}.${field} of description.json looks`;
  return [
    empty
      ? `${shown}"${path}" is ${empty} in each ${one} that has it, ${place}: add an example with a value there, because ${empty} shows nothing of it.`
      : `${shown}no ${one} has "${path}", ${place}: add one that has, or correct the path.`,
  ];
}

const membersOf = (answer: Json | undefined, { list }: { list?: string }): unknown[] =>
  list === undefined ? [answer] : [new Fields(answer).value(list)].flat();

/** A status that the documentation shows and the table lacks would be taken for an unknown word in real life. */
function checkWords(
  answer: Json | undefined,
  call: CompiledCall,
  name: string,
  { words = {} }: Description,
  { status }: Manifest,
): string[] {
  if (call.refusedWhen && holds(call.refusedWhen, new Fields(answer))) return [];
  const tableName = /ithdraw/.test(call.operation)
    ? 'withdraw'
    : /eceiver/.test(call.operation)
      ? 'receiver'
      : 'payment';
  const table = status[tableName];
  return membersOf(answer, call).flatMap((member) => {
    try {
      const { providerStatus } = readSources(call.answer, new Fields(member), { words, unit: call.answerUnit });
      if (typeof providerStatus !== 'string') return [];
      const { status: told, isRecognised } = mapStatus<string>(table ?? { map: {}, unknown: '' }, providerStatus);
      if (!isRecognised)
        return [
          `${name} shows the status "${providerStatus}", which plugin.json has no word for: add it to status.${tableName}.map.`,
        ];
      const isNew = call.operation === 'createTransaction' && call.kind !== undefined && call.kind !== 'CREDIT_CARD';
      return isNew && told === 'APPROVED'
        ? [
            `${name} shows that a new charge is "${providerStatus}", which plugin.json counts as APPROVED: nobody has paid it yet.`,
          ]
        : [];
    } catch (error) {
      return [`${name} shows an answer that cannot be read: ${(error as Error).message}`];
    }
  });
}

function checkEvents(description: Description, manifest: Manifest, shown: EventExample[]): string[] {
  const { events = [], words = {} } = description;
  return events.flatMap((event, index) => {
    const own = shown.filter(({ body }) => events.find(({ when }) => !when || holds(when, new Fields(body))) === event);
    if (own.length === 0) return [`no event is one of events.${index} (${event.subject}): add the documented event.`];
    const paths = Object.entries(event.fields ?? {}).flatMap(([field, source]) =>
      listPaths(source).map((path) => [field, path]),
    );
    const members = own.flatMap(({ body }) => membersOf(body, { list: event.each }));
    const problems = paths.flatMap(([field = '', path = '']) =>
      listUnread(members, path, { shown: '', one: `event of events.${index}`, field, at: `events.${index}.fields` }),
    );
    return [...problems, ...own.flatMap(({ body }) => checkEventWord(body, events, words, manifest))];
  });
}

function checkEventWord(
  body: Json,
  events: NonNullable<Description['events']>,
  words: NonNullable<Description['words']>,
  manifest: Manifest,
): string[] {
  try {
    const read = readEvent(events, body, words, manifest);
    return (read.events ?? [read]).flatMap(({ subject, providerStatus }) => {
      const tables = subject === 'either' ? (['payment', 'withdraw'] as const) : [subject as 'payment' | 'withdraw'];
      const isKnown = tables.some(
        (name) => manifest.status[name] && mapStatus<string>(manifest.status[name], providerStatus ?? '').isRecognised,
      );
      if (isKnown || providerStatus === undefined) return [];
      return [
        `an event shows the status "${providerStatus}", which plugin.json has no word for: add it to status.${tables[0]}.map.`,
      ];
    });
  } catch (error) {
    return [`an event cannot be read: ${(error as Error).message}`];
  }
}

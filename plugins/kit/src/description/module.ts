/** Runs a description as an adapter: in the host's process, because there is no code of a stranger in it. */
import type { Condition, Description, EventDescription, Signature } from '@feira/schemas/description';
import type { Manifest } from '@feira/schemas/manifest';
import type { Provider, WebhookResult } from '@feira/schemas/provider';
import { shareAmounts, toUnit } from '@feira/schemas/rules/money';
import { answeredUnit, idempotencyOf } from '@feira/schemas/rules/operation-rules';
import { asUnsent, invalidEvent, invalidRequest, isExplained, keepOwn } from '../calls.ts';
import type { ProviderModule } from '../define.ts';
import { isProviderError, ProviderError } from '../errors.ts';
import { Fields } from '../fields.ts';
import type { HttpRequest, ProviderContext } from '../host.ts';
import { readPageSize } from '../page-size.ts';
import { type CompiledCall, compileCalls, findCall } from './calls.ts';
import { requestKind } from './contract-fields.ts';
import type { Plain, Words } from './filters.ts';
import { signBody } from './signature.ts';
import { holds, readSources } from './sources.ts';
import { fill, type Node, type Scope } from './template.ts';

type Input = Record<string, unknown>;

/** The fields that name a thing at the provider, and ours for it. */
export const IDS: Partial<Record<CompiledCall['operation'], { id: string; reference?: string }>> = {
  getTransaction: { id: 'transactionId', reference: 'reference' },
  getWithdraw: { id: 'withdrawId', reference: 'withdrawReference' },
  getReceiver: { id: 'receiverId' },
};

/** The specification's words for a refusal in which a provider says nothing. */
const SAID_NOTHING = {
  createCardToken: 'Erro salvando cartão',
  createTransaction: 'Erro ao criar transação',
  refund: 'Erro ao aprovar o reembolso.',
  withdraw: 'Error on withdraw',
};

/** The description must have passed `checkDescription`. */
export function describedModule(manifest: Manifest, description: Description): ProviderModule {
  const compiled = new Map<string, CompiledCall[]>();
  const compile = (opened: Manifest) => {
    const units = JSON.stringify([opened.moneyUnit, opened.byOperation]);
    const calls = compiled.get(units) ?? compileCalls(description, opened);
    compiled.set(units, calls);
    return calls;
  };
  const { words = {}, reason: paths = [], reasonPrefix: prefix = '', events, signature } = description;
  const reason = { paths, prefix };
  return {
    createProvider(context) {
      const { moneyUnit, byOperation } = context.units ?? manifest;
      const opened = { ...manifest, moneyUnit, byOperation };
      const calls = compile(opened);
      const running = { context, words, reason, signature, manifest: opened };
      const operations = [...new Set(calls.map(({ operation }) => operation))].map((operation) => [
        operation,
        async (input: Input) => {
          const call = chooseCall(calls, operation, input);
          return runCall(call, await withCardToken(call, input, calls, running), running);
        },
      ]);
      const provider = Object.fromEntries(operations) as Provider;
      if (events) provider.processWebhook = async (request) => readEvent(events, request.body, words, opened);
      return provider;
    },
  };
}

function chooseCall(calls: readonly CompiledCall[], operation: CompiledCall['operation'], input: Input): CompiledCall {
  const { id, reference } = IDS[operation] ?? {};
  const isByReference = reference !== undefined && input[id!] === undefined;
  const call = findCall(calls, operation, input.paymentMethod as string | undefined, isByReference);
  if (call) return call;
  throw invalidRequest(
    isByReference
      ? `${operation} needs ${id}: this provider is not asked by our reference.`
      : 'Method not implemented.',
  );
}

/** A call for the token alone charges nobody: left open, nothing was sent. */
async function withCardToken(
  { first }: CompiledCall,
  input: Input,
  calls: readonly CompiledCall[],
  running: Running,
): Promise<Input> {
  if (!first || input.card === undefined) return input;
  const failed = SAID_NOTHING.createCardToken;
  const made = await asUnsent(runCall(chooseCall(calls, first, {}), input, running), failed);
  const { token } = made as Input;
  if (typeof token !== 'string') throw new ProviderError('INVALID_ANSWER', 'NOT_SENT', failed);
  return { ...input, cardToken: token };
}

interface Running {
  context: ProviderContext;
  words: Words;
  reason: Reason;
  signature?: Signature;
  manifest: Manifest;
}

async function runCall(call: CompiledCall, input: Input, running: Running): Promise<unknown> {
  const { words, reason } = running;
  const request = toRequest(call, input, running);
  const { status, body } = await running.context.http.request(request).catch((error: unknown) => {
    throw withReason(error, call, reason);
  });
  if (call.missing?.includes(status)) return null;
  const answer = new Fields(body);
  if (call.refusedWhen && holds(call.refusedWhen, answer)) {
    const refusal = readReason(answer, reason);
    const message = refusal ?? wordFor(call, reason) ?? 'The provider refused the request.';
    throw new ProviderError('INVALID_REQUEST', 'REJECTED', message, { status, body, reason: refusal });
  }
  const read = (fields: Fields) => ({ ...readSources(call.answer, fields, { words, unit: call.answerUnit }) }) as Input;
  const { id, reference } = IDS[call.operation] ?? {};
  const isOwn = (result: Input) =>
    call.isByReference ? result.reference === input[reference!] : id === undefined || isSameId(result[id], input[id]);
  if (call.list !== undefined) {
    const pageSize = readPageSize({ ...request.query, ...request.form });
    return keepOwn(answer.requireList(call.list).map(read), isOwn, pageSize)[0] ?? null;
  }
  // A refund without an id of its own has the id of its charge.
  const [name, asked] = call.operation === 'refund' ? ['refundId', input.transactionId] : [id, id && input[id]];
  const result = { ...(name !== undefined && !Object.hasOwn(call.answer, name) && { [name]: asked }), ...read(answer) };
  if (isOwn(result)) return result;
  throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', `The answer of ${call.operation} is about something else.`);
}

/** The contract's reads move nothing, by whatever verb the provider is asked, and may be sent again. */
const isQuestion = ({ operation, verb }: CompiledCall) => verb === 'GET' || operation.startsWith('get');

/** A missing id is for the host to refuse. */
const isSameId = (told: unknown, asked: unknown) => told === undefined || asked === undefined || told === asked;

function toRequest(call: CompiledCall, input: Input, { context, words, signature, manifest }: Running): HttpRequest {
  const now = context.clock.now();
  const scope = createScope(call, { ...input, settings: context.settings, now: now.toISOString() }, words, now);
  const texts = (node: Node | undefined) => {
    const filled = node && (fill(node, scope) as Record<string, Plain>);
    return filled && Object.fromEntries(Object.entries(filled).map(([name, value]) => [name, String(value)]));
  };
  const path = call.path.kind === 'constant' ? String(call.path.value) : fillPath(call, scope);
  const { supported, header } = idempotencyOf(manifest, call.operation);
  const isKeyed = supported && !isQuestion(call);
  const key = isKeyed ? (input.reference ?? input.withdrawReference) : undefined;
  const own = header !== manifest.idempotency.header || !manifest.idempotency.supported ? header : undefined;
  const json = call.json && fill(call.json, scope);
  const signed = signature && json !== undefined ? signBody(json, signature, context.crypto) : undefined;
  return {
    method: call.verb,
    path,
    base: call.base,
    query: texts(call.query),
    ...(signed ? { text: signed.text } : { json }),
    headers: { ...texts(call.headers), ...(own && typeof key === 'string' && { [own]: key }), ...signed?.headers },
    form: texts(call.form),
    ...(isQuestion(call) && { isRead: true }),
    accept: [...(call.accept ?? []), ...(call.missing ?? [])],
    ...(typeof key === 'string' && { idempotencyKey: key }),
  };
}

/** Every value of a path is encoded; without one the request has no address. */
function fillPath({ path, operation }: CompiledCall, scope: Scope): string {
  const parts = path.kind === 'text' ? path.parts : path.kind === 'value' ? [path.placeholder] : [];
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const value = fill({ kind: 'value', placeholder: part }, scope);
      if (value === undefined) throw invalidRequest(`${operation} needs ${part.name}.`);
      return encodeURIComponent(String(value));
    })
    .join('');
}

function createScope(call: CompiledCall, input: Input, words: Words, now: Date, list?: string): Scope {
  const fields = new Fields(input);
  return {
    words,
    now,
    read({ name, unit }) {
      const value = fields.value(name);
      if (requestKind(call.operation, name, list) === 'money' && typeof value === 'number')
        return toUnit(value, unit ?? call.unit);
      return typeof value === 'object' ? undefined : (value as Plain | undefined);
    },
    list: (name) => listMembers(input, name).map((item) => createScope(call, { ...input, item }, words, now, name)),
    holds: (condition: Condition) => holds(condition, fields),
    onMissingWord(dictionary) {
      throw invalidRequest(`${call.operation}: this provider has no word for one of the values ("${dictionary}").`);
    },
  };
}

function listMembers(input: Input, name: string): unknown[] {
  const members = Array.isArray(input[name]) ? (input[name] as Parameters<typeof shareAmounts>[1]) : [];
  if (name !== 'splits') return members;
  const shares = shareAmounts(input.amount as number, members);
  return members.map((member, index) => ({ ...member, share: shares?.[index] }));
}

/** The places where a refusal says why, and the text before what it says. */
interface Reason {
  paths: string[];
  prefix: string;
}

/** The first text at one of the paths; of a list the first member. */
function readReason(body: Fields, { paths, prefix }: Reason): string | undefined {
  const texts = paths.filter((path) => path !== '').map((path) => body.reason(path) ?? body.reason(`${path}.0`));
  const first = texts.find((text) => text !== undefined);
  return first && prefix + first;
}

function wordFor({ operation }: CompiledCall, { prefix }: Reason): string | undefined {
  const word = (SAID_NOTHING as Record<string, string>)[operation];
  return word && prefix + word;
}

/** A refusal takes the provider's reason as its message, and keeps its outcome unless the description says that it leaves that open. */
function withReason(error: unknown, call: CompiledCall, places: Reason): unknown {
  if (!isProviderError(error) || !isExplained(error)) return error;
  const { status, body } = error;
  const isOpen = call.openWhen !== undefined && holds(call.openWhen, new Fields(body));
  const { code, outcome } = isOpen ? ({ code: 'INVALID_ANSWER', outcome: 'UNKNOWN' } as const) : error;
  const reason = readReason(new Fields(body), places);
  const message = reason ?? wordFor(call, places) ?? (isOpen ? error.message : undefined);
  return message ? new ProviderError(code, outcome, message, { status, body, reason, cause: error }) : error;
}

/** The fields of which an event has to hold one, so that somebody knows what it is about. */
export const EVENT_NAMES = {
  payment: ['transactionId', 'reference', 'movementIds'],
  withdraw: ['withdrawId', 'reference'],
  either: ['transactionId', 'reference', 'movementIds'],
  receiver: ['receiverId'],
  notice: [],
  ignored: [],
};

export function readEvent(
  events: readonly EventDescription[],
  body: unknown,
  words: Words,
  manifest: Manifest,
): WebhookResult {
  if (typeof body !== 'object' || body === null) throw invalidEvent('The event holds no object.');
  const fields = new Fields(body);
  const event = events.find(({ when }) => !when || holds(when, fields));
  if (!event || event.subject === 'ignored') return { subject: 'ignored' };
  const { subject, unit = answeredUnit(manifest, 'processWebhook'), fields: sources = {} } = event;
  const read = (one: Fields) => {
    const result = readSources(sources, one, { words, unit });
    const names = EVENT_NAMES[subject];
    if (names.length > 0 && !names.some((name) => result[name] !== undefined))
      throw invalidEvent(`The event names no ${names[0]}.`);
    return { subject, ...result };
  };
  if (event.each === undefined) return read(fields);
  const members = fields.requireList(event.each).map(read);
  return members.length === 1 ? members[0]! : { subject: 'several', events: members };
}

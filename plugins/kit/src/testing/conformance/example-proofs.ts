/** Feeds the provider's documented answers and events to the adapter: a witness that knows nothing of what its simulator believes. */
import type { PaymentMethod } from '@feira/schemas/common';
import type { CallExample, EventExample, Examples } from '@feira/schemas/examples';
import type { StatusTable } from '@feira/schemas/manifest';
import { OPERATIONS, type Operation, type WithdrawRequest } from '@feira/schemas/provider';
import { listSchemes } from '../../broker/webhook-authentication.ts';
import { mapStatus } from '../../define.ts';
import { isProviderError } from '../../errors.ts';
import { Fields } from '../../fields.ts';
import { sampleRefund, sampleWithdraw } from '../samples.ts';
import { isShown } from './example-calls.ts';
import { listMethods, type Market, newReference, toPurchase } from './market.ts';
import type { Check } from './recorder.ts';
import { describeOutcome, outcomeOf, prove, type Run, type StatedWord } from './run.ts';
import { eventsOf } from './webhook-proofs.ts';

export async function proveExamples(run: Run, files: readonly Examples[]): Promise<void> {
  await proveRefusals(run, files);
  await proveEventTypes(run, files);
  const shown = files.flatMap(({ events = [] }) => events).filter(({ headers }) => headers);
  if (shown.length > 0)
    await run.recorder.prove('webhooks', 'webhooks', async (check) => proveProof(run, shown, check));
  for (const { source, calls = [], events = [] } of files) {
    for (const example of calls) {
      if (!example.result || !isUnderSettings(run, example)) continue;
      const all = files.flatMap((file) => file.calls ?? []).filter((one) => isAbout(one, example));
      await prove(run, toCapability(run, example), 'answers', (market, check) =>
        proveCall(run, market, { example, all, source }, check),
      );
    }
    for (const event of events) {
      if (event.result && isUnderSettings(run, event))
        await prove(run, 'webhooks', 'answers', (market, check) => proveEvent(run, market, { event, source }, check));
    }
  }
}

/** An amount of one unit is another one in the other: a result that states settings is only held against the variants that choose them. */
function isUnderSettings({ subject }: Run, { settings = {} }: CallExample | EventExample): boolean {
  const chosen = subject.simulator.samples?.credentials ?? {};
  return Object.entries(settings).every(([name, value]) => (chosen[name] ?? value) === value);
}

/**
 * Every type of event that the provider documents is read, is a notice to people, or is ignored with the reason that the manifest states: an
 * event about held money must not be dropped because no status came with it.
 */
async function proveEventTypes(run: Run, files: readonly Examples[]): Promise<void> {
  const { events: declared } = run.subject.manifest.webhook;
  if (!declared) return;
  const shown = files.flatMap(({ events = [] }) => events);
  await prove(run, 'webhooks', 'answers', async (market, check) => {
    const subjects = new Map<string, Set<string>>();
    for (const { headers = {}, body } of shown) {
      const type = new Fields(body).text(declared.at);
      if (type === undefined) continue;
      const isKnown = Object.hasOwn(declared.types, type);
      check(isKnown, `webhook.events: examples show an event of "${type}", which has no use there: say which.`);
      const request = { headers, query: {}, body, rawBody: JSON.stringify(body) };
      const outcome = await outcomeOf(() => market.provider.processWebhook(request));
      if ('error' in outcome) continue;
      const known = subjects.get(type) ?? new Set();
      for (const { subject } of eventsOf(outcome.result)) known.add(subject);
      subjects.set(type, known);
    }
    for (const [type, use] of Object.entries(declared.types)) {
      const known = subjects.get(type);
      if (typeof use === 'object' && !known) continue;
      check(known !== undefined, `webhook.events: no example shows an event of "${type}": add the documented one.`);
      for (const subject of known ?? []) {
        const isUsed = typeof use === 'object' ? subject === 'ignored' : use === 'notice' ? subject === use : true;
        const words = typeof use === 'object' ? 'ignored' : use;
        check(isUsed, `webhook.events: "${type}" is to be ${words}, and an example of it is ${subject}.`);
      }
      const isRead = use !== 'read' || [...(known ?? [])].some((subject) => subject !== 'ignored');
      check(isRead, `webhook.events: "${type}" is to be read, and every example of it is dropped.`);
    }
  });
}

const ORDINARY = ['accept', 'content-type', 'user-agent'];

/** A simulator proves its events as the manifest says; that real ones come with more, only the documentation can tell. */
function proveProof({ subject }: Run, shown: readonly EventExample[], check: Check): void {
  const schemes = listSchemes(subject.manifest);
  const looked = JSON.stringify(schemes).toLowerCase();
  const headers = shown.flatMap((event) => Object.entries(event.headers ?? {}));
  for (const name of new Set(headers.map(([own]) => own.toLowerCase()))) {
    const isSeen = ORDINARY.includes(name) || looked.includes(name);
    check(isSeen, `examples: events carry "${name}", which webhook.authentication does not look at.`);
    const isFixed = schemes.some((scheme) => scheme.type === 'header' && scheme.header === name);
    const values = new Set(headers.filter(([own]) => own.toLowerCase() === name).map(([, value]) => value));
    check(!isFixed || values.size === 1, `examples: events carry different values in "${name}": it is no fixed word.`);
  }
}

/** A description declares which answers with status 200 are refusals; only the documentation can tell that it is right. */
async function proveRefusals(run: Run, files: readonly Examples[]): Promise<void> {
  const { refusedWhen } = run.subject.manifest;
  if (!refusedWhen) return;
  const marks = Object.entries(refusedWhen);
  const calls = files.flatMap((file) => file.calls ?? []);
  const refusals = calls.filter(({ answer }) =>
    marks.some(([path, value]) => new Fields(answer).value(path) === value),
  );
  await run.recorder.prove('package', 'answers', async (check) => {
    const told = marks.map(([path, value]) => `${path}: ${JSON.stringify(value)}`).join(', ');
    check(
      refusals.length > 0,
      `refusedWhen says that ${told} refuses, but no answer of examples/ shows it: add one, or correct it.`,
    );
  });
  for (const example of refusals) {
    const { operation, status = 200, answer } = example;
    if (status >= 400 || !['createTransaction', 'withdraw'].includes(operation)) continue;
    const all = calls.filter((one) => isAbout(one, example) && !refusals.includes(one));
    await prove(run, toCapability(run, example), 'answers', async (market, check) => {
      const work = await toRun(market, example);
      market.wire.answer(async (call) => {
        const shown = [example, ...all].find((one) => isShown(one, call));
        return shown === undefined || shown === example
          ? { status, body: answer }
          : { status: shown.status ?? 200, body: shown.answer };
      });
      const outcome = await outcomeOf(work);
      market.wire.play(undefined);
      const isRefused = 'error' in outcome && isProviderError(outcome.error) && outcome.error.outcome === 'REJECTED';
      check(
        isRefused,
        `examples: ${operation} answered with a refusal (${JSON.stringify(answer)?.slice(0, 200)}): ${describeOutcome(outcome)}, not REJECTED.`,
      );
    });
  }
}

const isAbout = ({ operation, kind }: CallExample, example: CallExample) =>
  operation === example.operation && (kind === undefined || kind === example.kind);

function toCapability({ subject }: Run, { operation, kind }: CallExample): string {
  const method = kind ?? listMethods(subject)[0];
  if (operation === 'refund') return `${method}.refund`;
  if (/receiver/i.test(operation)) return 'receivers';
  if (/withdraw/i.test(operation)) return `withdraw.${kind ?? subject.manifest.capabilities.withdraw?.[0]}`;
  return method ?? 'package';
}

async function proveCall(
  { stated }: Run,
  market: Market,
  { example, all, source }: { example: CallExample; all: readonly CallExample[]; source: string },
  check: Check,
): Promise<void> {
  const work = await toRun(market, example);
  let unknown: string | undefined;
  const strange: string[] = [];
  market.wire.answer(async (call) => {
    const shown = [example, ...all].filter((one) => isShown(one, call));
    const [first] = shown;
    if (!first) {
      unknown = `${call.method} ${call.path}`;
      return { status: 500, body: {} };
    }
    const keys = new Set(shown.flatMap(({ json, form }) => listKeys(json ?? form)));
    strange.push(...listKeys(call.body).filter((key) => !keys.has(key)));
    return { status: first.status ?? 200, body: first.answer };
  });
  const outcome = await outcomeOf(work);
  market.wire.play(undefined);
  const name = `${example.operation}${example.kind ? ` (${example.kind})` : ''}`;
  check(unknown === undefined, `examples: ${name} calls ${unknown}, which no example of it shows.`);
  check(strange.length === 0, `examples: ${name} sends ${[...new Set(strange)].join(', ')}, which no example has.`);
  if ('error' in outcome) return check(false, `examples: ${name} of ${source}: ${describeOutcome(outcome)}.`);
  const told = outcome.result as Record<string, unknown>;
  compare(name, withMeaning(market, example.operation, told), example.result!, check);
  stated.push(...listStated(example.operation, told, example.result!));
}

async function proveEvent(
  { stated }: Run,
  market: Market,
  { event, source }: { event: EventExample; source: string },
  check: Check,
): Promise<void> {
  const { headers = {}, body, result } = event;
  const request = { headers, query: {}, body, rawBody: JSON.stringify(body) };
  const outcome = await outcomeOf(() => market.provider.processWebhook(request));
  if ('error' in outcome) return check(false, `examples: an event of ${source}: ${describeOutcome(outcome)}.`);
  compare('an event', withMeaning(market, outcome.result.subject, outcome.result), result!, check);
  stated.push(...listStated(outcome.result.subject, outcome.result, result!));
}

/** The result with what its word counts as: two who share one wrong table agree on every word, and the documentation says what it means. */
function withMeaning({ subject }: Market, about: string, read: object | null): Record<string, unknown> {
  const { providerStatus, ...rest } = { ...read } as Record<string, unknown>;
  if (providerStatus === undefined) return rest;
  const table = subject.manifest.status[listTables(about)[0]!];
  const status = table && mapStatus<string>(table, String(providerStatus)).status;
  return { ...rest, providerStatus, status };
}

/** The tables that have the words of an operation, or of the subject of an event. */
function listTables(about: string): StatusTable[] {
  if (/mandateCharge|chargeMandate/i.test(about)) return ['mandateCharge'];
  if (/mandate/i.test(about)) return ['mandate'];
  if (/withdraw/i.test(about)) return ['withdraw'];
  if (/receiver/i.test(about)) return ['receiver'];
  return about === 'either' ? ['payment', 'withdraw'] : ['payment'];
}

/** The word that was read of an example, with the status that the example states. */
function listStated(about: string, read: object, { status }: Record<string, unknown>): StatedWord[] {
  const { providerStatus } = read as { providerStatus?: string };
  if (providerStatus === undefined || typeof status !== 'string') return [];
  return listTables(about).map((table) => ({ table, word: providerStatus, meaning: status }));
}

function compare(name: string, read: Record<string, unknown>, stated: Record<string, unknown>, check: Check): void {
  for (const [field, expected] of Object.entries(stated)) {
    const isSame = JSON.stringify(read[field]) === JSON.stringify(expected);
    check(
      isSame,
      `examples: ${name} reads ${field} as ${JSON.stringify(read[field])}, not ${JSON.stringify(expected)}.`,
    );
  }
}

/** Returns the operation with a request that fits the example; what only prepares it is asked of the simulator. */
async function toRun(
  { ...market }: Market,
  { operation, kind, given = {}, result = {} }: CallExample,
): Promise<() => Promise<unknown>> {
  if (!OPERATIONS.includes(operation as Operation)) throw new Error(`examples: "${operation}" is no operation.`);
  const { provider, subject } = market;
  const method = (kind ?? listMethods(subject)[0]) as PaymentMethod;
  const payout = (kind ?? subject.manifest.capabilities.withdraw?.[0]) as WithdrawRequest['paymentMethod'];
  const transactionId = (result.transactionId ?? given.transactionId ?? result.refundId) as string | undefined;
  switch (operation as Operation) {
    case 'createTransaction': {
      const request = await toPurchase(market, method);
      return () => provider.createTransaction(request);
    }
    case 'getTransaction':
      return () => provider.getTransaction({ transactionId, reference: newReference(), paymentMethod: method });
    case 'refund': {
      const refund = { reference: newReference(), transactionId: transactionId ?? '', paymentMethod: method };
      return () => provider.refund(sampleRefund(refund));
    }
    case 'withdraw':
      return () => provider.withdraw(sampleWithdraw(payout, { withdrawReference: newReference() }));
    case 'getWithdraw':
      return () => provider.getWithdraw({ withdrawId: result.withdrawId as string, withdrawReference: newReference() });
    case 'getReceiver': {
      const receiverToken = given.receiverToken as string | undefined;
      return () => provider.getReceiver({ receiverId: result.receiverId as string, receiverToken });
    }
    default:
      throw new Error(`examples: a "result" of ${operation} cannot be stated yet.`);
  }
}

/** Every key at any depth, lists without their places: "items.price". */
function listKeys(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => listKeys(item, path));
  return Object.entries(value).flatMap(([name, inner]) => [`${path}${name}`, ...listKeys(inner, `${path}${name}.`)]);
}

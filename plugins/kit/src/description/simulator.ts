/** Plays a described provider: requests are matched against the templates, answers and events are the examples with the book's values. */
import type { Description, Json, Sources } from '@feira/schemas/description';
import type { CallExample, Examples } from '@feira/schemas/examples';
import type { Manifest } from '@feira/schemas/manifest';
import type { Operation } from '@feira/schemas/provider';
import { mergeVariants } from '@feira/schemas/rules/manifest-variants';
import { answeredUnit, idempotencyOf } from '@feira/schemas/rules/operation-rules';
import { mapStatus } from '../define.ts';
import { Fields } from '../fields.ts';
import { answerChallenge, CHALLENGE_MS } from '../simulation/challenge-page.ts';
import {
  DESTINATION_FIELDS,
  type SimulatedDestination,
  type Simulator,
  type SimulatorContext,
  type SimulatorModule,
  type SimulatorRequest,
  type SimulatorResponse,
} from '../simulator.ts';
import {
  type BookedCharge,
  type BookedRefund,
  type BookedWithdrawal,
  type ChargeState,
  createBook,
  type OrderState,
} from '../simulator-book.ts';
import { WireRefusal } from '../simulator-routes.ts';
import { createIds } from '../simulator-state.ts';
import { type CompiledCall, compileCalls } from './calls.ts';
import { STEP_EXPIRY, STEP_URL } from './contract-fields.ts';
import { listFor } from './examples.ts';
import { type Plain, parsePlaceholder } from './filters.ts';
import { readEvent } from './module.ts';
import { readEnd, readRequest } from './requests.ts';
import { isSigned } from './signature.ts';
import { grantToken, isAllowed, signEvent } from './simulator-auth.ts';
import { holds, writeSource } from './sources.ts';

/** The fields of a request, in the contract's words and units. */
type Told = Record<string, Plain | undefined>;
interface Kept {
  /** Counts what the simulator made before it: of the words for one state, each order speaks another one, and goes on speaking it. */
  turn?: number;
  webhookUrl?: string;
  kind?: string;
  cardDigits?: string;
  returnUrl?: string;
}
type Charge = BookedCharge<Kept>;
type Withdrawal = BookedWithdrawal<Kept>;

const REFUSED_CARD = '4000000000000010';
const CHALLENGED_CARD = '4000000000000085';
const CHALLENGES = '/challenges/';
const UNKNOWN_WORD = 'quarantined';
/** The meaning of the words that a described simulator speaks for each state of its book. */
export const CHARGE_STATES: Record<Exclude<ChargeState, 'UNKNOWN'>, string> = {
  WAITING: 'PENDING',
  PROCESSING: 'PENDING',
  AUTHORIZED: 'PENDING',
  PAID: 'APPROVED',
  PARTLY_REFUNDED: 'APPROVED',
  REFUNDED: 'REFUNDED',
  REFUSED: 'REJECTED',
  EXPIRED: 'REJECTED',
  CANCELED: 'REJECTED',
  CHARGED_BACK: 'CHARGEBACK',
};
const WENT_BACK: readonly ChargeState[] = ['REFUNDED', 'CHARGED_BACK'];
export const ORDER_STATES: Record<Exclude<OrderState, 'UNKNOWN'>, string[]> = {
  PENDING: ['PENDING'],
  DONE: ['APPROVED'],
  FAILED: ['REJECTED', 'CANCELED'],
  RETURNED: ['REJECTED', 'CANCELED'],
};
const DESTINATION: readonly string[] = Object.values(DESTINATION_FIELDS).flat();

/** The owner of the card has to confirm it at the bank. */
const isAsked = ({ isChallenged, status }: Charge) => isChallenged && status === 'PROCESSING';

/** The words of the table with one of these meanings, in the order of the meanings. */
const wordsFor = (table: { map: Record<string, string> } | undefined, meanings: string[]): string[] =>
  meanings.flatMap((meaning) =>
    Object.entries(table?.map ?? {}).flatMap(([word, status]) => (status === meaning ? [word] : [])),
  );
/** One word after the other, so that none stays untried. */
const takeTurn = (words: readonly string[], turn = 0): string => words[turn % words.length] ?? UNKNOWN_WORD;

/** A code of a refused card that the package knows. */
const sampleDeclineCode = ({ declines }: Manifest): string | undefined =>
  Object.keys(declines?.codes ?? {})[0] ?? (declines?.standard === 'ABECS' ? '51' : undefined);

export function describedSimulator(
  manifest: Manifest,
  description: Description,
  files: readonly Examples[],
): SimulatorModule {
  const environment = manifest.environments.sandbox ? 'sandbox' : 'production';
  return {
    createSimulator(context) {
      const opened = mergeVariants(manifest, { environment, settings: context.credentials });
      const calls = compileCalls(description, opened);
      const examples = new Map(calls.map((call) => [call, listSuccesses(call, opened, files)]));
      return createSimulator(context, { manifest: opened, description, files, calls, examples });
    },
    samples: {
      credentials: Object.fromEntries(
        Object.entries(manifest.credentials.properties)
          .filter(([, { format }]) => format !== 'certificate' && format !== 'private-key')
          .map(([name, field]) => [name, sampleValue(manifest.id, name, field)]),
      ),
      ...(manifest.capabilities.methods?.CREDIT_CARD && {
        cards: {
          approved: '4111111111111111',
          refused: REFUSED_CARD,
          ...(manifest.capabilities.methods.CREDIT_CARD.redirect && { challenged: CHALLENGED_CARD }),
        },
      }),
      ...(!manifest.operations.includes('createReceiver') && { receiverId: 'receiver-1' }),
    },
  };
}

function sampleValue(id: string, name: string, field: Manifest['credentials']['properties'][string]): string {
  const { default: usual, examples, enum: choices, minLength = 0 } = field;
  const value =
    usual ?? examples?.[0] ?? choices?.[0] ?? (field.type === 'string' ? `${id}_${name}_invented_0001` : '1');
  return String(value).padEnd(minLength, '0');
}

function listSuccesses(call: CompiledCall, manifest: Manifest, files: readonly Examples[]): CallExample[] {
  const marks = Object.entries(manifest.refusedWhen ?? {}).map(([path, wanted]) => ({ [path]: wanted }));
  const conditions = call.refusedWhen ? [call.refusedWhen] : marks;
  const isRefusal = ({ status = 200, answer }: CallExample) =>
    status >= 400 || conditions.some((condition) => holds(condition, new Fields(answer)));
  const all = listFor(call, files).filter((example) => !isRefusal(example));
  // A request may be shown alone, as a witness of what stands where.
  return all.toSorted((one, two) => Number(one.answer === undefined) - Number(two.answer === undefined));
}

interface Playing {
  manifest: Manifest;
  description: Description;
  files: readonly Examples[];
  calls: CompiledCall[];
  examples: Map<CompiledCall, CallExample[]>;
}

function createSimulator(context: SimulatorContext, playing: Playing): Simulator {
  const { manifest, description, calls, examples, files } = playing;
  const { words = {}, reason: [reasonPath = 'message'] = [], simulator: own = {} } = description;
  const { store } = context;
  const ids = createIds(context);
  const made = { charges: 0, withdrawals: 0, receivers: 0 };
  const keyIn = (headers: Record<string, string>, operation: Operation) => {
    const { supported, header = 'idempotency-key' } = idempotencyOf(manifest, operation);
    return supported ? headers[header] : undefined;
  };
  /** The keys that stand in bodies: without a header our reference is the key. */
  const keys = new WeakMap<SimulatorRequest, string>();
  function noteKey(request: SimulatorRequest, operation: Operation, reference: string | undefined): void {
    const { supported, header } = idempotencyOf(manifest, operation);
    if (supported && header === undefined && reference) keys.set(request, reference);
  }
  const areCardsAlone = Object.keys(manifest.capabilities.methods ?? {}).every((name) => name === 'CREDIT_CARD');
  // A provider that never says how much came in takes the price, once.
  const isExact = !calls.some(
    ({ answer: { paidAmount, movements } }) => paidAmount !== undefined || movements !== undefined,
  );
  const book = createBook<Kept, Kept>(context, {
    notifyCharge: (state, charge, { times }) =>
      notify('payment', charge.data, chargeFields(charge, state), charge.method, times),
    notifyWithdrawal: (withdrawal) =>
      notify('withdraw', withdrawal.data, withdrawalFields(withdrawal), withdrawal.data.kind, 1),
    keyOf: (request) =>
      keys.get(request) ?? keyIn(request.headers, 'createTransaction') ?? keyIn(request.headers, 'withdraw'),
    wordOf: (charge) => chargeWord(charge.status, charge),
    isPaidOnce: isExact,
  });

  function chargeWords(state: ChargeState): string[] {
    if (state === 'UNKNOWN') return [];
    const declared = own.payment?.[state];
    const meanings = [CHARGE_STATES[state], ...(WENT_BACK.includes(state) ? ['RETURNED'] : [])];
    return declared === undefined ? wordsFor(manifest.status.payment, meanings) : [declared];
  }
  const chargeWord = (state: ChargeState, { data }: Charge) => takeTurn(chargeWords(state), data.turn);
  const orderWord = (state: OrderState, { data }: Withdrawal) =>
    state === 'UNKNOWN'
      ? UNKNOWN_WORD
      : (own.withdraw?.[state] ?? takeTurn(wordsFor(manifest.status.withdraw, ORDER_STATES[state]), data.turn));

  /** Every field of the contract that this provider may tell of a charge. */
  const chargeFields = (charge: Charge, state = charge.status): Record<string, unknown> => ({
    transactionId: charge.transactionId,
    reference: charge.reference,
    providerStatus: chargeWord(charge.fault === 'unknown-status' ? 'UNKNOWN' : state, charge),
    amount: charge.amount,
    paidAmount: charge.paidAmount,
    refundedAmount: charge.refundedAmount,
    movementIds: charge.payments.length > 0 ? charge.payments.map(({ id }) => id) : undefined,
    movements: charge.payments.map(({ id, amount }) => ({ id, amount })),
    reason: charge.reason ?? undefined,
    declineCode: charge.status === 'REFUSED' ? sampleDeclineCode(manifest) : undefined,
    pixCode: `00020126${manifest.id}.invalid/${charge.transactionId}`,
    ...(charge.expiresAt && { expiresAt: charge.expiresAt }),
    [STEP_URL]: isAsked(charge) ? `${context.publicUrl}${CHALLENGES}${charge.transactionId}` : undefined,
    [STEP_EXPIRY]: isAsked(charge) ? charge.expiresAt : undefined,
    ...(charge.data.cardDigits && { cardLastDigits: charge.data.cardDigits }),
  });
  const withdrawalFields = (withdrawal: Withdrawal): Record<string, unknown> => ({
    withdrawId: withdrawal.id,
    reference: withdrawal.reference,
    providerStatus: orderWord(withdrawal.status, withdrawal),
    amount: withdrawal.amount,
    reason: withdrawal.reason ?? undefined,
    approvedAt: withdrawal.status === 'DONE' ? (withdrawal.endedAt ?? undefined) : undefined,
  });

  /** Returns the provider's example, with these values where the description reads them. */
  function write(sources: Sources, body: Json, fields: Record<string, unknown>, unit: CompiledCall['unit']): Json {
    return Object.entries(sources).reduce((written, [name, source]) => {
      const isPlain = name in fields && !(typeof source === 'object' && 'each' in source);
      return isPlain ? writeSource(source, written, name, fields[name], { words, unit }) : written;
    }, body);
  }
  function answer(
    call: CompiledCall,
    fields: Record<string, unknown>,
    all: CallExample[] = examples.get(call) ?? [],
  ): SimulatorResponse {
    const [shown] = all;
    const body = shown?.answer ?? {};
    const { list } = call;
    if (list === undefined)
      return { status: shown?.status ?? 200, body: write(call.answer, body, fields, call.answerUnit) };
    const [member = {}] = [new Fields(body).value(list)].flat() as Json[];
    const found = [write(call.answer, member, fields, call.answerUnit)];
    return { status: shown?.status ?? 200, body: writeSource(list, body, '', found, { words, unit: call.answerUnit }) };
  }
  const refuse = (status: number, message: string): SimulatorResponse => ({
    status,
    body: writeSource(reasonPath, {}, 'reason', message, { words, unit: 'cents' }),
  });
  /** Some providers refuse with status 200: then the condition by which the description knows it holds. */
  function refuseCall({ refusedWhen = manifest.refusedWhen }: CompiledCall, error: WireRefusal): SimulatorResponse {
    const refusal = refuse(refusedWhen ? 200 : error.response.status, error.message);
    const marks = Object.entries(refusedWhen ?? {}).filter(
      ([path, wanted]) => !holds({ [path]: wanted }, new Fields(refusal.body)),
    );
    const mark = (body: Json, [path, wanted]: (typeof marks)[number]) =>
      writeSource(path, body, '', [wanted].flat()[0], { words, unit: 'cents' });
    return { ...refusal, body: marks.reduce(mark, refusal.body as Json) };
  }
  const nothing = (call: CompiledCall): SimulatorResponse =>
    call.list === undefined
      ? refuse(call.missing?.[0] ?? 404, 'Not found.')
      : { status: 200, body: writeSource(call.list, {}, '', [], { words, unit: call.answerUnit }) };

  /** An id like the one that the example shows. */
  function newId(call: CompiledCall, name: string): () => string {
    const source = call.answer[name];
    const shown = (examples.get(call) ?? []).flatMap(({ answer: body }) => {
      const members = call.list === undefined ? [body] : [new Fields(body).value(call.list)].flat();
      const paths = [source].flat(3).filter((one) => typeof one === 'string');
      return members.flatMap((member) => paths.map((path) => new Fields(member).value(path.split('|')[0]!)));
    })[0];
    if (typeof shown === 'number') return () => `${1 + Math.floor(context.random() * 8)}${ids.digits(11)}`;
    const text = String(shown ?? '');
    if (/^[0-9a-f]{8}-/i.test(text)) return ids.uuid;
    return () => ids.next(/^[a-z]+_/i.exec(text)?.[0] ?? 'sim_');
  }

  async function act(
    call: CompiledCall,
    told: Told,
    request: SimulatorRequest,
  ): Promise<SimulatorResponse | undefined> {
    const text = (name: string) => (told[name] === undefined ? undefined : String(told[name]));
    switch (call.operation) {
      case 'createTransaction': {
        const token = text('cardToken');
        const card = text('card.cardNumber') ?? (token && ((await store.get<string>(`card:${token}`)) ?? token));
        const isRefused = card === REFUSED_CARD;
        const isChallenged =
          card === CHALLENGED_CARD && manifest.capabilities.methods?.CREDIT_CARD?.redirect !== undefined;
        const status = isRefused ? 'REFUSED' : isChallenged ? 'PROCESSING' : 'PAID';
        const { expiry, expiresInSeconds = 0 } =
          manifest.capabilities.methods?.[(call.kind ?? 'PIX') as Charge['method']] ?? {};
        const lastsMs = isChallenged ? CHALLENGE_MS : expiry === 'fixed' ? expiresInSeconds * 1_000 : null;
        const now = context.clock.now();
        const end = lastsMs === null ? readEnd(call, told, now) : new Date(now.getTime() + lastsMs).toISOString();
        noteKey(request, call.operation, text('reference'));
        const charge = await book.createCharge(request, newId(call, 'transactionId'), {
          reference: text('reference') ?? '',
          method: (call.kind ?? 'PIX') as Charge['method'],
          amount: Number(told.amount ?? 0),
          ...(card && { status, reason: isRefused ? 'Cartão recusado.' : null, isChallenged }),
          ...(end !== undefined && { expiresAt: end }),
          data: {
            turn: made.charges++,
            returnUrl: text('returnUrl'),
            webhookUrl: text('webhookUrl'),
            kind: call.kind,
            cardDigits: card && /^\d+$/.test(card) ? card.slice(-4) : undefined,
          },
        });
        // Cards get events, too, where a package sells nothing else, although the answer has told the result already.
        if (areCardsAlone && charge.status === 'PAID')
          void notify('payment', charge.data, chargeFields(charge), charge.method, 1);
        return answer(call, chargeFields(charge));
      }
      case 'getTransaction': {
        const found = call.isByReference
          ? (await book.listByReference(request, text('reference')))[0]
          : await book.findCharge(request, text('transactionId') ?? '');
        return found && (call.kind ?? found.method) === found.method ? answer(call, chargeFields(found)) : undefined;
      }
      case 'refund': {
        const id = text('transactionId') ?? '';
        const known = await book.findCharge(request, id);
        if (!known || (call.kind ?? known.method) !== known.method) return undefined;
        const key = keyIn(request.headers, 'refund');
        const wanted = {
          amount: told.amount === undefined ? undefined : Number(told.amount),
          ...(key && { reference: key }),
        };
        const refund = await book.createRefund(id, newId(call, 'refundId'), wanted);
        const charge = (await book.findCharge(request, id))!;
        return answerRefund(call, refund, charge);
      }
      case 'withdraw': {
        const destination = Object.fromEntries(
          DESTINATION.flatMap((name) => (told[name] === undefined ? [] : [[name, String(told[name])]])),
        );
        noteKey(request, call.operation, text('withdrawReference'));
        const withdrawal = await book.createWithdrawal(request, newId(call, 'withdrawId'), {
          reference: text('withdrawReference') ?? '',
          amount: Number(told.amount ?? 0),
          destination: destination as SimulatedDestination,
          data: { turn: made.withdrawals++, webhookUrl: text('webhookUrl'), kind: call.kind },
        });
        return answer(call, withdrawalFields(withdrawal));
      }
      case 'getWithdraw': {
        const found = call.isByReference
          ? (await book.listWithdrawalsByReference(text('withdrawReference')))[0]
          : await book.findWithdrawal(text('withdrawId') ?? '');
        return found && answer(call, withdrawalFields(found));
      }
      case 'createReceiver': {
        const receiverId = newId(call, 'receiverId')();
        const providerStatus = takeTurn(wordsFor(manifest.status.receiver, ['ACTIVE']), made.receivers++);
        const receiver = { ...told, receiverId, providerStatus };
        await store.set(`receiver:${receiverId}`, receiver);
        return answer(call, receiver);
      }
      case 'getReceiver': {
        const found = await store.get<Told>(`receiver:${text('receiverId')}`);
        return found && answer(call, found);
      }
      case 'createCardToken': {
        const token = newId(call, 'token')();
        await store.set(`card:${token}`, text('card.cardNumber') ?? '');
        return answer(call, { token });
      }
      default:
        return answer(call, {});
    }
  }

  /** Providers answer a refund with its own state, or with the state of the charge: the words of "status" tell which. */
  function answerRefund(call: CompiledCall, refund: BookedRefund, charge: Charge): SimulatorResponse {
    const [source] = [call.answer.status].flat(3).filter((one) => typeof one === 'string');
    const { name = '', filters = [] } = source === undefined ? {} : parsePlaceholder(source);
    const dictionary = words[filters[0]?.name ?? ''] ?? {};
    const isOfCharge = Object.keys(dictionary).some((word) => Object.hasOwn(manifest.status.payment.map, word));
    const shown = isOfCharge ? { ...call, answer: { ...call.answer, status: name } } : call;
    const state = charge.refundedAmount >= charge.paidAmount ? 'REFUNDED' : 'PARTLY_REFUNDED';
    // The dictionary has the words that the provider answers a refund with.
    const told = chargeWords(state).filter((one) => Object.hasOwn(dictionary, one));
    const word = told.length > 0 ? takeTurn(told, charge.data.turn) : chargeWord(state, charge);
    return answer(shown, { refundId: refund.id, status: isOfCharge ? word : 'DONE' }, examples.get(call));
  }

  async function notify(
    subject: 'payment' | 'withdraw',
    { webhookUrl = context.webhookUrl }: Kept,
    fields: Record<string, unknown>,
    kind: string | undefined,
    times: number,
  ) {
    const told = mapStatus<string>(manifest.status[subject]!, String(fields.providerStatus)).status;
    // The example of the same method and state, else the nearest.
    const [shown] = listShown(subject, kind, told).toSorted((one, two) => two.rank - one.rank);
    if (!shown || !webhookUrl) return;
    const { each, fields: sources = {}, unit = answeredUnit(manifest, 'processWebhook') } = shown.event;
    const values = { eventId: ids.next('evt_'), transactionId: fields.withdrawId, ...fields };
    const [member = {}] = each === undefined ? [shown.body] : ([new Fields(shown.body).value(each)].flat() as Json[]);
    const written = write(sources, member, values, unit);
    const whole = each === undefined ? written : writeSource(each, shown.body, '', [written], { words, unit });
    const signed = signEvent(manifest, context, whole, { url: webhookUrl, id: values.eventId });
    for (let time = 0; time < times; time += 1) await context.sendWebhook(signed);
  }
  function listShown(subject: 'payment' | 'withdraw', wanted: string | undefined, told: string) {
    const { events = [] } = description;
    return files
      .flatMap(({ events: all = [] }) => all)
      .flatMap(({ kind, body }) => {
        const event = events.find(({ when }) => !when || holds(when, new Fields(body)));
        if (!event || (event.subject !== subject && event.subject !== 'either')) return [];
        // It tells of a claim of another bank, and of no state of the charge.
        if (event.fields?.dispute !== undefined) return [];
        const read = readEvent(events, body, words, manifest);
        const word = (read.events?.[0] ?? read).providerStatus ?? '';
        const isSame = mapStatus<string>(manifest.status[subject]!, word).status === told;
        return [{ event, body, rank: (kind === undefined || kind === wanted ? 2 : 0) + (isSame ? 1 : 0) }];
      });
  }

  async function showChallenge(request: SimulatorRequest): Promise<SimulatorResponse> {
    const charge = await book.findCharge(request, decodeURIComponent(request.path.slice(CHALLENGES.length)));
    if (!charge?.isChallenged) return refuse(404, 'Not found.');
    return answerChallenge(book, request, { charge, returnUrl: charge.data.returnUrl ?? null });
  }

  return {
    ...book.controls,
    async pay(id, how = {}) {
      const charge = await book.controls.getCharge(id);
      if (isExact && charge && (how.amount ?? charge.amount) !== charge.amount)
        throw new WireRefusal(409, {}, 'This provider takes exactly the price.');
      await book.controls.pay(id, how);
    },
    async handle(request) {
      if (request.path.startsWith(CHALLENGES)) return showChallenge(request);
      const token = grantToken(manifest, context, request);
      if (token) return token;
      if (description.signature && !isSigned(request, description.signature, context.credentials))
        return refuse(401, 'Wrong signature.');
      const known = calls.flatMap((call) => {
        const told = (call.base ?? 'default') === (request.base ?? 'default') && readRequest(call, request, words);
        return told ? [{ call, told }] : [];
      });
      if (!isAllowed(manifest, context.credentials, request)) return refuse(401, 'Wrong key.');
      try {
        for (const { call, told } of known) {
          const response = await act(call, told, request);
          if (response) return { ...response, ...asJson(response.body) };
        }
      } catch (error) {
        if (error instanceof WireRefusal) return refuseCall(known.at(-1)!.call, error);
        throw error;
      }
      return known[0] ? nothing(known.at(-1)!.call) : refuse(400, 'This provider has no such call.');
    },
  };
}

/** An answer may be a single word, which is JSON all the same. */
const asJson = (body: unknown) =>
  typeof body === 'string' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };

/**
 * Keeps mandates and their charges for simulators, and changes them as buyers and banks do. A simulator of its own adds the wire format: it
 * maps the states to the provider's words, and sends the provider's events about changes.
 */
import type {
  MandateChargeStatus,
  MandateEnder,
  MandateJourney,
  MandatePeriod,
  MandateRetries,
  MandateStatus,
} from '@feira/schemas/mandate';
import { mayRetryOn } from '@feira/schemas/rules/mandate';
import type { SimulatedMandates, SimulatorContext, SimulatorRequest } from './simulator.ts';
import { WireRefusal } from './simulator-routes.ts';
import { createIds, createOnce, createTurns } from './simulator-state.ts';

/** The rules by which a mandate or a charge of it is refused. */
export type MandateRule =
  | 'MISSING'
  | 'KEY_REUSED'
  | 'NOT_WAITING'
  | 'NOT_ACTIVE'
  | 'ENDED'
  | 'OTHER_AMOUNT'
  | 'DUE_DATE_TAKEN'
  | 'ATTEMPT_OPEN'
  | 'NO_RETRY'
  | 'NOT_PAID'
  | 'BEYOND_PAID';

const RULES: Record<MandateRule, [status: number, message: string]> = {
  MISSING: [404, 'Not found.'],
  KEY_REUSED: [409, 'The idempotency key was used with another request.'],
  NOT_WAITING: [409, 'The mandate does not wait for the buyer any more.'],
  NOT_ACTIVE: [422, 'The buyer has not agreed, or the mandate has ended.'],
  ENDED: [409, 'It has ended already.'],
  OTHER_AMOUNT: [422, 'The mandate is for another amount.'],
  DUE_DATE_TAKEN: [422, 'The mandate has a charge for that day.'],
  ATTEMPT_OPEN: [422, 'An attempt is under way.'],
  NO_RETRY: [422, 'The mandate allows no attempt on that day.'],
  NOT_PAID: [422, 'Nobody has paid the charge.'],
  BEYOND_PAID: [422, 'More than came in and is left of it.'],
};

const MOST_RETRIES = 3;
const MOST_LISTED = 10_000;

/** UNKNOWN is what a fault shows in the place of the truth: answer it with a word that no table has. */
export interface BookedMandate<D = unknown> {
  id: string;
  /** Ours, as the request named it. */
  reference: string;
  status: MandateStatus | 'UNKNOWN';
  journey: MandateJourney;
  period: MandatePeriod;
  retries: MandateRetries;
  /** Cents: of every charge, or of the largest one. */
  amount: number | null;
  maxAmount: number | null;
  firstChargeDate: string;
  endDate: string | null;
  document: string;
  /** The charge whose code asks for the agreement as well. */
  chargeId: string | null;
  endedBy: MandateEnder | null;
  createdAt: string;
  /** Each status it has had, oldest first. */
  history: { status: MandateStatus; at: string }[];
  data: D;
  fault: ReturnType<SimulatorContext['fault']>;
}
export interface BookedMandateAttempt {
  id: string;
  date: string;
  status: 'SCHEDULED' | 'PAID' | 'REJECTED' | 'EXPIRED' | 'CANCELED';
  reason: string | null;
  createdAt: string;
}
/** It is done at once: banks give a PIX back in seconds. */
export interface BookedMandateRefund {
  id: string;
  reference: string;
  amount: number;
  at: string;
}
export interface BookedMandateCharge<D = unknown> {
  id: string;
  mandateId: string;
  reference: string;
  /** Cents. */
  amount: number;
  dueDate: string;
  status: MandateChargeStatus | 'UNKNOWN';
  attempts: BookedMandateAttempt[];
  payments: { id: string; amount: number; paidAt: string }[];
  refunds: BookedMandateRefund[];
  reason: string | null;
  endedBy: MandateEnder | null;
  createdAt: string;
  history: { status: MandateChargeStatus; at: string }[];
  data: D;
  fault: ReturnType<SimulatorContext['fault']>;
}

export type NewMandate<D> = Pick<
  BookedMandate<D>,
  | 'reference'
  | 'journey'
  | 'period'
  | 'retries'
  | 'amount'
  | 'maxAmount'
  | 'firstChargeDate'
  | 'endDate'
  | 'document'
  | 'chargeId'
  | 'data'
>;
export type NewMandateCharge<D> = Pick<
  BookedMandateCharge<D>,
  'mandateId' | 'reference' | 'amount' | 'dueDate' | 'data'
>;

export interface MandateBookOptions<D, C> {
  /** Sends the provider's event about a change, `times` times word for word. No request awaits it. */
  notifyMandate(mandate: BookedMandate<D>): Promise<unknown>;
  notifyMandateCharge(charge: BookedMandateCharge<C>, about: { times: number }): Promise<unknown>;
  /** Returns the provider's own refusal for a rule of the book; a WireRefusal with an English message unless set. */
  refuse?(rule: MandateRule): Error;
  /** Returns the key by which a repeated request makes the same thing: the header idempotency-key unless set. */
  keyOf?(request: SimulatorRequest): string | undefined;
  newAttemptId?(): string;
}

export function createMandateBook<D = unknown, C = unknown>(
  context: SimulatorContext,
  options: MandateBookOptions<D, C>,
) {
  const { store, clock } = context;
  const ids = createIds(context);
  const inTurn = createTurns();
  type Mandate = BookedMandate<D>;
  type Charge = BookedMandateCharge<C>;
  const now = () => clock.now().toISOString();
  const refuse = (rule: MandateRule): Error => {
    const [status, message] = RULES[rule];
    return options.refuse?.(rule) ?? new WireRefusal(status, { message }, message);
  };
  const {
    keyOf = ({ headers }: SimulatorRequest) => headers['idempotency-key'],
    newAttemptId = () => ids.endToEnd('99999999'),
  } = options;
  const once = createOnce(context, inTurn, () => refuse('KEY_REUSED'));
  // A store may hand out the very object it keeps; a change must count only once it is saved.
  const read = async <T>(key: string) => structuredClone(await store.get<T>(key));
  const show = <T extends Mandate | Charge>(kept: T, fault = kept.fault): T => {
    if (fault === 'unknown-status') return { ...kept, status: 'UNKNOWN' };
    if (fault !== 'wrong-amount' || kept.amount === null) return kept;
    return { ...kept, amount: kept.amount + 1 };
  };

  async function note(list: string, id: string): Promise<void> {
    await inTurn(list, async () => {
      const known = (await store.get<string[]>(list)) ?? [];
      if (!known.includes(id)) await store.set(list, [...known, id]);
    });
  }

  async function make<T extends { reference: string }>(
    kind: 'mandate' | 'mandate-charge',
    request: SimulatorRequest,
    newId: () => string,
    build: (id: string) => Promise<T>,
  ): Promise<T> {
    return once(kind, { key: keyOf(request), rawBody: request.rawBody }, newId, async (id) => {
      const former = await read<T>(`${kind}:${id}`);
      if (former) return former;
      const made = await build(id);
      await note(`${kind}-reference:${made.reference}`, id);
      await store.set(`${kind}:${id}`, made);
      return made;
    });
  }

  async function changeMandate(id: string, work: (mandate: Mandate) => void): Promise<Mandate> {
    return inTurn(`mandate:${id}`, async () => {
      const mandate = await read<Mandate>(`mandate:${id}`);
      if (!mandate) throw refuse('MISSING');
      work(mandate);
      await store.set(`mandate:${id}`, mandate);
      return mandate;
    });
  }
  async function changeCharge(id: string, work: (charge: Charge) => void): Promise<Charge> {
    return inTurn(`mandate-charge:${id}`, async () => {
      const charge = await read<Charge>(`mandate-charge:${id}`);
      if (!charge) throw refuse('MISSING');
      work(charge);
      await store.set(`mandate-charge:${id}`, charge);
      return charge;
    });
  }
  const move = <S extends string>(
    thing: { status: S | 'UNKNOWN'; endedBy: MandateEnder | null; history: { status: S; at: string }[] },
    status: S,
    endedBy: MandateEnder | null = null,
  ) => {
    Object.assign(thing, { status, endedBy });
    thing.history.push({ status, at: now() });
  };

  /** The buyer's answer to a mandate that waits for it. */
  async function answer(id: string, status: 'ACTIVE' | 'REJECTED' | 'EXPIRED'): Promise<void> {
    const mandate = await changeMandate(id, (waiting) => {
      if (waiting.status !== 'PENDING') throw refuse('NOT_WAITING');
      move(waiting, status);
    });
    await options.notifyMandate(show(mandate));
  }

  /** Ends what is open of a charge; the attempt under way ends with it. */
  async function endCharge(
    id: string,
    status: 'REJECTED' | 'EXPIRED' | 'CANCELED',
    { reason = null, endedBy = null }: { reason?: string | null; endedBy?: MandateEnder | null } = {},
  ): Promise<Charge> {
    return changeCharge(id, (charge) => {
      if (charge.status !== 'PENDING') throw refuse('ENDED');
      move(charge, status, endedBy);
      charge.reason = reason;
      for (const attempt of charge.attempts.filter((one) => one.status === 'SCHEDULED'))
        Object.assign(attempt, { status, reason });
    });
  }

  /** The charges that were to be paid end with their mandate. */
  async function cancel(id: string, by: MandateEnder): Promise<{ mandate: Mandate; notified: Promise<unknown> }> {
    const mandate = await changeMandate(id, (one) => {
      if (one.status !== 'PENDING' && one.status !== 'ACTIVE') throw refuse('ENDED');
      move(one, 'CANCELED', by);
    });
    const events: Promise<unknown>[] = [options.notifyMandate(show(mandate))];
    for (const chargeId of (await store.get<string[]>(`mandate-charges:${id}`)) ?? []) {
      const charge = await read<Charge>(`mandate-charge:${chargeId}`);
      if (charge?.status !== 'PENDING') continue;
      const ended = await endCharge(chargeId, 'CANCELED', { endedBy: by });
      events.push(options.notifyMandateCharge(show(ended), { times: 1 }));
    }
    return { mandate, notified: Promise.all(events) };
  }

  const addAttempt = (charge: Charge, date: string) =>
    charge.attempts.push({ id: newAttemptId(), date, status: 'SCHEDULED', reason: null, createdAt: now() });
  const openAttempt = (charge: Charge) => {
    const attempt = charge.attempts.find(({ status }) => status === 'SCHEDULED');
    if (!attempt || charge.status !== 'PENDING') throw refuse('ENDED');
    return attempt;
  };
  const notify = async (charge: Charge, times = 1) => void (await options.notifyMandateCharge(show(charge), { times }));

  const controls: SimulatedMandates = {
    async approve(id) {
      if ((await read<Mandate>(`mandate:${id}`))?.journey === 3)
        throw new Error('The buyer of journey 3 agrees by paying the charge.');
      await answer(id, 'ACTIVE');
    },
    reject: (id) => answer(id, 'REJECTED'),
    expire: (id) => answer(id, 'EXPIRED'),
    async cancel(id, by) {
      await (await cancel(id, by)).notified;
    },
    async payCharge(id, { times = 1 } = {}) {
      const charge = await changeCharge(id, (one) => {
        const attempt = openAttempt(one);
        attempt.status = 'PAID';
        one.payments.push({ id: attempt.id, amount: one.amount, paidAt: now() });
        move(one, 'APPROVED');
      });
      await notify(charge, times);
    },
    async refuseCharge(id, { reason = 'AM09', isFinal = false } = {}) {
      const kept = await read<Charge>(`mandate-charge:${id}`);
      const mandate = kept && (await read<Mandate>(`mandate:${kept.mandateId}`));
      const charge = await changeCharge(id, (one) => {
        Object.assign(openAttempt(one), { status: 'REJECTED', reason });
        const isOver = isFinal || mandate?.retries !== '3R_7D' || one.attempts.length > MOST_RETRIES;
        if (!isOver) return;
        move(one, 'REJECTED');
        one.reason = reason;
      });
      await notify(charge);
    },
    expireCharge: async (id) => notify(await endCharge(id, 'EXPIRED')),
    cancelCharge: async (id, by) => notify(await endCharge(id, 'CANCELED', { endedBy: by })),
    async get(id) {
      const mandate = await read<Mandate>(`mandate:${id}`);
      return mandate && summarize(mandate);
    },
    async getCharge(id) {
      const charge = await read<Charge>(`mandate-charge:${id}`);
      return charge && summarizeCharge(charge);
    },
    list: async () => (await store.list<Mandate>('mandate:', MOST_LISTED)).map(summarize),
    listCharges: async () => (await store.list<Charge>('mandate-charge:', MOST_LISTED)).map(summarizeCharge),
  };

  async function find(request: SimulatorRequest, id: string): Promise<Mandate | undefined> {
    const mandate = await read<Mandate>(`mandate:${id}`);
    return mandate && show(mandate, context.fault(request) ?? mandate.fault);
  }
  async function findCharge(request: SimulatorRequest, id: string): Promise<Charge | undefined> {
    const charge = await read<Charge>(`mandate-charge:${id}`);
    return charge && show(charge, context.fault(request) ?? charge.fault);
  }
  const listBy = async <T>(list: string, findOne: (id: string) => Promise<T | undefined>): Promise<T[]> => {
    const found = await Promise.all(((await store.get<string[]>(list)) ?? []).map(findOne));
    return found.filter((one) => one !== undefined);
  };

  return {
    /** The part of a Simulator that is about mandates. */
    controls,

    /** Makes a mandate that waits for its buyer, once for each idempotency key. */
    create: async (request: SimulatorRequest, newId: () => string, mandate: NewMandate<D>): Promise<Mandate> => {
      const made = await make<Mandate>('mandate', request, newId, async (id) => {
        if (mandate.chargeId) await note(`mandate-of:${mandate.chargeId}`, id);
        const history = [{ status: 'PENDING' as const, at: now() }];
        const fault = context.fault(request);
        return { ...mandate, id, status: 'PENDING', endedBy: null, createdAt: now(), history, fault };
      });
      return show(made);
    },
    find,
    /** All mandates made with a reference, oldest first. */
    listByReference: (request: SimulatorRequest, reference = ''): Promise<Mandate[]> =>
      listBy(`mandate-reference:${reference}`, (id) => find(request, id)),
    /** The newest mandates first. */
    list: async (request: SimulatorRequest): Promise<Mandate[]> => {
      const kept = await store.list<Mandate>('mandate:', MOST_LISTED);
      return kept.map((mandate) => show(structuredClone(mandate), context.fault(request) ?? mandate.fault));
    },
    /** Cancels as the host asks; refused with ENDED where it has ended already. */
    cancel: async (id: string): Promise<Mandate> => show((await cancel(id, 'PLATFORM')).mandate),
    /** The buyer who pays the charge of journey 3 agrees by it: call it when a charge is paid. */
    async approvePaid(chargeId: string): Promise<void> {
      for (const id of (await store.get<string[]>(`mandate-of:${chargeId}`)) ?? []) {
        const mandate = await read<Mandate>(`mandate:${id}`);
        if (mandate?.journey === 3 && mandate.status === 'PENDING') await answer(id, 'ACTIVE');
      }
    },

    /** Takes a charge of an active mandate, once for each idempotency key; it is paid when the buyer's bank pays it. */
    createCharge: async (
      request: SimulatorRequest,
      newId: () => string,
      charge: NewMandateCharge<C>,
    ): Promise<Charge> => {
      const made = await make<Charge>('mandate-charge', request, newId, async (id) => {
        const mandate = await read<Mandate>(`mandate:${charge.mandateId}`);
        if (!mandate) throw refuse('MISSING');
        if (mandate.status !== 'ACTIVE') throw refuse('NOT_ACTIVE');
        if (mandate.amount !== null && mandate.amount !== charge.amount) throw refuse('OTHER_AMOUNT');
        const others = await listBy(`mandate-charges:${mandate.id}`, (one) => read<Charge>(`mandate-charge:${one}`));
        const isTaken = others.some(
          ({ status, dueDate }) => dueDate === charge.dueDate && !['REJECTED', 'CANCELED'].includes(status),
        );
        if (isTaken) throw refuse('DUE_DATE_TAKEN');
        const built: Charge = {
          ...charge,
          id,
          status: 'PENDING',
          attempts: [],
          payments: [],
          refunds: [],
          reason: null,
          endedBy: null,
          createdAt: now(),
          history: [{ status: 'PENDING', at: now() }],
          fault: context.fault(request),
        };
        addAttempt(built, charge.dueDate);
        await note(`mandate-charges:${mandate.id}`, id);
        return built;
      });
      return show(made);
    },
    findCharge,
    listChargesByReference: (request: SimulatorRequest, reference = ''): Promise<Charge[]> =>
      listBy(`mandate-charge-reference:${reference}`, (id) => findCharge(request, id)),
    /** Asks for one more attempt; for a day that has one already it changes nothing. */
    async retryCharge(id: string, date: string): Promise<Charge> {
      const kept = await read<Charge>(`mandate-charge:${id}`);
      const mandate = kept && (await read<Mandate>(`mandate:${kept.mandateId}`));
      const charge = await changeCharge(id, (one) => {
        if (one.attempts.some((attempt) => attempt.date === date)) return;
        if (one.status !== 'PENDING') throw refuse('ENDED');
        if (one.attempts.some(({ status }) => status === 'SCHEDULED')) throw refuse('ATTEMPT_OPEN');
        const isAllowed = mandate?.retries === '3R_7D' && one.attempts.length <= MOST_RETRIES;
        if (!isAllowed || !mayRetryOn(one.dueDate, date)) throw refuse('NO_RETRY');
        addAttempt(one, date);
      });
      return show(charge);
    },
    /** Gives money of a paid charge back, once for each reference. */
    async refundCharge(
      id: string,
      newId: () => string,
      { reference, amount }: Pick<BookedMandateRefund, 'reference' | 'amount'>,
    ): Promise<BookedMandateRefund> {
      let refund: BookedMandateRefund | undefined;
      await changeCharge(id, (one) => {
        refund = one.refunds.find((earlier) => earlier.reference === reference);
        if (refund) return;
        if (one.payments.length === 0) throw refuse('NOT_PAID');
        if (amount < 1 || amount > sumOf(one.payments) - sumOf(one.refunds)) throw refuse('BEYOND_PAID');
        refund = { id: newId(), reference, amount, at: now() };
        one.refunds.push(refund);
      });
      return refund!;
    },
    /** The charge that a payment came in for, by the payment's id. */
    async findChargeByPayment(request: SimulatorRequest, paymentId: string): Promise<Charge | undefined> {
      const kept = await store.list<Charge>('mandate-charge:', MOST_LISTED);
      const found = kept.find(({ payments }) => payments.some(({ id }) => id === paymentId));
      return found && findCharge(request, found.id);
    },
    cancelCharge: async (id: string): Promise<Charge> => {
      const charge = await endCharge(id, 'CANCELED', { endedBy: 'PLATFORM' });
      void options.notifyMandateCharge(show(charge), { times: 1 });
      return show(charge);
    },
  };
}
export type MandateBook<D = unknown, C = unknown> = ReturnType<typeof createMandateBook<D, C>>;

const sumOf = (all: readonly { amount: number }[]) => all.reduce((sum, { amount }) => sum + amount, 0);

// UNKNOWN is only ever shown, in the place of what is kept.
const summarize = (mandate: BookedMandate) => ({
  ...mandate,
  mandateId: mandate.id,
  status: mandate.status as MandateStatus,
});
const summarizeCharge = (charge: BookedMandateCharge) => ({
  mandateChargeId: charge.id,
  mandateId: charge.mandateId,
  reference: charge.reference,
  amount: charge.amount,
  dueDate: charge.dueDate,
  status: charge.status as MandateChargeStatus,
  paidAmount: sumOf(charge.payments),
  refundedAmount: sumOf(charge.refunds),
  attemptCount: charge.attempts.length,
});

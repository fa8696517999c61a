/**
 * Keeps charges with their payments and refunds, withdrawals and balances for simulators, and changes them as banks, buyers, panels and
 * the clock do. A simulator of its own adds the wire format: it maps the states of the book to the provider's words, and
 * sends the provider's events about changes.
 */
import { allocate } from '@feira/schemas/rules/money';
import type {
  SimulatedCharge,
  SimulatedDestination,
  SimulatedWithdrawal,
  Simulator,
  SimulatorContext,
  SimulatorRequest,
} from './simulator.ts';
import { createBalances } from './simulator-balances.ts';
import { WireRefusal } from './simulator-routes.ts';
import { createIds, createOnce, createTurns, type Ids, wakeAt } from './simulator-state.ts';

/** The states of a charge in the book, each with what it means. */
export const BOOK_CHARGE_STATES = {
  WAITING: 'A PIX or boleto waits for its buyer.',
  PROCESSING: 'A card waits for the decision of its bank, or of its owner at the bank.',
  AUTHORIZED: 'The amount is held on the card and not charged.',
  PAID: 'Money came in, and none of it went back.',
  PARTLY_REFUNDED: 'A part of the money went back.',
  REFUNDED: 'All of the money went back by refunds.',
  REFUSED: 'The bank refused the card.',
  EXPIRED: 'Nobody paid in time.',
  CANCELED: 'A hold was let go.',
  CHARGED_BACK: "The buyer's bank took the money back.",
  UNKNOWN: 'A fault shows this in the place of the truth: answer it with a word that no table has.',
} as const;
export type ChargeState = keyof typeof BOOK_CHARGE_STATES;
/** The states of a refund or withdrawal in the book, each with what it means. */
export const BOOK_ORDER_STATES = {
  PENDING: 'It was taken, and waits for the bank.',
  DONE: 'The money has left.',
  FAILED: 'It was refused, and no money left.',
  RETURNED: 'It was done, and the bank gave the money back afterwards.',
  UNKNOWN: 'A fault shows this in the place of the truth: answer it with a word that no table has.',
} as const;
export type OrderState = keyof typeof BOOK_ORDER_STATES;

/** The rules by which the book refuses a request. */
export type BookRule =
  | 'MISSING'
  | 'KEY_REUSED'
  | 'NOT_PAYABLE'
  | 'NOT_OPEN'
  | 'NOT_PAID'
  | 'BEYOND_PAID'
  | 'BEYOND_BALANCE';

const RULES: Record<BookRule, [status: number, message: string]> = {
  MISSING: [404, 'Not found.'],
  KEY_REUSED: [409, 'The idempotency key was used with another request.'],
  NOT_PAYABLE: [409, 'The charge can no longer be paid.'],
  NOT_OPEN: [409, 'The charge does not wait for money any more.'],
  NOT_PAID: [422, 'The charge is not paid.'],
  BEYOND_PAID: [422, 'So much is not left to refund.'],
  BEYOND_BALANCE: [422, 'The balance is too low.'],
};

/** The status to which the clock moves an open order or charge, and the time after its creation, ms. */
interface Later<S> {
  afterMs: number;
  status: S;
  reason?: string;
}
type Next<S> = Omit<Later<S>, 'afterMs'> & { atMs: number };

interface Order {
  id: string;
  /** Ours, as the request named it; empty for what began in the provider's panel. */
  reference: string;
  /** Cents. */
  amount: number;
  status: OrderState;
  reason: string | null;
  createdAt: string;
  /** When it was done, or failed. */
  endedAt: string | null;
  next: Next<OrderState> | null;
}

/** Money of one charge that came in. */
export interface BookedPayment {
  /** The end-to-end id of a PIX. */
  id: string;
  /** Cents. */
  amount: number;
  paidAt: string;
  /** Its place among the payments and refunds of the charge. */
  sequence: number;
}

export interface BookedRefund extends Order {
  chargeId: string;
  /** The origin of the refund: the host's request, or a person in the provider's panel. */
  by: 'API' | 'PANEL';
  /** The id of the payment or installment that it gives back, where a provider refunds them one by one. */
  of: string | null;
  description: string | null;
  sequence: number;
  /** The cents that accounts of the charge give of it, where its request named them. Otherwise each gives as much as it was given of the charge. */
  shares?: Share[];
}

/** `data` is what this provider keeps beyond that. */
export interface BookedWithdrawal<D = unknown> extends Order {
  data: D;
  destination: SimulatedDestination;
  /** Accounts whose balances it moves. */
  from: string | null;
  to: string | null;
  fault: ReturnType<SimulatorContext['fault']>;
}

/** The part of a charge that an account gets, in cents. */
export interface Share {
  account: string;
  amount: number;
}

export interface BookedCharge<D = unknown> extends SimulatedCharge {
  status: ChargeState;
  reason: string | null;
  expiresAt: string | null;
  /** Every payment that came in, oldest first. */
  payments: BookedPayment[];
  refunds: BookedRefund[];
  /** Cents of the refunds that are done. */
  refundedAmount: number;
  shares: Share[];
  /** Other ids it is found by. */
  aliases: string[];
  data: D;
  /** The fault that makes the provider show something untrue. */
  fault: ReturnType<SimulatorContext['fault']>;
  next: Next<ChargeState> | null;
  /** A card whose bank asks its owner first, on a page of its own: PROCESSING until that is answered, EXPIRED when nobody does. */
  isChallenged: boolean;
}
/** Notes an event to send. */
type Happened = (state: ChargeState, about?: { times?: number; refund?: BookedRefund }) => void;
/** Amounts follow from payments and refunds, so they are not stored beside them. `settled` are the cents in the balance of each account. */
type KeptCharge<D> = Omit<BookedCharge<D>, 'paidAmount' | 'refundedAmount'> & { settled?: number[] };

export interface NewCharge<D>
  extends Pick<SimulatedCharge, 'reference' | 'method' | 'amount' | 'currency' | 'initiator' | 'agreement'> {
  /** WAITING unless told; the others are a card's. AUTHORIZED: the amount is held and not charged. */
  status?: 'WAITING' | 'PROCESSING' | 'AUTHORIZED' | 'PAID' | 'REFUSED';
  /** The bank's reason for a refused card. */
  reason?: string | null;
  /** When the clock makes a waiting charge EXPIRED. */
  expiresAt?: string;
  /** Whether the bank of the card asks its owner first. */
  isChallenged?: boolean;
  /** The state to which the clock moves the charge. */
  later?: Later<'PAID' | 'REFUSED' | 'CHARGED_BACK'>;
  /** The parts of a split, in cents. */
  shares?: Share[];
  /** Other ids by which the charge is found. */
  aliases?: string[];
  /** The fields that this provider keeps beyond that. */
  data: D;
}
export interface NewRefund {
  /** Makes the refund once: asked again it is the same refund. Without one every request is another refund. */
  reference?: string;
  /** All that is left unless told. */
  amount?: number;
  /** DONE unless told. FAILED is refused at once; a PENDING one may be denied later. */
  status?: 'DONE' | 'PENDING' | 'FAILED';
  /** The reason of a refund that failed. */
  reason?: string | null;
  /** The state to which the clock moves the refund. */
  later?: Later<'DONE' | 'FAILED'>;
  /** The id of the payment or installment that it gives back. */
  of?: string;
  /** The text that came with the request. */
  description?: string;
  /** The part that each account of a split gives of it, in cents. */
  shares?: Share[];
}
export interface NewWithdrawal<D> extends Pick<Order, 'reference' | 'amount'> {
  /** PENDING unless told. */
  status?: 'PENDING' | 'DONE' | 'FAILED';
  /** The reason of a withdrawal that failed. */
  reason?: string | null;
  /** The state to which the clock moves the withdrawal. */
  later?: Later<'DONE' | 'FAILED' | 'RETURNED'>;
  /** The account whose balance pays it. */
  from?: string;
  /** The account that it reaches. */
  to?: string;
  /** The destination of the money, as the request named it. */
  destination: SimulatedDestination;
  /** The fields that this provider keeps beyond that. */
  data: D;
}
/** A value, or what makes it once its id is known. */
type Made<T> = T | ((id: string) => Promise<T>);
/** The start of an id, or what makes a whole one. */
type NewId = string | (() => string);

export interface BookOptions<D, W> {
  /**
   * Sends the provider's event about a change, `times` times word for word; `state` is what happened, and `refund` which refund was
   * decided. No request awaits it. The answer to a request tells what the request made; no event does.
   */
  notifyCharge(
    state: ChargeState,
    charge: BookedCharge<D>,
    about: { times: number; refund?: BookedRefund },
  ): Promise<unknown>;
  /** Sends the provider's event about a withdrawal that was decided. */
  notifyWithdrawal?(withdrawal: BookedWithdrawal<W>): Promise<unknown>;
  /** Returns the provider's own refusal for a rule of the book; a WireRefusal with an English message unless set. */
  refuse?(rule: BookRule, charge?: BookedCharge<D>): Error;
  /** Returns the key by which a repeated request is the same charge or withdrawal: the header idempotency-key unless set. */
  keyOf?(request: SimulatorRequest): string | undefined;
  /** Returns whether the charge waits for its buyer, so that it can expire: unless set, while WAITING, and a challenged card while PROCESSING. */
  isOpen?(charge: BookedCharge<D>): boolean;
  /** Returns whether money still reaches the charge: unless set, until it is CANCELED, and a card's only while PROCESSING. */
  isPayable?(charge: BookedCharge<D>): boolean;
  /** True where a charge takes one payment only: paying it again repeats its event. */
  isPaidOnce?: boolean;
  /** Makes the id of a payment: the end-to-end id of a PIX unless set. */
  newPaymentId?(charge: BookedCharge<D>): string;
  /** The word of the control page; the state of the book unless told. */
  wordOf?(charge: BookedCharge<D>): string;
  /** The account that gets what shares leave of a charge; unless told it is not kept. */
  mainAccount?: string;
  /** Cents an account has from the start. */
  openingBalance?(account: string): number;
}

/** The calls of a simulator to its book; docs/provider-reference.md lists them with their comments. */
export interface Book<D, W = unknown> {
  /** Everything of a Simulator but `handle`: spread it into the simulator that you return. */
  controls: Omit<Simulator, 'handle'>;
  /** Makes ids: `next('ch_')`, `uuid()`, `digits(11)`, `hex(8)`, `text(12)`, `endToEnd(ispb)`. */
  ids: Ids;
  /** Reads the balance of an account in cents, and moves cents between accounts. */
  balances: ReturnType<typeof createBalances>;
  /**
   * Changes a charge in its turn, after what the clock does to it; balances follow. Events are sent when it is stored, and `notified`
   * resolves when they are delivered or given up: a request never awaits that.
   */
  changeCharge(
    id: string,
    work: (charge: KeptCharge<D>, happened: Happened) => void,
  ): Promise<{ charge: BookedCharge<D>; notified: Promise<unknown> }>;
  /**
   * Makes a charge, once for each idempotency key; the key with another body is refused. A fault of this request stays with the
   * charge. Where making it needs its id, `charge` is a function, which runs again for a charge whose making was cut off.
   */
  createCharge(request: SimulatorRequest, newId: NewId, charge: Made<NewCharge<D>>): Promise<BookedCharge<D>>;
  /** Finds a charge by its id or an alias, as it is now; a fault of the request hides the truth. */
  findCharge(request: SimulatorRequest, id: string): Promise<BookedCharge<D> | undefined>;
  /** Finds the charge that a payment with this id came in for: refunds of a PIX name the payment. */
  findByPayment(
    request: SimulatorRequest,
    paymentId: string,
  ): Promise<{ charge: BookedCharge<D>; payment: BookedPayment } | undefined>;
  /** Lists all charges made with a reference, oldest first. */
  listByReference(request: SimulatorRequest, reference?: string): Promise<BookedCharge<D>[]>;
  /** Answers a challenge; the page does not wait for our own webhook. */
  answerChallenge(id: string, isApproved: boolean): Promise<void>;
  /** Charges what is held, once: asked again it changes nothing. Refused where nothing is held any more. */
  capture(id: string): Promise<BookedCharge<D>>;
  /** Lets go what is held. Refused where it was captured. */
  void(id: string): Promise<BookedCharge<D>>;
  /** Gives money of a charge back; refused when so much is not there. The answer does not wait for our own webhook. */
  createRefund(chargeId: string, newId: NewId, refund: NewRefund): Promise<BookedRefund>;
  /** Takes a withdrawal, once for each idempotency key. It leaves `from` at once, and reaches `to` when it is done. */
  createWithdrawal(
    request: SimulatorRequest,
    newId: NewId,
    order: Made<NewWithdrawal<W>>,
  ): Promise<BookedWithdrawal<W>>;
  /** Finds a withdrawal by its id, as it is now. */
  findWithdrawal(id: string): Promise<BookedWithdrawal<W> | undefined>;
  /** Lists all withdrawals, the newest first. */
  listWithdrawals(): Promise<BookedWithdrawal<W>[]>;
  /** Lists the withdrawals made with a reference, oldest first. */
  listWithdrawalsByReference(reference?: string): Promise<BookedWithdrawal<W>[]>;
}

const MOST_REFUNDS = 1_000;
const MOST_WITHDRAWALS = 10_000;
const HELD: ChargeState[] = ['PAID', 'PARTLY_REFUNDED'];

export function createBook<D, W = unknown>(context: SimulatorContext, options: BookOptions<D, W>): Book<D, W> {
  const { store, clock } = context;
  const ids = createIds(context);
  const inTurn = createTurns();
  type Charge = BookedCharge<D>;
  type Withdrawal = BookedWithdrawal<W>;
  const nowMs = () => clock.now().getTime();
  const now = () => clock.now().toISOString();
  const refuse = (rule: BookRule, charge?: KeptCharge<D>): Error => {
    const [status, message] = RULES[rule];
    return options.refuse?.(rule, charge && withAmounts(charge)) ?? new WireRefusal(status, { message }, message);
  };
  const {
    isOpen = ({ status, isChallenged }) => status === 'WAITING' || (isChallenged && status === 'PROCESSING'),
    isPayable = ({ status, method }) => (method === 'CREDIT_CARD' ? status === 'PROCESSING' : status !== 'CANCELED'),
    newPaymentId = ({ method }) => (method === 'PIX' ? ids.endToEnd('99999999') : ids.next('pay_')),
    keyOf = ({ headers }) => headers['idempotency-key'],
  } = options;
  const balances = createBalances(context, inTurn, options.openingBalance, () => refuse('BEYOND_BALANCE'));
  const once = createOnce(context, inTurn, () => refuse('KEY_REUSED'));
  // A store may hand out the very object it keeps; a change must count only once it is saved.
  const read = async <T>(key: string) => structuredClone(await store.get<T>(key));
  const isOver = (next: { atMs: number } | null) => next !== null && next.atMs <= nowMs();
  const toNext = <S>(later: Later<S> | undefined): Next<S> | null => {
    if (!later) return null;
    const { afterMs, ...end } = later;
    return { ...end, atMs: nowMs() + afterMs };
  };
  const begin = (status: OrderState, later: Later<OrderState> | undefined) => ({
    createdAt: now(),
    endedAt: status === 'PENDING' ? null : now(),
    next: toNext(later),
  });
  const toId = (newId: NewId) => (typeof newId === 'string' ? ids.next(newId) : newId());

  /** Makes a thing once for each idempotency key; what makes it exist is stored last. */
  async function make<T extends { reference: string }>(
    kind: 'charge' | 'withdrawal',
    request: SimulatorRequest,
    newId: NewId,
    build: (id: string) => Promise<T>,
  ): Promise<{ made: T; isNew: boolean }> {
    const origin = { key: keyOf(request), rawBody: request.rawBody };
    return once(
      kind,
      origin,
      () => toId(newId),
      async (id) => {
        const former = await read<T>(`${kind}:${id}`);
        if (former) return { made: former, isNew: false };
        const made = await build(id);
        const references = `${kind}-reference:${made.reference}`;
        await inTurn(references, async () => {
          const known = (await store.get<string[]>(references)) ?? [];
          if (!known.includes(id)) await store.set(references, [...known, id]);
        });
        await store.set(`${kind}:${id}`, made);
        return { made, isNew: true };
      },
    );
  }

  /** The charge as a request sees it: a fault of the request, or of the one that made it, hides the truth. */
  function show(kept: KeptCharge<D>, fault = kept.fault): Charge {
    const charge = withAmounts(kept);
    if (fault === 'unknown-status') return { ...charge, status: 'UNKNOWN' };
    if (fault !== 'wrong-amount') return charge;
    return { ...charge, amount: charge.amount + 1, paidAmount: charge.paidAmount && charge.paidAmount + 1 };
  }
  function showWithdrawal(withdrawal: Withdrawal, fault = withdrawal.fault): Withdrawal {
    if (fault === 'unknown-status') return { ...withdrawal, status: 'UNKNOWN' };
    return fault === 'wrong-amount' ? { ...withdrawal, amount: withdrawal.amount + 1 } : withdrawal;
  }
  const summarize = (kept: KeptCharge<D>): SimulatedCharge => {
    const charge = withAmounts(kept);
    return { ...charge, status: options.wordOf?.(charge) ?? charge.status };
  };

  function receive(charge: KeptCharge<D>, amount: number): void {
    const sequence = charge.payments.length + charge.refunds.length;
    charge.payments.push({ id: newPaymentId(withAmounts(charge)), amount, paidAt: now(), sequence });
    Object.assign(charge, { status: stateFromMoney(charge), reason: null, next: null });
  }

  const isExpired = (charge: KeptCharge<D>) =>
    charge.expiresAt !== null && Date.parse(charge.expiresAt) <= nowMs() && isOpen(withAmounts(charge));
  const isDue = (charge: KeptCharge<D>) =>
    isOver(charge.next) || isExpired(charge) || charge.refunds.some(({ next }) => isOver(next));

  /** Does to a charge what its time has come for. */
  function applyClock(charge: KeptCharge<D>, happened: Happened): void {
    const { next } = charge;
    if (next && isOver(next)) {
      charge.next = null;
      const from: ChargeState[] = next.status === 'CHARGED_BACK' ? HELD : ['WAITING', 'PROCESSING'];
      if (from.includes(charge.status)) {
        if (next.status === 'PAID') receive(charge, charge.amount);
        else Object.assign(charge, { status: next.status, reason: next.reason ?? null });
        happened(next.status);
      }
    }
    if (isExpired(charge)) {
      charge.status = 'EXPIRED';
      happened('EXPIRED');
    }
    for (const refund of charge.refunds.filter((one) => isOver(one.next))) {
      decideRefund(charge, refund, refund.next!.status, refund.next!.reason, happened);
    }
  }

  function decideRefund(
    charge: KeptCharge<D>,
    refund: BookedRefund,
    status: OrderState,
    reason: string | undefined,
    happened: Happened,
  ): void {
    const isMoney = status === 'DONE' || refund.status === 'DONE';
    Object.assign(refund, { status, reason: reason ?? null, endedAt: now(), next: null });
    if (isMoney) charge.status = stateFromMoney(charge);
    happened(charge.status, { refund });
  }

  /**
   * Brings the balances to what the charge is worth now: refunds and chargebacks take back, even where that leaves a debt. Money of
   * another currency than BRL is kept apart: the balance of "main" in dollars is named "main USD".
   */
  async function settle(charge: KeptCharge<D>): Promise<void> {
    const { shares, settled = [], currency = 'BRL' } = charge;
    const rest = charge.amount - shares.reduce((sum, { amount }) => sum + amount, 0);
    const accounts = [...shares, ...(options.mainAccount ? [{ account: options.mainAccount, amount: rest }] : [])];
    const after = dividedMoneyOf(charge, [...shares.map(({ amount }) => amount), rest]);
    charge.settled = after;
    if (accounts.length === 0) return;
    await balances.move(
      accounts.map(({ account }, at) => [
        currency === 'BRL' ? account : `${account} ${currency}`,
        after[at]! - (settled[at] ?? 0),
      ]),
      { mayOwe: true },
    );
  }

  async function changeCharge(
    id: string,
    work: (charge: KeptCharge<D>, happened: Happened) => void,
  ): Promise<{ charge: Charge; notified: Promise<unknown> }> {
    return inTurn(`charge:${id}`, async () => {
      const charge = await read<KeptCharge<D>>(`charge:${id}`);
      if (!charge) throw refuse('MISSING');
      const known = charge.payments.length;
      const events: Parameters<BookOptions<D, W>['notifyCharge']>[] = [];
      const happened: Happened = (state, about) =>
        events.push([state, structuredClone(show(charge)), { times: 1, ...structuredClone(about) }]);
      applyClock(charge, happened);
      work(charge, happened);
      await settle(charge);
      for (const payment of charge.payments.slice(known)) await store.set(`payment:${payment.id}`, id);
      await store.set(`charge:${id}`, charge);
      const notified = Promise.all(events.map((event) => options.notifyCharge(...event)));
      return { charge: withAmounts(charge), notified };
    });
  }
  const happen = async (...parameters: Parameters<typeof changeCharge>) =>
    void (await (
      await changeCharge(...parameters)
    ).notified);

  /** The charge as it is now, whatever its id: what was due by the clock has happened. */
  async function findKept(id: string): Promise<KeptCharge<D> | undefined> {
    const own = (await store.get<string>(`alias:${id}`)) ?? id;
    const charge = await read<KeptCharge<D>>(`charge:${own}`);
    if (!charge || !isDue(charge)) return charge;
    await changeCharge(own, () => undefined);
    return read<KeptCharge<D>>(`charge:${own}`);
  }

  async function saveWithdrawal(withdrawal: Withdrawal, status: OrderState, reason: string | null) {
    const { from, to, amount } = withdrawal;
    const [before, after] = [withdrawal.status, status].map((state) => ({
      taken: state === 'PENDING' || state === 'DONE' ? amount : 0,
      given: state === 'DONE' ? amount : 0,
    }));
    const changes: [string, number][] = [];
    if (from) changes.push([from, before!.taken - after!.taken]);
    if (to) changes.push([to, after!.given - before!.given]);
    await balances.move(changes, { mayOwe: true });
    const decided = { ...withdrawal, status, reason, endedAt: now(), next: null };
    await store.set(`withdrawal:${withdrawal.id}`, decided);
    return decided;
  }

  async function decideWithdrawal(id: string, end?: Pick<Order, 'status' | 'reason'>): Promise<Withdrawal> {
    const { withdrawal, notified } = await inTurn(`withdrawal:${id}`, async () => {
      const known = await read<Withdrawal>(`withdrawal:${id}`);
      if (!known) throw refuse('MISSING');
      const due = end ?? (isOver(known.next) ? { reason: null, ...known.next! } : undefined);
      if (!due) return { withdrawal: known, notified: undefined };
      const decided = await saveWithdrawal(known, due.status, due.reason);
      return { withdrawal: decided, notified: options.notifyWithdrawal?.(showWithdrawal(decided)) };
    });
    if (end) await notified;
    return withdrawal;
  }

  async function findKeptWithdrawal(id: string): Promise<Withdrawal | undefined> {
    const known = await read<Withdrawal>(`withdrawal:${id}`);
    return known && isOver(known.next) ? decideWithdrawal(id) : known;
  }

  /** Decides a refund or a withdrawal that is under way, or takes back one that was done. */
  async function decide(id: string, status: OrderState, reason: string | null): Promise<void> {
    const chargeId = await store.get<string>(`refund:${id}`);
    if (!chargeId) return void (await decideWithdrawal(id, { status, reason }));
    await happen(chargeId, (charge, happened) => {
      const refund = charge.refunds.find((one) => one.id === id);
      if (!refund) throw refuse('MISSING');
      decideRefund(charge, refund, status, reason ?? undefined, happened);
    });
  }

  async function createRefund(
    chargeId: string,
    newId: NewId,
    by: BookedRefund['by'],
    wanted: NewRefund,
  ): Promise<{ refund: BookedRefund; notified: Promise<unknown> }> {
    const { reference = '', status = 'DONE', reason = null, later, of = null, description = null, shares } = wanted;
    let refund: BookedRefund | undefined;
    const id = toId(newId);
    const { notified } = await changeCharge(chargeId, (charge, happened) => {
      const { refunds } = charge;
      const left = Math.min(moneyOf(charge, ['DONE', 'PENDING']), leftOfPayment(charge, of));
      const { amount = left } = wanted;
      refund = reference ? refunds.find((known) => known.reference === reference) : undefined;
      if (refund && refund.amount !== amount) throw refuse('KEY_REUSED', charge);
      if (refund) return;
      if (charge.status === 'CHARGED_BACK' || charge.payments.length === 0) throw refuse('NOT_PAID', charge);
      if (amount < 1 || amount > left || refunds.length >= MOST_REFUNDS) throw refuse('BEYOND_PAID', charge);
      const sequence = charge.payments.length + refunds.length;
      const order = { id, reference, amount, status, reason, ...begin(status, later) };
      refund = { ...order, chargeId, by, of, description, sequence, ...(shares && { shares }) };
      refunds.push(refund);
      if (status === 'DONE') decideRefund(charge, refund, status, undefined, happened);
      if (refund.next) wakeAt(clock, refund.next.atMs, () => findKept(chargeId));
    });
    if (refund!.id === id) await store.set(`refund:${id}`, chargeId);
    return { refund: structuredClone(refund!), notified };
  }

  /** Decides a card's charge that waits, as its bank does. */
  const decideCard = (id: string, isApproved: boolean) =>
    changeCharge(id, (charge, happened) => {
      if (charge.status !== 'PROCESSING') throw refuse('NOT_OPEN', charge);
      if (isApproved) receive(charge, charge.amount);
      else Object.assign(charge, { status: 'REFUSED', reason: 'Recusado pelo banco emissor.', next: null });
      happened(charge.status);
    });

  const controls: Omit<Simulator, 'handle'> = {
    pay: (id, { amount, times = 1 } = {}) =>
      happen(id, (charge, happened) => {
        for (let time = 0; time < (options.isPaidOnce ? 1 : times); time += 1) {
          if (!isPayable(withAmounts(charge))) throw refuse('NOT_PAYABLE', charge);
          if (!options.isPaidOnce || charge.payments.length === 0) receive(charge, amount ?? charge.amount);
          happened('PAID', { times: options.isPaidOnce ? times : 1 });
        }
      }),
    expire: (id) =>
      happen(id, (charge, happened) => {
        if (!isOpen(withAmounts(charge))) throw refuse('NOT_OPEN', charge);
        Object.assign(charge, { status: 'EXPIRED', next: null, expiresAt: now() });
        happened('EXPIRED');
      }),
    decline: async (id) => void (await (await decideCard(id, false)).notified),
    chargeback: (id) =>
      happen(id, (charge, happened) => {
        if (!HELD.includes(charge.status)) throw refuse('NOT_PAID', charge);
        charge.status = 'CHARGED_BACK';
        happened('CHARGED_BACK');
      }),
    async refund(id, wanted = {}) {
      await (await createRefund(id, 'panel_', 'PANEL', wanted)).notified;
    },
    settle: (id) => decide(id, 'DONE', null),
    fail: (id, reason = 'Recusado pelo banco.') => decide(id, 'FAILED', reason),
    returnMoney: (id, reason = 'Devolvido pelo banco.') => decide(id, 'RETURNED', reason),
    listCharges: async (limit) => (await store.list<KeptCharge<D>>('charge:', limit)).map(summarize),
    async getCharge(id) {
      const charge = await findKept(id);
      return charge && summarize(charge);
    },
    async getWithdrawal(id) {
      const withdrawal = await findKeptWithdrawal(id);
      if (!withdrawal) return undefined;
      const { reference, amount, status, destination } = withdrawal;
      // UNKNOWN is only ever shown, in the place of what is kept.
      return { withdrawId: id, reference, amount, status: status as SimulatedWithdrawal['status'], destination };
    },
  };

  const listBy = async <T>(key: string, find: (id: string) => Promise<T | undefined>): Promise<T[]> => {
    const found = await Promise.all(((await store.get<string[]>(key)) ?? []).map(find));
    return found.filter((one) => one !== undefined);
  };
  async function findCharge(request: SimulatorRequest, id: string): Promise<Charge | undefined> {
    const charge = await findKept(id);
    return charge && show(charge, context.fault(request));
  }
  async function findByPayment(request: SimulatorRequest, paymentId: string) {
    const id = await store.get<string>(`payment:${paymentId}`);
    const charge = id === undefined ? undefined : await findCharge(request, id);
    const payment = charge?.payments.find((one) => one.id === paymentId);
    return charge && payment && { charge, payment };
  }
  async function findWithdrawal(id: string): Promise<Withdrawal | undefined> {
    const known = await findKeptWithdrawal(id);
    return known && showWithdrawal(known);
  }

  return {
    controls,
    ids,
    balances,
    changeCharge,

    async createCharge(request: SimulatorRequest, newId: NewId, charge: Made<NewCharge<D>>): Promise<Charge> {
      const { made, isNew } = await make<KeptCharge<D>>('charge', request, newId, async (transactionId) => {
        const {
          status = 'WAITING',
          reason = null,
          expiresAt = null,
          isChallenged = false,
          later,
          ...rest
        } = typeof charge === 'function' ? await charge(transactionId) : charge;
        const built: KeptCharge<D> = {
          shares: [],
          aliases: [],
          ...rest,
          transactionId,
          status,
          reason,
          expiresAt,
          payments: [],
          refunds: [],
          createdAt: now(),
          fault: context.fault(request),
          next: null,
          isChallenged,
        };
        if (status === 'PAID') receive(built, built.amount);
        built.next = toNext<ChargeState>(later);
        for (const alias of built.aliases) await store.set(`alias:${alias}`, transactionId);
        for (const payment of built.payments) await store.set(`payment:${payment.id}`, transactionId);
        return built;
      });
      if (!isNew) return show(made);
      if (made.next) wakeAt(clock, made.next.atMs, () => findKept(made.transactionId));
      // After the charge: a crash between must not pay the shares of a charge that does not exist.
      if (made.payments.length > 0 && (made.shares.length > 0 || options.mainAccount))
        await changeCharge(made.transactionId, () => undefined);
      return show(made);
    },
    findCharge,
    findByPayment,
    answerChallenge: async (id: string, isApproved: boolean): Promise<void> => void (await decideCard(id, isApproved)),
    capture: async (id: string): Promise<Charge> =>
      (
        await changeCharge(id, (charge, happened) => {
          if (HELD.includes(charge.status)) return;
          if (charge.status !== 'AUTHORIZED') throw refuse('NOT_OPEN', charge);
          receive(charge, charge.amount);
          happened('PAID');
        })
      ).charge,
    void: async (id: string): Promise<Charge> =>
      (
        await changeCharge(id, (charge, happened) => {
          if (charge.status === 'CANCELED') return;
          if (charge.status !== 'AUTHORIZED') throw refuse('NOT_OPEN', charge);
          charge.status = 'CANCELED';
          happened('CANCELED');
        })
      ).charge,
    listByReference: (request: SimulatorRequest, reference = ''): Promise<Charge[]> =>
      listBy(`charge-reference:${reference}`, (id) => findCharge(request, id)),

    createRefund: async (chargeId: string, newId: NewId, refund: NewRefund): Promise<BookedRefund> =>
      (await createRefund(chargeId, newId, 'API', refund)).refund,

    async createWithdrawal(
      request: SimulatorRequest,
      newId: NewId,
      order: Made<NewWithdrawal<W>>,
    ): Promise<Withdrawal> {
      const { made, isNew } = await make<Withdrawal>('withdrawal', request, newId, async (id) => {
        const {
          status = 'PENDING',
          reason = null,
          later,
          from = null,
          to = null,
          ...rest
        } = typeof order === 'function' ? await order(id) : order;
        if (from && status !== 'FAILED') await balances.move([[from, -rest.amount]]);
        if (to && status === 'DONE') await balances.move([[to, rest.amount]]);
        return { ...rest, id, status, reason, from, to, ...begin(status, later), fault: context.fault(request) };
      });
      if (isNew && made.next) wakeAt(clock, made.next.atMs, () => findWithdrawal(made.id));
      return showWithdrawal(made);
    },
    findWithdrawal,
    async listWithdrawals(): Promise<Withdrawal[]> {
      const kept = await store.list<Withdrawal>('withdrawal:', MOST_WITHDRAWALS);
      return Promise.all(kept.map(async (one) => (await findWithdrawal(one.id))!));
    },
    listWithdrawalsByReference: (reference = ''): Promise<Withdrawal[]> =>
      listBy(`withdrawal-reference:${reference}`, findWithdrawal),
  };
}

const sum = (amounts: { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0);
const refundsIn = (refunds: BookedRefund[], states: OrderState[]) =>
  refunds.filter(({ status }) => states.includes(status));

/** Cents that came in and did not go back. */
const moneyOf = ({ payments, refunds }: Pick<BookedCharge, 'payments' | 'refunds'>, gone: OrderState[] = ['DONE']) =>
  sum(payments) - sum(refundsIn(refunds, gone));

/** The money of a charge by its accounts, the last of which has the rest. Refunds that name what accounts give of them are taken from those. */
function dividedMoneyOf<D>(charge: KeptCharge<D>, weights: number[]): number[] {
  if (charge.status === 'CHARGED_BACK' || moneyOf(charge) <= 0) return weights.map(() => 0);
  const named = refundsIn(charge.refunds, ['DONE']).filter(({ shares }) => shares !== undefined);
  const divided = allocate(moneyOf(charge) + sum(named), weights);
  for (const { shares = [], amount } of named) {
    const parts = charge.shares.map(({ account }) => sum(shares.filter((share) => share.account === account)));
    for (const [at, part] of [...parts, amount - parts.reduce((total, part) => total + part, 0)].entries())
      divided[at]! -= part;
  }
  return divided;
}

/** Cents of one payment that did not go back; no limit where the refund names none. */
function leftOfPayment({ payments, refunds }: Pick<BookedCharge, 'payments' | 'refunds'>, of: string | null): number {
  const payment = payments.find(({ id }) => id === of);
  if (!payment) return Number.POSITIVE_INFINITY;
  return payment.amount - sum(refundsIn(refunds, ['DONE', 'PENDING']).filter((refund) => refund.of === of));
}

/** The state that follows from the money; a chargeback stays one. */
function stateFromMoney<D>(charge: KeptCharge<D>): ChargeState {
  if (charge.status === 'CHARGED_BACK') return 'CHARGED_BACK';
  if (sum(refundsIn(charge.refunds, ['DONE'])) === 0) return 'PAID';
  return moneyOf(charge) > 0 ? 'PARTLY_REFUNDED' : 'REFUNDED';
}

function withAmounts<D>({ settled: _, ...charge }: KeptCharge<D>): BookedCharge<D> {
  return {
    ...charge,
    paidAmount: sum(charge.payments),
    refundedAmount: sum(refundsIn(charge.refunds, ['DONE'])),
  };
}

/**
 * What simulators keep: charges, refunds and withdrawals, and what banks and buyers do to them. A simulator of its own adds the
 * wire format: it maps the states of the book to the provider's words, and tells of changes as the provider would.
 */

import type { SimulatedCharge, Simulator, SimulatorContext, SimulatorRequest } from './simulator.ts';
import { createIds, createTurns } from './simulator-state.ts';

/** UNKNOWN is what a fault shows in the place of the truth: answer it with a word that no table has. */
export type ChargeState =
  | 'WAITING'
  | 'PAID'
  | 'PARTLY_REFUNDED'
  | 'REFUNDED'
  | 'REFUSED'
  | 'EXPIRED'
  | 'CHARGED_BACK'
  | 'UNKNOWN';
/** RETURNED: it was done, and the bank gave the money back afterwards. */
export type OrderState = 'PENDING' | 'DONE' | 'FAILED' | 'RETURNED' | 'UNKNOWN';

interface Order {
  id: string;
  /** Ours, as the request named it. */
  reference: string;
  /** Cents. */
  amount: number;
  status: OrderState;
  reason: string | null;
  createdAt: string;
}
export type BookedRefund = Order & { chargeId: string };
/** `data` is what this provider keeps beyond that. */
export type BookedWithdrawal<D = unknown> = Order & { data: D };

export interface BookedCharge<D = unknown> extends SimulatedCharge {
  status: ChargeState;
  reason: string | null;
  expiresAt: string | null;
  refunds: BookedRefund[];
  data: D;
  /** What a fault makes the provider show in the place of the truth. */
  fault: ReturnType<SimulatorContext['fault']>;
}

export interface NewCharge<D> extends Pick<SimulatedCharge, 'reference' | 'method' | 'amount'> {
  /** WAITING unless told; PAID and REFUSED are a card's. */
  status?: 'WAITING' | 'PAID' | 'REFUSED';
  reason?: string;
  expiresAt?: string;
  data: D;
}
export type NewOrder<D> = Pick<Order, 'reference' | 'amount'> & { status?: OrderState; reason?: string; data: D };

export interface BookOptions<D, W> {
  /** Sends the provider's event about a change; `state` is what happened. Never awaited inside a request. */
  notifyCharge(state: ChargeState, charge: BookedCharge<D>): Promise<unknown>;
  notifyWithdrawal?(withdrawal: BookedWithdrawal<W>): Promise<unknown>;
}

const MOST_REFUNDS = 1_000;

export function createBook<D, W = unknown>(context: SimulatorContext, options: BookOptions<D, W>) {
  const { store, clock } = context;
  const ids = createIds(context);
  const inTurn = createTurns();
  type Charge = BookedCharge<D>;
  type Withdrawal = BookedWithdrawal<W>;
  const now = () => clock.now().toISOString();
  // A store may hand out the very object it keeps; a change must count only once it is saved.
  const read = async <T>(key: string) => structuredClone(await store.get<T>(key));

  async function get<T>(kind: 'charge' | 'withdrawal', id: string): Promise<T> {
    const found = await read<T>(`${kind}:${id}`);
    if (found) return found;
    throw new Error(`There is no ${kind} ${id}.`);
  }

  /** The id that this key made before, or a new one. It is stored first: after a crash a repeat makes the same thing. */
  async function idOf(prefix: string, key: string | undefined): Promise<string> {
    if (!key) return ids.next(prefix);
    const known = await store.get<string>(`key:${prefix}${key}`);
    const id = known ?? ids.next(prefix);
    if (!known) await store.set(`key:${prefix}${key}`, id);
    return id;
  }

  /** Makes a thing once for each idempotency key; what makes it exist is stored last. */
  function once<T extends { reference: string }>(
    kind: 'charge' | 'withdrawal',
    request: SimulatorRequest,
    prefix: string,
    build: (id: string) => T,
  ): Promise<T> {
    const key = request.headers['idempotency-key'];
    return inTurn(key ?? '', async () => {
      const id = await idOf(prefix, key);
      const former = await read<T>(`${kind}:${id}`);
      if (former) return former;
      const made = build(id);
      await store.set(`${kind}-reference:${made.reference}`, id);
      await store.set(`${kind}:${id}`, made);
      return made;
    });
  }

  /** The charge as a request sees it: a fault of the request, or of the one that made it, hides the truth. */
  function show(charge: Charge, fault = charge.fault): Charge {
    if (fault === 'wrong-amount') return { ...charge, amount: charge.amount + 1 };
    return fault === 'unknown-status' ? { ...charge, status: 'UNKNOWN' } : charge;
  }
  const seen = (request: SimulatorRequest, charge: Charge | undefined) =>
    charge && show(charge, context.fault(request) ?? charge.fault);

  /** Changes a charge in its turn; the event goes out when it is stored. */
  async function changeCharge(
    id: string,
    state: ChargeState,
    change: (charge: Charge) => Partial<Charge>,
  ): Promise<{ charge: Charge; notified: Promise<unknown> }> {
    return inTurn(`charge:${id}`, async () => {
      const charge = await get<Charge>('charge', id);
      Object.assign(charge, change(charge));
      await store.set(`charge:${id}`, charge);
      return { charge, notified: options.notifyCharge(state, show(charge)) };
    });
  }
  const happen = async (...parameters: Parameters<typeof changeCharge>) =>
    void (await (
      await changeCharge(...parameters)
    ).notified);

  /** What the refunds leave of a paid charge. */
  function afterRefunds(charge: Charge, refunds: BookedRefund[]): Partial<Charge> {
    const refunded = sumOf(refunds, ['DONE']);
    const status = refunded === 0 ? 'PAID' : refunded < charge.paidAmount ? 'PARTLY_REFUNDED' : 'REFUNDED';
    return { refunds, status };
  }

  /** Decides a refund or a withdrawal that is under way, or takes back one that was done. */
  async function decide(id: string, status: OrderState, reason: string | null): Promise<void> {
    const chargeId = await store.get<string>(`refund:${id}`);
    if (chargeId) {
      return happen(chargeId, 'REFUNDED', (charge) =>
        afterRefunds(
          charge,
          charge.refunds.map((refund) => (refund.id === id ? { ...refund, status, reason } : refund)),
        ),
      );
    }
    const decided = await inTurn(`withdrawal:${id}`, async () => {
      const withdrawal = { ...(await get<Withdrawal>('withdrawal', id)), status, reason };
      await store.set(`withdrawal:${id}`, withdrawal);
      return withdrawal;
    });
    await options.notifyWithdrawal?.(decided);
  }

  const controls: Omit<Simulator, 'handle'> = {
    async pay(id, { amount, times = 1 } = {}) {
      for (let time = 0; time < times; time += 1) {
        await happen(id, 'PAID', (charge) => ({
          status: 'PAID',
          paidAmount: charge.paidAmount + (amount ?? charge.amount),
        }));
      }
    },
    expire: (id) => happen(id, 'EXPIRED', () => ({ status: 'EXPIRED' })),
    chargeback: (id) => happen(id, 'CHARGED_BACK', () => ({ status: 'CHARGED_BACK' })),
    settle: (id) => decide(id, 'DONE', null),
    fail: (id, reason = 'Recusado pelo banco.') => decide(id, 'FAILED', reason),
    giveBack: (id, reason = 'Devolvido pelo banco.') => decide(id, 'RETURNED', reason),
    listCharges: (limit) => store.list<Charge>('charge:', limit),
    getCharge: (id) => read<Charge>(`charge:${id}`),
  };

  return {
    /** Everything of a Simulator but `handle`. */
    controls,
    ids,

    /** Makes a charge, once for each idempotency key; a fault of this request stays with it. */
    async createCharge(request: SimulatorRequest, prefix: string, charge: NewCharge<D>): Promise<Charge> {
      const { status = 'WAITING', reason = null, expiresAt = null, ...rest } = charge;
      const made = await once<Charge>('charge', request, prefix, (transactionId) => ({
        ...rest,
        transactionId,
        status,
        reason,
        expiresAt,
        paidAmount: status === 'PAID' ? charge.amount : 0,
        refunds: [],
        createdAt: now(),
        fault: context.fault(request),
      }));
      return show(made);
    },
    findCharge: async (request: SimulatorRequest, id: string) => seen(request, await read<Charge>(`charge:${id}`)),
    /** None or one: a reference is of one charge. */
    async listByReference(request: SimulatorRequest, reference = ''): Promise<Charge[]> {
      const id = await store.get<string>(`charge-reference:${reference}`);
      const charge = seen(request, id === undefined ? undefined : await read<Charge>(`charge:${id}`));
      return charge ? [charge] : [];
    },

    /**
     * Gives money of a charge back, once for each reference; null when so much is not there. DONE unless `status` says PENDING.
     */
    async createRefund(
      chargeId: string,
      prefix: string,
      { reference, amount, status = 'DONE' }: { reference: string; amount: number; status?: 'DONE' | 'PENDING' },
    ): Promise<BookedRefund | null> {
      const id = await idOf(prefix, reference);
      let refund: BookedRefund | null = null;
      await store.set(`refund:${id}`, chargeId);
      const { notified } = await changeCharge(chargeId, 'REFUNDED', (charge) => {
        refund = charge.refunds.find((known) => known.id === id) ?? null;
        const isOpen = charge.status === 'PAID' || charge.status === 'PARTLY_REFUNDED';
        const left = charge.paidAmount - sumOf(charge.refunds, ['DONE', 'PENDING']);
        if (refund || !isOpen || amount > left || charge.refunds.length >= MOST_REFUNDS) return {};
        refund = { id, chargeId, reference, amount, status, reason: null, createdAt: now() };
        return afterRefunds(charge, [...charge.refunds, refund]);
      });
      // The answer does not wait for our own webhook.
      void notified;
      return refund;
    },

    /** Takes a withdrawal, once for each idempotency key: PENDING unless told. */
    createWithdrawal(request: SimulatorRequest, prefix: string, order: NewOrder<W>): Promise<Withdrawal> {
      const { status = 'PENDING', reason = null, ...rest } = order;
      return once<Withdrawal>('withdrawal', request, prefix, (id) => ({
        ...rest,
        id,
        status,
        reason,
        createdAt: now(),
      }));
    },
    findWithdrawal: (id: string) => read<Withdrawal>(`withdrawal:${id}`),
    async listWithdrawalsByReference(reference = ''): Promise<Withdrawal[]> {
      const id = await store.get<string>(`withdrawal-reference:${reference}`);
      const withdrawal = id === undefined ? undefined : await read<Withdrawal>(`withdrawal:${id}`);
      return withdrawal ? [withdrawal] : [];
    },
  };
}

const sumOf = (refunds: BookedRefund[], states: OrderState[]) =>
  refunds.reduce((sum, { amount, status }) => (states.includes(status) ? sum + amount : sum), 0);

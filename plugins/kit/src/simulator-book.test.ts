import { describe, expect, it } from 'vitest';
import { memoryStore } from './simulation/memory-store.ts';
import { seededRandom } from './simulation/random.ts';
import type { SimulatorContext, SimulatorRequest } from './simulator.ts';
import { createBook } from './simulator-book.ts';

const ask = (key?: string): SimulatorRequest => ({
  method: 'POST',
  path: '/',
  query: {},
  body: undefined,
  rawBody: '',
  headers: key === undefined ? {} : { 'idempotency-key': key },
});

function open(fault?: ReturnType<SimulatorContext['fault']>) {
  const events: string[] = [];
  const context: SimulatorContext = {
    store: memoryStore(),
    random: seededRandom(1),
    credentials: {},
    publicUrl: 'https://provider.test',
    clock: { now: () => new Date('2026-11-20T12:00:00Z') },
    sendWebhook: async () => undefined,
    fault: ({ path }) => (path === '/faulty' ? fault : undefined),
  };
  const book = createBook<null>(context, {
    notifyCharge: async (state, charge) => events.push(`${state} ${charge.status} ${charge.amount}`),
    notifyWithdrawal: async ({ status, reason }) => events.push(`${status} ${reason}`),
  });
  const charge = (request = ask(), changes: object = {}) =>
    book.createCharge(request, 'chg_', { reference: 'r1', method: 'PIX', amount: 100, data: null, ...changes });
  return { book, charge, events };
}
const paid = { status: 'PAID' as const };

describe('charges', () => {
  it('are made once for each idempotency key, whatever comes at once', async () => {
    const { book, charge } = open();

    const made = await Promise.all([charge(ask('k1')), charge(ask('k1')), charge(ask('k2'))]);

    expect(new Set(made.map(({ transactionId }) => transactionId)).size).toBe(2);
    expect(await book.controls.listCharges(10)).toHaveLength(2);
  });

  it('are found by their reference, paid several times, with an event each time', async () => {
    const { book, charge, events } = open();
    const { transactionId } = await charge();

    await book.controls.pay(transactionId, { amount: 60, times: 2 });

    const [found] = await book.listByReference(ask(), 'r1');
    expect(found).toMatchObject({ transactionId, status: 'PAID', paidAmount: 120 });
    expect(await book.listByReference(ask(), 'r2')).toEqual([]);
    expect(events).toEqual(['PAID PAID 100', 'PAID PAID 100']);
  });

  it.each([
    ['wrong-amount', 101, 'WAITING'],
    ['unknown-status', 100, 'UNKNOWN'],
  ] as const)('show %s to the request that suffers it, never to the witness', async (fault, amount, status) => {
    const { book, charge } = open(fault);

    const made = await charge({ ...ask(), path: '/faulty' });

    expect(made).toMatchObject({ amount, status });
    expect(await book.findCharge(ask(), made.transactionId)).toMatchObject({ amount, status });
    expect(await book.controls.getCharge(made.transactionId)).toMatchObject({ amount: 100, status: 'WAITING' });
  });
});

describe('refunds', () => {
  it('are made once for each reference, and never of more than is there', async () => {
    const { book, charge } = open();
    const { transactionId } = await charge(ask(), paid);
    const refund = (reference: string, amount: number) =>
      book.createRefund(transactionId, 'rfd_', { reference, amount });

    const [first, again, tooMuch] = [await refund('a', 60), await refund('a', 60), await refund('b', 41)];

    expect(again?.id).toBe(first?.id);
    expect(tooMuch).toBeNull();
    expect(await book.controls.getCharge(transactionId)).toMatchObject({ status: 'PARTLY_REFUNDED' });
  });

  it('of a charge that nobody paid are refused', async () => {
    const { book, charge } = open();
    const { transactionId } = await charge();

    expect(await book.createRefund(transactionId, 'rfd_', { reference: 'a', amount: 1 })).toBeNull();
  });

  it.each([
    ['settle', 'REFUNDED'],
    ['fail', 'PAID'],
    ['giveBack', 'PAID'],
  ] as const)('that take their time: %s makes the charge %s', async (happening, status) => {
    const { book, charge } = open();
    const { transactionId } = await charge(ask(), paid);
    const order = { reference: 'a', amount: 100, status: 'PENDING' } as const;
    const refund = await book.createRefund(transactionId, 'rfd_', order);
    const before = await book.controls.getCharge(transactionId);

    await book.controls[happening]!(refund!.id);

    expect(before?.status).toBe('PAID');
    expect(await book.controls.getCharge(transactionId)).toMatchObject({ status });
  });
});

describe('withdrawals', () => {
  const order = { reference: 'w1', amount: 50, data: null };

  it('are taken once for each key and found by their reference', async () => {
    const { book } = open();

    const made = await Promise.all([
      book.createWithdrawal(ask('k1'), 'wd_', order),
      book.createWithdrawal(ask('k1'), 'wd_', order),
    ]);

    expect(made[0]).toEqual(made[1]);
    expect(await book.listWithdrawalsByReference('w1')).toEqual([made[0]]);
  });

  it.each([
    ['settle', undefined, 'DONE', null],
    ['fail', 'Conta encerrada.', 'FAILED', 'Conta encerrada.'],
    ['giveBack', 'Devolvido.', 'RETURNED', 'Devolvido.'],
  ] as const)('%s, with an event', async (happening, reason, status, expected) => {
    const { book, events } = open();
    const { id } = await book.createWithdrawal(ask(), 'wd_', order);

    await book.controls[happening]!(id, reason as string);

    expect(await book.findWithdrawal(id)).toMatchObject({ status, reason: expected });
    expect(events).toEqual([`${status} ${expected}`]);
  });

  it('that do not exist cannot happen', async () => {
    await expect(open().book.controls.settle!('none')).rejects.toThrow('There is no withdrawal none.');
  });
});

import { describe, expect, it } from 'vitest';
import { memoryStore } from './simulation/memory-store.ts';
import { seededRandom } from './simulation/random.ts';
import type { SimulatorContext, SimulatorRequest } from './simulator.ts';
import { type BookOptions, createBook, type NewCharge, type NewRefund } from './simulator-book.ts';
import { WireRefusal } from './simulator-routes.ts';

const ask = (key?: string, rawBody = ''): SimulatorRequest => ({
  method: 'POST',
  path: '/',
  query: {},
  body: undefined,
  rawBody,
  headers: key === undefined ? {} : { 'idempotency-key': key },
});

type Options = Partial<BookOptions<null, unknown>> & { fault?: ReturnType<SimulatorContext['fault']> };

function open({ fault, ...options }: Options = {}) {
  const events: string[] = [];
  let nowMs = Date.parse('2026-11-20T12:00:00Z');
  const context: SimulatorContext = {
    store: memoryStore(),
    random: seededRandom(1),
    credentials: {},
    publicUrl: 'https://provider.test',
    clock: { now: () => new Date(nowMs) },
    sendWebhook: async () => undefined,
    fault: ({ path }) => (path === '/faulty' ? fault : undefined),
  };
  const book = createBook<null>(context, {
    notifyCharge: async (state, charge, { times }) =>
      events.push(`${state} ${charge.status} ${charge.amount}${times > 1 ? ` ${times} times` : ''}`),
    notifyWithdrawal: async ({ status, reason }) => events.push(`${status} ${reason}`),
    ...options,
  });
  const charge = (request = ask(), changes: Partial<NewCharge<null>> = {}) =>
    book.createCharge(request, 'chg_', { reference: 'r1', method: 'PIX', amount: 100, data: null, ...changes });
  const refund = (id: string, changes: Partial<NewRefund> = {}) =>
    book.createRefund(id, 'rfd_', { reference: 'a', amount: 100, ...changes });
  return {
    context,
    book,
    charge,
    refund,
    events,
    find: (id: string) => book.findCharge(ask(), id),
    wait: (seconds: number) => {
      nowMs += seconds * 1_000;
    },
  };
}
const paid = { status: 'PAID' as const };
const card = { method: 'CREDIT_CARD' as const };
/** The status and message of a refusal. */
const refusal = (status: number, message: string | RegExp) =>
  expect.objectContaining({ message: expect.stringMatching(message), response: expect.objectContaining({ status }) });

describe('charges', () => {
  it('are found by each payment that came in, and by no other id', async () => {
    const { book, charge } = open();
    const { transactionId } = await charge();
    const atOnce = await charge(ask('k2'), { method: 'CREDIT_CARD', status: 'PAID' });
    await book.controls.pay(transactionId, { amount: 40 });
    await book.controls.pay(transactionId, { amount: 60 });

    const paid = (await book.findCharge(ask(), transactionId))!;
    const found = await Promise.all(paid.payments.map(({ id }) => book.findByPayment(ask(), id)));

    expect(found.map((one) => [one?.charge.transactionId, one?.payment.amount])).toEqual([
      [transactionId, 40],
      [transactionId, 60],
    ]);
    const card = await book.findByPayment(ask(), atOnce.payments[0]!.id);
    expect(card?.charge.transactionId).toBe(atOnce.transactionId);
    expect(await book.findByPayment(ask(), transactionId)).toBeUndefined();
  });

  it('are made once for each idempotency key, whatever comes at once', async () => {
    const { book, charge } = open();

    const made = await Promise.all([charge(ask('k1')), charge(ask('k1')), charge(ask('k2'))]);

    expect(new Set(made.map(({ transactionId }) => transactionId)).size).toBe(2);
    expect(await book.controls.listCharges(10)).toHaveLength(2);
  });

  it('are made once even where the store is slow to find a key', async () => {
    const { context, book, charge } = open();
    const { get } = context.store;
    context.store.get = async <T>(key: string) => {
      const found = await get<T>(key);
      if (key.startsWith('key:')) await new Promise(setImmediate);
      return found;
    };

    const [first, second] = await Promise.all([charge(ask('k1')), charge(ask('k1'))]);

    expect(first.transactionId).toBe(second.transactionId);
    expect(await book.controls.listCharges(10)).toHaveLength(1);
  });

  it('refuse a key that comes with another body, and make nothing of it', async () => {
    const { book, charge } = open();
    await charge(ask('k1', '{"amount":100}'));

    await expect(charge(ask('k1', '{"amount":200}'))).rejects.toEqual(refusal(409, 'idempotency key'));

    expect(await charge(ask('k2', '{"amount":200}'))).toMatchObject({ status: 'WAITING' });
    expect(await book.controls.listCharges(10)).toHaveLength(2);
  });

  it('keep no body, which may hold a card', async () => {
    const { context, charge } = open();
    const kept: string[] = [];
    const { set } = context.store;
    context.store.set = async (key, value) => {
      kept.push(JSON.stringify([key, value]));
      await set(key, value);
    };

    await charge(ask('k1', '{"number":"4111111111111111"}'));

    expect(kept.join()).not.toContain('4111111111111111');
  });

  it('take another key than the header, or none', async () => {
    const byPath = open({ keyOf: ({ path }) => path });
    const without = open({ keyOf: () => undefined });

    await byPath.charge();
    await byPath.charge();
    await without.charge(ask('k1'));
    await without.charge(ask('k1'));

    expect(await byPath.book.controls.listCharges(10)).toHaveLength(1);
    expect(await without.book.controls.listCharges(10)).toHaveLength(2);
  });

  it('whose making was cut off get the same id when they are asked for again', async () => {
    const { context, book } = open();
    const ids: string[] = [];
    const make = () =>
      book.createCharge(ask('k1'), 'chg_', async (id) => {
        ids.push(id);
        return { reference: 'r1', method: 'PIX', amount: 100, data: null };
      });
    const { set } = context.store;
    context.store.set = async (key, value) => {
      if (key.startsWith('charge:')) throw new Error('killed');
      await set(key, value);
    };
    await expect(make()).rejects.toThrow('killed');
    context.store.set = set;

    const { transactionId } = await make();

    expect(ids).toEqual([transactionId, transactionId]);
    expect(await book.listByReference(ask(), 'r1')).toHaveLength(1);
  });

  it('are found by each of their ids, and all of them by their reference', async () => {
    const { book, charge, find } = open();
    const first = await charge(ask(), { aliases: ['pay_1'] });
    const second = await charge();

    expect(await find('pay_1')).toMatchObject({ transactionId: first.transactionId });
    expect((await book.listByReference(ask(), 'r1')).map(({ transactionId }) => transactionId)).toEqual([
      first.transactionId,
      second.transactionId,
    ]);
    expect(await book.listByReference(ask(), 'r2')).toEqual([]);
    expect(await find('none')).toBeUndefined();
  });

  it.each([
    ['wrong-amount', 101, 'WAITING'],
    ['unknown-status', 100, 'UNKNOWN'],
  ] as const)('show %s to the request that suffers it, never to the witness', async (fault, amount, status) => {
    const { book, charge, find } = open({ fault });

    const made = await charge({ ...ask(), path: '/faulty' });

    expect(made).toMatchObject({ amount, status });
    expect(await find(made.transactionId)).toMatchObject({ amount, status });
    expect(await book.controls.getCharge(made.transactionId)).toMatchObject({ amount: 100, status: 'WAITING' });
  });

  it('show a wrong amount of what was paid as well, but no money where none came', async () => {
    const { book, charge, find } = open({ fault: 'wrong-amount' });
    const { transactionId, paidAmount } = await charge({ ...ask(), path: '/faulty' });

    await book.controls.pay(transactionId);

    expect(paidAmount).toBe(0);
    expect(await find(transactionId)).toMatchObject({ amount: 101, paidAmount: 101 });
  });

  it('carry the word of the provider on the control page', async () => {
    const { book, charge } = open({ wordOf: ({ status }) => status.toLowerCase() });
    const { transactionId } = await charge();

    expect(await book.controls.getCharge(transactionId)).toMatchObject({ status: 'waiting' });
    expect(await book.controls.listCharges(1)).toMatchObject([{ status: 'waiting' }]);
  });
});

describe('payments', () => {
  it('each have an id, an amount, a time and an event, and the totals follow from them', async () => {
    const { book, charge, events, find, wait } = open();
    const { transactionId } = await charge();

    await book.controls.pay(transactionId, { amount: 60, times: 2 });
    wait(1);
    await book.controls.pay(transactionId, { amount: 1 });

    const found = await find(transactionId);
    expect(found).toMatchObject({ status: 'PAID', paidAmount: 121, refundedAmount: 0 });
    expect(found?.payments).toMatchObject([
      { amount: 60, paidAt: '2026-11-20T12:00:00.000Z', sequence: 0 },
      { amount: 60, paidAt: '2026-11-20T12:00:00.000Z', sequence: 1 },
      { amount: 1, paidAt: '2026-11-20T12:00:01.000Z', sequence: 2 },
    ]);
    expect(new Set(found?.payments.map(({ id }) => id)).size).toBe(3);
    expect(found?.payments[0]?.id).toMatch(/^E\d{20}\w{11}$/);
    expect(events).toEqual(['PAID PAID 100', 'PAID PAID 100', 'PAID PAID 100']);
  });

  it('are repeated as events where a charge takes one only', async () => {
    const { book, charge, events, find } = open({ isPaidOnce: true });
    const { transactionId } = await charge();

    await book.controls.pay(transactionId, { times: 3 });
    await book.controls.pay(transactionId);

    expect(await find(transactionId)).toMatchObject({ paidAmount: 100 });
    expect(events).toEqual(['PAID PAID 100 3 times', 'PAID PAID 100']);
  });

  it('tell with each event what had come in by then', async () => {
    const counts: number[][] = [];
    const { book, charge } = open({
      notifyCharge: async (_, { paidAmount, payments }) => counts.push([paidAmount, payments.length]),
    });
    const { transactionId } = await charge();

    await book.controls.pay(transactionId, { amount: 60, times: 2 });

    expect(counts).toEqual([
      [60, 1],
      [120, 2],
    ]);
  });

  it('of which one is refused do not count at all', async () => {
    const { book, charge, find, events } = open({ isPayable: ({ paidAmount }) => paidAmount === 0 });
    const { transactionId } = await charge();

    await expect(book.controls.pay(transactionId, { times: 2 })).rejects.toThrow('no longer be paid');

    expect(await find(transactionId)).toMatchObject({ status: 'WAITING', paidAmount: 0 });
    expect(events).toEqual([]);
  });

  it('late, after the charge expired, make it paid', async () => {
    const { book, charge, find } = open();
    const { transactionId } = await charge();
    await book.controls.expire(transactionId);

    await book.controls.pay(transactionId);

    expect(await find(transactionId)).toMatchObject({ status: 'PAID', paidAmount: 100 });
  });

  it('after the whole went back leave the surplus', async () => {
    const { book, charge, refund, find } = open();
    const { transactionId } = await charge();
    await book.controls.pay(transactionId);
    await refund(transactionId);

    await book.controls.pay(transactionId);

    expect(await find(transactionId)).toMatchObject({
      status: 'PARTLY_REFUNDED',
      paidAmount: 200,
      refundedAmount: 100,
      payments: [{ sequence: 0 }, { sequence: 2 }],
      refunds: [{ sequence: 1 }],
    });
  });

  it.each([
    ['PROCESSING', 'PAID'],
    ['PAID', 'refused'],
    ['REFUSED', 'refused'],
  ] as const)('by a card that is %s end %s', async (status, end) => {
    const { book, charge, find } = open();
    const { transactionId, paidAmount } = await charge(ask(), { ...card, status });

    const call = book.controls.pay(transactionId);

    if (end === 'PAID') await call;
    else await expect(call).rejects.toEqual(refusal(409, 'no longer be paid'));
    expect(await find(transactionId)).toMatchObject(
      end === 'PAID' ? { status: 'PAID', paidAmount: 100 } : { status, paidAmount },
    );
  });

  it('are taken as long as the provider takes them', async () => {
    const { book, charge } = open({ isPayable: ({ status }) => status === 'WAITING' });
    const { transactionId } = await charge();
    await book.controls.expire(transactionId);

    await expect(book.controls.pay(transactionId)).rejects.toThrow('no longer be paid');
  });
});

describe('the clock', () => {
  it('expires a waiting charge once, at the very moment', async () => {
    const { charge, find, events, wait } = open();
    const { transactionId } = await charge(ask(), { expiresAt: '2026-11-20T12:01:00Z' });

    wait(59);
    expect(await find(transactionId)).toMatchObject({ status: 'WAITING' });
    wait(1);
    const both = await Promise.all([find(transactionId), find(transactionId)]);

    expect(both).toMatchObject([{ status: 'EXPIRED' }, { status: 'EXPIRED' }]);
    expect(events).toEqual(['EXPIRED EXPIRED 100']);
  });

  it('leaves a paid charge alone, unless the provider still waits for the rest', async () => {
    const patient = open();
    const strict = open({ isOpen: ({ status, paidAmount, amount }) => status !== 'EXPIRED' && paidAmount < amount });
    for (const { book, charge, find, wait } of [patient, strict]) {
      const { transactionId } = await charge(ask(), { expiresAt: '2026-11-20T12:01:00Z' });
      await book.controls.pay(transactionId, { amount: 40 });
      wait(60);
      expect(await find(transactionId)).toMatchObject({ paidAmount: 40 });
    }

    expect(patient.events).toEqual(['PAID PAID 100']);
    expect(strict.events).toEqual(['PAID PAID 100', 'EXPIRED EXPIRED 100']);
  });

  it.each([
    ['WAITING', 'PAID', 100],
    ['PROCESSING', 'PAID', 100],
    ['PROCESSING', 'REFUSED', 0],
    ['PAID', 'CHARGED_BACK', 100],
  ] as const)('makes a charge that is %s %s', async (status, later, paidAmount) => {
    const { charge, find, events, wait } = open();
    const changes = { status, later: { afterMs: 5_000, status: later, reason: 'Motivo.' } };
    const { transactionId } = await charge(ask(), { ...(status === 'WAITING' ? {} : card), ...changes });

    wait(4);
    const before = await find(transactionId);
    wait(1);

    expect(before).toMatchObject({ status });
    const reason = later === 'PAID' ? null : 'Motivo.';
    expect(await find(transactionId)).toMatchObject({ status: later, paidAmount, reason });
    expect(events).toEqual([`${later} ${later} 100`]);
  });

  it('does not pay what was paid before it came', async () => {
    const { book, charge, find, wait } = open();
    const later = { afterMs: 5_000, status: 'PAID' as const };
    const { transactionId } = await charge(ask(), { later });
    await book.controls.pay(transactionId);

    wait(5);

    expect(await find(transactionId)).toMatchObject({ paidAmount: 100 });
  });

  it('does not charge back what went back before it came', async () => {
    const { charge, refund, find, wait } = open();
    const later = { afterMs: 5_000, status: 'CHARGED_BACK' as const };
    const { transactionId } = await charge(ask(), { ...card, ...paid, later });
    await refund(transactionId);

    wait(5);

    expect(await find(transactionId)).toMatchObject({ status: 'REFUNDED' });
  });

  it('has come to a charge before anybody else does something to it', async () => {
    const { book, charge, events, wait } = open();
    const { transactionId } = await charge(ask(), { expiresAt: '2026-11-20T12:01:00Z' });
    wait(60);

    await book.controls.pay(transactionId);

    expect(events).toEqual(['EXPIRED EXPIRED 100', 'PAID PAID 100']);
  });

  it.each([
    ['DONE', 'REFUNDED'],
    ['FAILED', 'PAID'],
  ] as const)('ends a pending refund: %s', async (status, state) => {
    const { charge, refund, find, events, wait } = open();
    const { transactionId } = await charge(ask(), paid);
    await refund(transactionId, { status: 'PENDING', later: { afterMs: 5_000, status } });
    const before = await find(transactionId);

    wait(5);

    expect(before).toMatchObject({ status: 'PAID', refundedAmount: 0 });
    expect(await find(transactionId)).toMatchObject({ status: state, refunds: [{ status }] });
    expect(events).toEqual([`${state} ${state} 100`]);
  });
});

describe('what people and banks do', () => {
  it('is refused where it cannot be', async () => {
    const { book, charge } = open();
    const { transactionId } = await charge();

    await expect(book.controls.chargeback(transactionId)).rejects.toEqual(refusal(422, 'not paid'));
    await book.controls.pay(transactionId);
    await expect(book.controls.expire(transactionId)).rejects.toEqual(refusal(409, 'wait for money'));
    await expect(book.controls.pay('none')).rejects.toEqual(refusal(404, 'Not found'));
  });

  it("is refused in the provider's own words", async () => {
    const { book, charge } = open({ refuse: (rule, known) => new WireRefusal(418, {}, `${rule} ${known?.status}`) });
    const { transactionId } = await charge();

    await expect(book.controls.chargeback(transactionId)).rejects.toEqual(refusal(418, 'NOT_PAID WAITING'));
    await expect(book.controls.pay('none')).rejects.toEqual(refusal(418, 'MISSING undefined'));
  });

  it('a chargeback stays, whatever comes after it', async () => {
    const { book, charge, find } = open();
    const { transactionId } = await charge();
    await book.controls.pay(transactionId);
    await book.controls.chargeback(transactionId);

    await book.controls.pay(transactionId);

    expect(await find(transactionId)).toMatchObject({ status: 'CHARGED_BACK', paidAmount: 200 });
  });
});

describe('refunds', () => {
  it('are made once for each reference, and never of more than is there', async () => {
    const { book, charge, refund } = open();
    const { transactionId } = await charge(ask(), paid);

    const [first, again] = [await refund(transactionId, { amount: 60 }), await refund(transactionId, { amount: 60 })];

    expect(again.id).toBe(first.id);
    await expect(refund(transactionId, { amount: 59 })).rejects.toEqual(refusal(409, 'idempotency key'));
    await expect(refund(transactionId, { reference: 'b', amount: 41 })).rejects.toEqual(refusal(422, 'not left'));
    expect(await book.controls.getCharge(transactionId)).toMatchObject({ status: 'PARTLY_REFUNDED' });
  });

  it('give no more of one payment back than it was', async () => {
    const { book, charge, refund, find } = open();
    const { transactionId } = await charge(ask());
    await book.controls.pay(transactionId, { times: 2 });
    const [first, second] = (await find(transactionId))!.payments.map(({ id }) => id);
    await refund(transactionId, { reference: 'a', amount: 60, of: first });

    const beyond = refund(transactionId, { reference: 'b', amount: 60, of: first });

    await expect(beyond).rejects.toEqual(refusal(422, 'not left'));
    expect(await refund(transactionId, { reference: 'c', amount: 60, of: second })).toMatchObject({ status: 'DONE' });
  });

  it('without a reference are another one each time', async () => {
    const { charge, refund, find } = open();
    const { transactionId } = await charge(ask(), paid);

    await refund(transactionId, { reference: undefined, amount: 50 });
    await refund(transactionId, { reference: undefined, amount: 50 });

    expect(await find(transactionId)).toMatchObject({ status: 'REFUNDED', refundedAmount: 100 });
  });

  it('of a charge that nobody paid, or that was charged back, are refused', async () => {
    const { book, charge, refund } = open();
    const { transactionId } = await charge();
    await expect(refund(transactionId)).rejects.toEqual(refusal(422, 'not paid'));
    await book.controls.pay(transactionId);
    await book.controls.chargeback(transactionId);

    await expect(refund(transactionId)).rejects.toEqual(refusal(422, 'not paid'));
  });

  it('refused at once move nothing and are no news, but are remembered', async () => {
    const { charge, refund, find, events } = open();
    const { transactionId } = await charge(ask(), paid);

    const refused = await refund(transactionId, { status: 'FAILED', reason: 'Sem saldo.' });

    expect(await refund(transactionId, { status: 'DONE' })).toEqual(refused);
    expect(await find(transactionId)).toMatchObject({ status: 'PAID', refundedAmount: 0 });
    expect(events).toEqual([]);
  });

  it('that are denied leave an expired charge expired', async () => {
    let isOpen = true;
    const { book, charge, refund, find } = open({ isOpen: () => isOpen });
    const { transactionId } = await charge();
    await book.controls.pay(transactionId, { amount: 40 });
    await book.controls.expire(transactionId);
    isOpen = false;
    const { id } = await refund(transactionId, { amount: 40, status: 'PENDING' });

    await book.controls.fail!(id);

    expect(await find(transactionId)).toMatchObject({ status: 'EXPIRED', paidAmount: 40, refundedAmount: 0 });
  });

  it('of nothing are refused', async () => {
    const { charge, refund } = open();
    const { transactionId } = await charge(ask(), paid);

    await expect(refund(transactionId, { amount: 0 })).rejects.toEqual(refusal(422, 'not left'));
  });

  it('under way keep their money from others', async () => {
    const { charge, refund } = open();
    const { transactionId } = await charge(ask(), paid);
    await refund(transactionId, { amount: 60, status: 'PENDING' });

    await expect(refund(transactionId, { reference: 'b', amount: 41 })).rejects.toEqual(refusal(422, 'not left'));
  });

  it.each([
    ['settle', 'REFUNDED'],
    ['fail', 'PAID'],
    ['returnMoney', 'PAID'],
  ] as const)('that take their time: %s makes the charge %s, with an event', async (happening, status) => {
    const { book, charge, refund, events } = open();
    const { transactionId } = await charge(ask(), paid);
    const { id } = await refund(transactionId, { status: 'PENDING' });
    const before = await book.controls.getCharge(transactionId);

    await book.controls[happening]!(id);

    expect(before?.status).toBe('PAID');
    expect(await book.controls.getCharge(transactionId)).toMatchObject({ status });
    expect(events).toEqual([`${status} ${status} 100`]);
  });

  it('that were done and come back make the charge paid again', async () => {
    const { book, charge, refund, find } = open();
    const { transactionId } = await charge(ask(), paid);
    const { id } = await refund(transactionId);

    await book.controls.returnMoney!(id, 'Conta encerrada.');

    expect(await find(transactionId)).toMatchObject({
      status: 'PAID',
      refundedAmount: 0,
      refunds: [{ status: 'RETURNED', reason: 'Conta encerrada.' }],
    });
  });

  it("begun in the provider's panel are told apart, and are of all that is left unless told", async () => {
    const { book, charge, refund, find, events } = open();
    const { transactionId } = await charge(ask(), paid);
    await refund(transactionId, { amount: 10, of: 'p1', description: 'Troca' });

    await book.controls.refund!(transactionId, { amount: 20 });
    await book.controls.refund!(transactionId);

    expect((await find(transactionId))?.refunds).toMatchObject([
      { by: 'API', reference: 'a', amount: 10, of: 'p1', description: 'Troca', sequence: 1 },
      { by: 'PANEL', reference: '', amount: 20, of: null, sequence: 2 },
      { by: 'PANEL', reference: '', amount: 70, sequence: 3 },
    ]);
    expect(events).toEqual([
      'PARTLY_REFUNDED PARTLY_REFUNDED 100',
      'PARTLY_REFUNDED PARTLY_REFUNDED 100',
      'REFUNDED REFUNDED 100',
    ]);
  });
});

describe('balances', () => {
  const shares = [
    { account: 'maria', amount: 25 },
    { account: 'joao', amount: 33 },
  ];
  const read = async ({ book }: ReturnType<typeof open>) =>
    Promise.all(['maria', 'joao', 'main'].map(book.balances.read));

  it('get the shares of what came in and stays, to the cent', async () => {
    const opened = open({ mainAccount: 'main' });
    const { book, charge, refund } = opened;
    const { transactionId } = await charge(ask(), { shares });
    const before = await read(opened);

    await book.controls.pay(transactionId);
    const whole = await read(opened);
    await refund(transactionId, { amount: 50 });
    const half = await read(opened);
    await book.controls.chargeback(transactionId);

    expect([before, whole]).toEqual([
      [0, 0, 0],
      [25, 33, 42],
    ]);
    expect(half.reduce((sum, part) => sum + part)).toBe(50);
    expect(half[2]).toBe(21);
    expect(await read(opened)).toEqual([0, 0, 0]);
  });

  it('keep dollars apart from reais', async () => {
    const opened = open({ mainAccount: 'main' });
    const { book, charge } = opened;

    await charge(ask(), { shares, ...paid, currency: 'USD' });

    expect(await read(opened)).toEqual([0, 0, 0]);
    expect(await Promise.all(['maria USD', 'joao USD', 'main USD'].map(book.balances.read))).toEqual([25, 33, 42]);
  });

  it('take back what the account no longer has, and what the shares leave is kept only where asked for', async () => {
    const opened = open();
    const { book, charge } = opened;
    const { transactionId } = await charge(ask(), { shares, ...paid });
    await book.createWithdrawal(ask(), 'wd_', {
      reference: 'w',
      amount: 25,
      from: 'maria',
      destination: {},
      data: null,
    });

    await book.controls.chargeback(transactionId);

    expect(await read(opened)).toEqual([-25, 0, 0]);
  });

  it('are moved whole or not at all', async () => {
    const opened = open({ openingBalance: (account) => (account === 'main' ? 10 : 0) });
    const { book } = opened;

    const move = book.balances.move([
      ['maria', 11],
      ['main', -11],
    ]);

    await expect(move).rejects.toEqual(refusal(422, 'balance'));
    expect(await read(opened)).toEqual([0, 0, 10]);
  });

  it.each([
    ['settle', [15, 5]],
    ['fail', [20, 0]],
    ['returnMoney', [20, 0]],
  ] as const)('follow a withdrawal: %s', async (happening, [main, maria]) => {
    const opened = open({ openingBalance: (account) => (account === 'main' ? 20 : 0) });
    const { book } = opened;
    const order = { reference: 'w', amount: 5, from: 'main', to: 'maria', destination: {}, data: null };
    const { id } = await book.createWithdrawal(ask(), 'wd_', order);
    const before = await read(opened);

    if (happening === 'returnMoney') await book.controls.settle!(id);
    await book.controls[happening]!(id);

    expect(before).toEqual([0, 0, 15]);
    expect(await read(opened)).toEqual([maria, 0, main]);
  });
});

describe('balances of withdrawals that end at once', () => {
  it.each([
    ['DONE', [15, 5]],
    ['FAILED', [20, 0]],
  ] as const)('%s', async (status, balances) => {
    const { book } = open({ openingBalance: (account) => (account === 'main' ? 20 : 0) });

    const order = { reference: 'w', amount: 5, status, from: 'main', to: 'maria', destination: {}, data: null };
    await book.createWithdrawal(ask(), 'wd_', order);

    expect([await book.balances.read('main'), await book.balances.read('maria')]).toEqual(balances);
  });
});

describe('withdrawals', () => {
  const order = { reference: 'w1', amount: 50, destination: {}, data: null };

  it('are taken once for each key and found by their reference', async () => {
    const { book } = open();

    const made = await Promise.all([
      book.createWithdrawal(ask('k1'), 'wd_', order),
      book.createWithdrawal(ask('k1'), 'wd_', order),
    ]);

    expect(made[0]).toEqual(made[1]);
    expect(await book.listWithdrawalsByReference('w1')).toEqual([made[0]]);
    expect(await book.listWithdrawals()).toEqual([made[0]]);
    await expect(book.createWithdrawal(ask('k1', 'other'), 'wd_', order)).rejects.toEqual(refusal(409, 'key'));
  });

  it('beyond the balance are refused, and not made', async () => {
    const { book } = open();

    const call = book.createWithdrawal(ask(), 'wd_', { ...order, from: 'main' });

    await expect(call).rejects.toEqual(refusal(422, 'balance'));
    expect(await book.listWithdrawals()).toEqual([]);
  });

  it.each([
    ['settle', undefined, 'DONE', null],
    ['fail', 'Conta encerrada.', 'FAILED', 'Conta encerrada.'],
    ['returnMoney', 'Devolvido.', 'RETURNED', 'Devolvido.'],
  ] as const)('%s, with an event', async (happening, reason, status, expected) => {
    const { book, events } = open();
    const { id } = await book.createWithdrawal(ask(), 'wd_', order);

    await book.controls[happening]!(id, reason as string);

    expect(await book.findWithdrawal(id)).toMatchObject({ status, reason: expected });
    expect(events).toEqual([`${status} ${expected}`]);
  });

  it('are ended by the clock, with one event', async () => {
    const { book, events, wait } = open();
    const later = { afterMs: 5_000, status: 'FAILED' as const, reason: 'Conta encerrada.' };
    const { id } = await book.createWithdrawal(ask(), 'wd_', { ...order, later });
    wait(4);
    expect(await book.findWithdrawal(id)).toMatchObject({ status: 'PENDING' });

    wait(1);
    const both = await Promise.all([book.findWithdrawal(id), book.listWithdrawals()]);

    const endedAt = '2026-11-20T12:00:05.000Z';
    expect(both).toMatchObject([{ status: 'FAILED', reason: 'Conta encerrada.', endedAt }, [{ status: 'FAILED' }]]);
    expect(events).toEqual(['FAILED Conta encerrada.']);
  });

  it.each([
    ['wrong-amount', { amount: 51, status: 'PENDING' }],
    ['unknown-status', { amount: 50, status: 'UNKNOWN' }],
  ] as const)('show %s where the request suffers it', async (fault, shown) => {
    const { book } = open({ fault });

    const { id, ...made } = await book.createWithdrawal({ ...ask(), path: '/faulty' }, 'wd_', order);

    expect(made).toMatchObject(shown);
    expect(await book.findWithdrawal(id)).toMatchObject(shown);
  });

  it('that do not exist cannot happen', async () => {
    await expect(open().book.controls.settle!('none')).rejects.toEqual(refusal(404, 'Not found'));
  });
});

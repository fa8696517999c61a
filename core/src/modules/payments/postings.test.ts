import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../test/draw.ts';
import type { Rates } from '../fees/model.ts';
import type { Payment, ProviderSplit, Terms } from './model.ts';
import { postingBetween, targetOf } from './postings.ts';
import { toRefundSplits, toSplits } from './splits.ts';
import { keptOf } from './status.ts';
import { sharesOf, splitSale } from './terms.ts';

const RUNS = rounds({ short: 500, long: 10_000 });
const NOW = new Date('2026-11-21T12:00:00Z');

const RATES: Rates = {
  fee: { basisPoints: 499, fixed: 100 },
  cost: { basisPoints: 99, fixed: 0 },
  affiliate: { affiliationId: 'link', personId: 'ana', basisPoints: 3000 },
  coProducers: [{ personId: 'bia', basisPoints: 2000 }],
  manager: { personId: 'gil', basisPoints: 50 },
  release: { days: 14, reserveBasisPoints: 1000, reserveDays: 90, awaitsGuarantee: true },
  guaranteeDays: 30,
};
const SALE = { sellerId: 'maria', total: 10_000, amount: 10_450 };

const basisPoints = (max: number) => fc.integer({ min: 0, max });
const rule = fc.record({ basisPoints: basisPoints(10_000), fixed: fc.integer({ min: 0, max: 5_000 }) });
const aRates: fc.Arbitrary<Rates> = fc.record({
  fee: rule,
  cost: rule,
  affiliate: fc.option(
    fc.record({ affiliationId: fc.constant('link'), personId: fc.constant('ana'), basisPoints: basisPoints(9000) }),
  ),
  coProducers: fc
    .array(basisPoints(1800), { maxLength: 5 })
    .map((shares) => shares.map((share, index) => ({ personId: `co-${index}`, basisPoints: share }))),
  manager: fc.option(fc.record({ personId: fc.constantFrom('gil', 'maria'), basisPoints: basisPoints(10_000) })),
  release: fc.record({
    days: fc.nat(60),
    reserveBasisPoints: basisPoints(10_000),
    reserveDays: fc.integer({ min: 1, max: 120 }),
    awaitsGuarantee: fc.boolean(),
  }),
  guaranteeDays: fc.constantFrom(7, 14, 21, 30),
});
const aSale = fc
  .tuple(fc.integer({ min: 1, max: 100_000_000_00 }), fc.integer({ min: 0, max: 3_000 }))
  .map(([total, interest]) => ({ sellerId: 'maria', total, amount: total + Math.floor((total * interest) / 10_000) }));

/** Any party's account may be missing, and where the platform keeps everything both are. */
const aSplit: fc.Arbitrary<ProviderSplit | null> = fc.option(
  fc.record({
    receivers: fc
      .subarray(['maria', 'ana', 'gil', 'co-0', 'co-1', 'co-2', 'co-3', 'co-4'], { minLength: 1 })
      .map((people) => Object.fromEntries(people.map((person) => [person, `rcv_${person}`]))),
    own: fc.constantFrom(null, 'rcv_own'),
  }),
);
const withSplits = (payment: Payment, splits: Record<string, ProviderSplit | null>): Payment => ({
  ...payment,
  terms: {
    ...(payment.terms as Terms),
    splits: Object.fromEntries(Object.entries(splits).filter(([, split]) => split)) as Record<string, ProviderSplit>,
  },
});

const paymentOf = (rates: Rates, sale: typeof SALE, more: Partial<Payment> = {}): Payment =>
  ({
    platformId: 'p',
    id: 'payment',
    amount: sale.amount,
    currency: 'BRL',
    status: 'PENDING',
    paidAmount: 0,
    refundedAmount: 0,
    returningAmount: 0,
    approvedAt: null,
    createdAt: NOW,
    charges: [],
    version: 0,
    evidence: [],
    attempts: [
      { id: 'a1', connectionId: 'asaas' },
      { id: 'a2', connectionId: 'onz' },
    ],
    terms: splitSale(rates, sale),
    ...more,
  }) as Payment;

const paid = (payment: Payment, captured = payment.amount, refunded = 0): Payment => ({
  ...payment,
  status: captured > 0 && refunded >= captured ? 'REFUNDED' : 'APPROVED',
  paidAmount: captured,
  refundedAmount: refunded,
  approvedAt: NOW,
  charges: [{ transactionId: 't1', attemptId: 'a1', captured, refunded, isChargedBack: false }],
  version: payment.version + 1,
});

const chargedBack = (payment: Payment): Payment => ({
  ...payment,
  status: 'CHARGEBACK',
  charges: payment.charges.map((charge) => ({ ...charge, isChargedBack: true })),
  version: payment.version + 1,
});

const sumOf = (entries: readonly { kind: string; amount?: number }[]) =>
  entries.reduce((sum, { amount = 0 }) => sum + amount, 0);
const byOwner = (entries: readonly object[]) =>
  Object.fromEntries(
    entries.map((entry) => {
      const { kind, ownerId, amount } = entry as { kind: string; ownerId?: string; amount: number };
      return [ownerId ? `${kind} ${ownerId}` : kind, amount];
    }),
  );

describe('the split of a sale', () => {
  it('takes the fee off the price, the manager off the fee, the affiliate off the rest, and co-producers off what that leaves', () => {
    const { shares, cost } = splitSale(RATES, SALE);

    // 4.99 % of 100.00 and 1.00 are 5.99; 30 % of the 94.01 left are 28.20; 20 % of the 65.81 left are 13.16.
    expect(shares).toEqual([
      { role: 'PLATFORM', personId: null, amount: 549 },
      { role: 'INTEREST', personId: null, amount: 450 },
      { role: 'manager', personId: 'gil', amount: 50 },
      { role: 'affiliate', personId: 'ana', amount: 2820, basisPoints: 3_000 },
      { role: 'co-producer', personId: 'bia', amount: 1316, basisPoints: 2_000 },
      { role: 'seller', personId: 'maria', amount: 5265 },
    ]);
    expect(cost).toBe(103);
  });

  it('comes to what was charged, whatever the rates, with nobody below zero', () => {
    fc.assert(
      fc.property(aRates, aSale, fc.nat(), (rates, sale, some) => {
        const terms = splitSale(rates, sale);
        const kept = some % (sale.amount + 1);
        for (const [whole, shares] of [
          [sale.amount, terms.shares],
          [kept, sharesOf(terms, kept)],
        ] as const) {
          expect(sumOf(shares.map((share) => ({ kind: share.role, amount: share.amount })))).toBe(whole);
          expect(shares.every(({ amount }) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
        }
        expect(sharesOf(terms, sale.amount)).toEqual(terms.shares);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a posting', () => {
  it('of a sale gives everybody their share, held as agreed', () => {
    const before = paymentOf(RATES, SALE);

    const posting = postingBetween(before, paid(before), NOW);

    expect(posting).toMatchObject({ kind: 'SALE', source: 'payment:payment:1', currency: 'BRL', paymentId: 'payment' });
    expect(byOwner(posting?.entries ?? [])).toEqual({
      'PROVIDER asaas': -10_347,
      PROVIDER_FEES: -103,
      PLATFORM_FEES: 549,
      INTEREST: 450,
      'SHARE gil': 50,
      'SHARE ana': 2820,
      'SHARE bia': 1316,
      'SHARE maria': 5265,
    });
    const seller = posting?.entries.find((entry) => 'ownerId' in entry && entry.ownerId === 'maria');
    expect(seller).toMatchObject({
      holds: [
        {
          reason: 'RELEASE',
          amount: 4739,
          releaseAt: new Date('2026-12-21T12:00:00Z'),
          rule: { days: 14, guaranteeDays: 30 },
        },
        {
          reason: 'RESERVE',
          amount: 526,
          releaseAt: new Date('2027-02-19T12:00:00Z'),
          rule: { days: 90, reserveBasisPoints: 1000 },
        },
      ],
    });
  });

  it('is none where no money moved, and none for payments older than the ledger', () => {
    const payment = paid(paymentOf(RATES, SALE));

    expect(postingBetween(payment, { ...payment, version: 2 }, NOW)).toBeNull();
    expect(
      postingBetween({ ...payment, terms: null }, { ...paid(payment, 10_450, 10_450), terms: null }, NOW),
    ).toBeNull();
  });

  it('of money paid twice keeps the surplus apart from everybody until it has gone back', () => {
    const sold = paid(paymentOf(RATES, SALE));
    const twice = paid(sold, 20_900);
    const back = paid(twice, 20_900, 10_450);

    expect(byOwner(postingBetween(sold, twice, NOW)?.entries ?? [])).toEqual({
      'PROVIDER asaas': -10_450,
      REFUNDS: 10_450,
    });
    expect(byOwner(postingBetween(twice, back, NOW)?.entries ?? [])).toEqual({
      'PROVIDER asaas': 10_450,
      REFUNDS: -10_450,
    });
  });

  it('of a chargeback takes every share back and leaves the provider its cost', () => {
    const sold = paid(paymentOf(RATES, SALE));
    const charged = chargedBack(sold);

    const posting = postingBetween(sold, charged, NOW);

    expect(posting?.kind).toBe('CHARGEBACK');
    expect(byOwner(posting?.entries ?? [])).toEqual({
      'PROVIDER asaas': 10_450,
      PLATFORM_FEES: -549,
      INTEREST: -450,
      'SHARE gil': -50,
      'SHARE ana': -2820,
      'SHARE bia': -1316,
      'SHARE maria': -5265,
    });
  });

  it('authorised to go back is nobody’s but the buyer’s before the provider has sent it, and the sellers’ again where it refuses', () => {
    const sold = paid(paymentOf(RATES, SALE));
    const authorised: Payment = { ...sold, returningAmount: 10_450, version: 2 };
    const sent = { ...paid(authorised, 10_450, 10_450), version: 3 };

    expect(byOwner(postingBetween(sold, authorised, NOW)?.entries ?? [])).toMatchObject({
      REFUNDS: 10_450,
      'SHARE maria': -5265,
    });
    expect(byOwner(postingBetween(authorised, sent, NOW)?.entries ?? [])).toEqual({
      'PROVIDER asaas': 10_450,
      REFUNDS: -10_450,
    });
    expect(postingBetween(authorised, { ...sold, version: 3 }, NOW)?.kind).toBe('REFUND_FAILED');
  });

  it("sums to zero on any way through a payment's life, and a life that ends with everything back leaves nobody anything", () => {
    const aStep = fc.record({
      captured: fc.nat(30_000),
      refunded: fc.nat(30_000),
      returning: fc.nat(30_000),
      isCharged: fc.boolean(),
      attemptId: fc.constantFrom('a1', 'a2'),
    });
    const aLife = fc.tuple(fc.array(aStep, { minLength: 1, maxLength: 8 }), aSplit, aSplit);
    fc.assert(
      fc.property(aRates, aSale, aLife, (rates, sale, [steps, a1, a2]) => {
        let payment = withSplits(paymentOf(rates, sale), { a1, a2 });
        const totals = new Map<string, number>();
        const go = (next: Payment) => {
          const posting = postingBetween(payment, next, NOW);
          expect(sumOf((posting?.entries ?? []) as never)).toBe(0);
          for (const [account, amount] of Object.entries(byOwner(posting?.entries ?? []))) {
            totals.set(account, (totals.get(account) ?? 0) + amount);
          }
          payment = next;
        };
        for (const { captured, refunded, returning, isCharged, attemptId } of steps) {
          const total = Math.floor((sale.amount * captured) / 10_000);
          const next = paid(payment, total, Math.min(total, refunded));
          go({
            ...(isCharged ? chargedBack(next) : next),
            charges: next.charges.map((charge) => ({ ...charge, attemptId, isChargedBack: isCharged })),
            returningAmount: Math.min(returning, sale.amount),
          });
          const target = targetOf(payment.terms as never, payment);
          expect(keptOf(payment)).toBeGreaterThanOrEqual(0);
          for (const [account, amount] of totals) expect(amount).toBe(target.get(account.replace(' ', '|')) ?? 0);
        }
        go(paid(payment, sale.amount, sale.amount));
        for (const [account, amount] of totals) if (/^(SHARE|RECEIVER)/.test(account)) expect(amount).toBe(0);
        expect(totals.get('PLATFORM_FEES') ?? 0).toBe(0);
        expect(totals.get('REFUNDS') ?? 0).toBe(0);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('a sale that its provider splits', () => {
  const split: ProviderSplit = { receivers: { maria: 'rcv_maria', bia: 'rcv_bia' }, own: 'rcv_own' };
  const sale = withSplits(paymentOf(RATES, SALE), { a1: split });
  const sold = paid(sale);

  it('is told to it in cents, everybody once, the rest of it as the platform’s own', () => {
    const rule = { type: 'FIXED', chargeProcessingFee: false, chargeRemainder: false, liable: true };
    expect(toSplits(sale.terms as Terms, 'a1', 10_450)).toEqual([
      { ...rule, recipientId: 'rcv_bia', amount: 1316 },
      { ...rule, recipientId: 'rcv_maria', amount: 5265 },
      { ...rule, recipientId: 'rcv_own', amount: 3869, chargeProcessingFee: true, chargeRemainder: true },
    ]);
    expect(toSplits(sale.terms as Terms, 'a2', 10_450)).toBeUndefined();
    expect(toSplits(paymentOf(RATES, SALE).terms as Terms, 'a1', 10_450)).toBeUndefined();
  });

  it('is told what each receiver gives of a part that goes back, so that they keep what the ledger says', () => {
    const terms = sale.terms as Terms;
    const rule = { type: 'FIXED', chargeProcessingFee: false, chargeRemainder: false, liable: true };
    const own = { ...rule, recipientId: 'rcv_own', chargeProcessingFee: true, chargeRemainder: true };
    const cents = (held: number, amount: number) =>
      toRefundSplits(terms, 'a1', { held, amount })?.map((split) => [split.recipientId, split.amount]);
    expect(cents(10_450, 3_333)).toEqual([
      ['rcv_bia', 420],
      ['rcv_maria', 1_677],
      ['rcv_own', 1_236],
    ]);
    // Money beyond the price is the platform's.
    expect(toRefundSplits(terms, 'a1', { held: 11_450, amount: 1_000 })).toEqual([{ ...own, amount: 1_000 }]);
    expect(toRefundSplits(terms, 'a2', { held: 10_450, amount: 100 })).toBeUndefined();
  });

  it('leaves with their receivers what the platform then owes nobody; who has none is owed as ever', () => {
    expect(byOwner(postingBetween(sale, sold, NOW)?.entries ?? [])).toEqual({
      'PROVIDER asaas': -10_347,
      PROVIDER_FEES: -103,
      PLATFORM_FEES: 549,
      INTEREST: 450,
      'SHARE gil': 50,
      'SHARE ana': 2820,
      'RECEIVER bia': 1316,
      'RECEIVER maria': 5265,
    });
  });

  it('is owed to the buyer by the platform for its own part, and given back from receivers once the provider has sent it', () => {
    const authorised: Payment = { ...sold, returningAmount: 10_450, version: 2 };
    const sent = { ...paid(authorised, 10_450, 10_450), version: 3 };

    expect(byOwner(postingBetween(sold, authorised, NOW)?.entries ?? [])).toEqual({
      PLATFORM_FEES: -549,
      INTEREST: -450,
      'SHARE gil': -50,
      'SHARE ana': -2820,
      REFUNDS: 3869,
    });
    expect(byOwner(postingBetween(authorised, sent, NOW)?.entries ?? [])).toEqual({
      'PROVIDER asaas': 10_450,
      'RECEIVER bia': -1316,
      'RECEIVER maria': -5265,
      REFUNDS: -3869,
    });
  });

  it('counts for receivers once it is a sale, and no more than its price', () => {
    expect(postingBetween(sale, paid(sale, 5_000), NOW)).toMatchObject({ kind: 'ADJUSTMENT' });
    expect(targetOf(sale.terms as Terms, paid(sale, 5_000)).get('REFUNDS')).toBe(5_000);
    expect(byOwner(postingBetween(sold, paid(sold, 20_900), NOW)?.entries ?? [])).toEqual({
      'PROVIDER asaas': -10_450,
      REFUNDS: 10_450,
    });
    const charged = chargedBack(sold);
    expect(byOwner(postingBetween(sold, charged, NOW)?.entries ?? [])).toMatchObject({ 'RECEIVER maria': -5265 });
  });

  it('is what the provider that charged it has split, when another one was asked before', () => {
    const elsewhere = withSplits(paymentOf(RATES, SALE), { a2: split });
    expect(targetOf(elsewhere.terms as Terms, paid(elsewhere)).get('SHARE|maria')).toBe(5265);
    expect(targetOf(elsewhere.terms as Terms, paid(elsewhere)).get('RECEIVER|maria')).toBeUndefined();
  });

  it('tells the provider of the rest what is left of everybody’s share after the part that came', () => {
    const from = 4_001;
    const terms = withSplits(paymentOf(RATES, SALE), { a1: split, a2: { ...split, from } }).terms as Terms;
    const told = new Map(toSplits(terms, 'a2', 10_450 - from)?.map(({ recipientId, amount }) => [recipientId, amount]));
    const before = (person: string) => sharesOf(terms, from).find(({ personId }) => personId === person)?.amount ?? 0;

    expect(told.get('rcv_maria')).toBe(5265 - before('maria'));
    expect(told.get('rcv_bia')).toBe(1316 - before('bia'));
    expect([...told.values()].reduce((sum, amount) => sum + amount, 0)).toBe(10_450 - from);
  });

  it('gives everybody their share to the cent where the price comes in parts, each told to its own provider', () => {
    const cut = fc.tuple(fc.nat(10_000), fc.nat(10_000), fc.nat(10_000)).map((all) => all.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(aRates, aSale, aSplit, cut, (rates, sold, chosen, cuts) => {
        const { amount } = sold;
        const stops = [...new Set([...cuts.slice(0, 2).map((at) => Math.floor((amount * at) / 10_000)), amount])];
        const parts = stops
          .map((stop, index) => ({
            id: `a${index + 1}`,
            from: stops[index - 1] ?? 0,
            captured: stop - (stops[index - 1] ?? 0),
          }))
          .filter(({ captured }) => captured > 0);
        const base = paymentOf(rates, sold, {
          attempts: parts.map(({ id, from }) => ({
            id,
            connectionId: id,
            amount: amount - from,
          })) as Payment['attempts'],
        });
        const splits = Object.fromEntries(parts.map(({ id, from }) => [id, chosen && { ...chosen, from }]));
        const payment = withSplits(base, splits);
        const state: Payment = {
          ...paid(payment),
          charges: parts.map(({ id, captured }) => ({
            transactionId: id,
            attemptId: id,
            captured,
            refunded: 0,
            isChargedBack: false,
          })),
        };
        const terms = payment.terms as Terms;
        const target = targetOf(terms, state);
        const gotten = (personId: string) =>
          (target.get(`SHARE|${personId}`) ?? 0) + (target.get(`RECEIVER|${personId}`) ?? 0);
        const wanted = Map.groupBy(
          terms.shares.filter(({ personId }) => personId),
          ({ personId }) => personId as string,
        );
        for (const [personId, shares] of wanted)
          expect(gotten(personId)).toBe(shares.reduce((sum, share) => sum + share.amount, 0));
        expect(target.get('REFUNDS') ?? 0).toBe(0);
        for (const { id, from } of parts) {
          const told = toSplits(terms, id, amount - from) ?? [];
          const cents = told.reduce((sum, split) => sum + split.amount, 0);
          expect(told.every((split) => Number.isSafeInteger(split.amount) && split.amount > 0)).toBe(true);
          expect(cents).toBeLessThanOrEqual(amount - from);
          if (chosen?.own) expect(cents).toBe(amount - from);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('gives everybody their whole share on one side or the other, whatever went back', () => {
    fc.assert(
      fc.property(aRates, aSale, aSplit, fc.nat(10_000), (rates, terms, chosen, back) => {
        const payment = withSplits(paymentOf(rates, terms), { a1: chosen });
        const gone = Math.floor((payment.amount * back) / 10_000);
        const state = { ...paid(payment, payment.amount, gone), returningAmount: gone };
        const target = targetOf(payment.terms as Terms, state);
        const wanted = new Map<string, number>();
        for (const { personId, amount } of sharesOf(payment.terms as Terms, payment.amount - gone))
          if (personId) wanted.set(personId, (wanted.get(personId) ?? 0) + amount);
        for (const [personId, amount] of wanted) {
          const [held, gotten] = [target.get(`SHARE|${personId}`) ?? 0, target.get(`RECEIVER|${personId}`) ?? 0];
          expect(held + gotten).toBe(amount);
          expect(chosen?.receivers[personId] ? held : gotten).toBe(0);
        }
        expect(target.get('REFUNDS') ?? 0).toBe(0);
        const told = toSplits(payment.terms as Terms, 'a1', payment.amount) ?? [];
        const cents = told.reduce((sum, { amount }) => sum + amount, 0);
        if (chosen?.own) expect(cents).toBe(payment.amount);
        const refund = { held: payment.amount, amount: gone };
        const given = (gone > 0 && toRefundSplits(payment.terms as Terms, 'a1', refund)) || [];
        const sum = given.reduce((total, { amount }) => total + amount, 0);
        expect(given.every(({ amount }) => Number.isSafeInteger(amount) && amount > 0)).toBe(true);
        if (chosen?.own && gone > 0) expect(sum).toBe(gone);
        expect(sum).toBeLessThanOrEqual(gone);
        expect(told.every(({ amount }) => Number.isSafeInteger(amount) && amount > 0)).toBe(true);
        const atReceivers = [...targetOf(payment.terms as Terms, paid(payment))].filter(([account]) =>
          account.startsWith('RECEIVER'),
        );
        const others = told.filter(({ recipientId }) => recipientId !== 'rcv_own');
        expect(others.reduce((sum, { amount }) => sum + amount, 0)).toBe(
          atReceivers.reduce((sum, [, amount]) => sum + amount, 0),
        );
      }),
      { numRuns: RUNS },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { type Candidate, evaluateCandidates, type RouteCriteria } from './choose.ts';

const candidate = (change: Partial<Candidate> = {}): Candidate => ({
  id: change.connectionId ?? 'a',
  connectionId: 'a',
  name: 'A',
  provider: 'sandbox',
  priority: 10,
  weight: 100,
  conditions: {},
  isRouteEnabled: true,
  isConnectionEnabled: true,
  isStopped: false,
  isAvailable: true,
  capability: { refund: 'partial', tokenization: 'server', maxInstallments: 6 },
  limits: {},
  openUntil: null,
  isCheapestFirst: false,
  costs: {},
  costCurrency: 'BRL',
  ...change,
});

const criteria = (change: Partial<RouteCriteria> = {}): RouteCriteria => ({
  method: 'PIX',
  amount: 10_000,
  installments: 1,
  currency: 'BRL',
  offerId: 'offer',
  isSubscription: false,
  card: null,
  buyerFields: null,
  tried: [],
  seed: 'seed',
  now: new Date('2026-11-21T12:00:00Z'),
  isResting: false,
  ...change,
});

const reasonOf = (one: Partial<Candidate>, asked: Partial<RouteCriteria> = {}) =>
  evaluateCandidates([candidate(one)], criteria(asked))[0]?.reason;

const card = (change: Partial<RouteCriteria> = {}) => ({
  method: 'CREDIT_CARD' as const,
  card: { kind: 'sealed' as const, brand: 'visa' },
  ...change,
});
const DOLLARS = {
  refund: 'partial' as const,
  tokenization: 'server' as const,
  maxInstallments: 6,
  currencies: ['BRL' as const, 'USD' as const],
};
const LATER = new Date('2026-11-21T12:00:01Z');

describe('evaluateCandidates', () => {
  it.each<[string, Partial<Candidate>, Partial<RouteCriteria>, string | null]>([
    ['serves', {}, {}, null],
    ['is off', { isRouteEnabled: false }, {}, 'ROUTE_OFF'],
    ['has its connection off', { isConnectionEnabled: false }, {}, 'CONNECTION_OFF'],
    ['has its provider stopped', { isStopped: true }, {}, 'STOPPED'],
    ['cannot be opened', { isAvailable: false }, {}, 'UNAVAILABLE'],
    ['does not do the method', { capability: null }, {}, 'METHOD_OFF'],
    ['was tried', {}, { tried: ['a'] }, 'ALREADY_TRIED'],
    ['takes less', { conditions: { maxAmount: 9_999 } }, {}, 'AMOUNT'],
    ['takes more', { conditions: { minAmount: 10_001 } }, {}, 'AMOUNT'],
    ['takes exactly this', { conditions: { minAmount: 10_000, maxAmount: 10_000 } }, {}, null],
    ['is for other offers', { conditions: { offerIds: ['other'] } }, {}, 'OFFER'],
    ['is for this offer', { conditions: { offerIds: ['offer'] } }, {}, null],
    ['may take no more', { limits: { maxAmount: 9_999 } }, {}, 'LIMIT'],
    ['may take no less', { limits: { minAmount: 10_001 } }, {}, 'LIMIT'],
    ['belongs to a provider that takes no less', { capability: { refund: 'none', minAmount: 10_001 } }, {}, 'LIMIT'],
    ['belongs to a provider that takes as much', { capability: { refund: 'none', maxAmount: 10_000 } }, {}, null],
    ['is full for today', { limits: { dailyAmount: 15_000 } }, { usedToday: new Map([['a', 5_001]]) }, 'DAILY_LIMIT'],
    ['has just room today', { limits: { dailyAmount: 15_000 } }, { usedToday: new Map([['a', 5_000]]) }, null],
    ['declares no dollars', {}, card({ currency: 'USD' }), 'CURRENCY'],
    ['declares dollars', { capability: DOLLARS }, card({ currency: 'USD' }), null],
    ['declares dollars at once', { capability: DOLLARS }, card({ currency: 'USD', installments: 2 }), 'INSTALLMENTS'],
    ['declares dollars for cards', { capability: DOLLARS }, { currency: 'USD' }, 'CURRENCY'],
    ['rests', { openUntil: LATER }, {}, 'CIRCUIT_OPEN'],
    ['has rested', { openUntil: new Date(0) }, {}, null],
    ['rests while a page is opened', { openUntil: LATER }, { isResting: true }, null],
    ['splits less', {}, card({ installments: 7 }), 'INSTALLMENTS'],
    ['splits as much', {}, card({ installments: 6 }), null],
    ['is for payments at once', { conditions: { maxInstallments: 1 } }, card({ installments: 2 }), 'INSTALLMENTS'],
    ['is for another brand', { conditions: { cardBrands: ['amex'] } }, card(), 'CARD_BRAND'],
    ['is for this brand', { conditions: { cardBrands: ['visa'] } }, card(), null],
    [
      'is for a brand that nobody can tell',
      { conditions: { cardBrands: ['visa'] } },
      card({ card: { kind: 'sealed', brand: null } }),
      'CARD_BRAND_UNKNOWN',
    ],
    [
      'is for a brand that is still to be typed',
      { conditions: { cardBrands: ['visa'] } },
      card({ card: { kind: 'unknown', form: 'none' } }),
      'CARD_BRAND_UNKNOWN',
    ],
    [
      'is for a brand that will be seen here',
      { conditions: { cardBrands: ['visa'] } },
      card({ card: { kind: 'unknown', form: 'sealed' } }),
      null,
    ],
    ['reads no numbers', { capability: { refund: 'full', tokenization: 'browser' } }, card(), 'CARD_FOREIGN'],
    ["was given another one's token", {}, card({ card: { kind: 'token', connectionId: 'b' } }), 'CARD_FOREIGN'],
    [
      'was given its own token for more than it takes from others',
      { conditions: { maxAmount: 1 } },
      card({ card: { kind: 'token', connectionId: 'a' } }),
      null,
    ],
    ['stores no cards', {}, card({ isSubscription: true }), 'METHOD_OFF'],
    ['takes no cards', { capability: { refund: 'full', tokenization: 'none' } }, card(), 'METHOD_OFF'],
    [
      'needs what was not given',
      { capability: { refund: 'full', requiredBuyerFields: ['document', 'phone'] } },
      { buyerFields: new Set(['document'] as const) },
      'BUYER_FIELDS',
    ],
    [
      'needs what can still be asked for',
      { capability: { refund: 'full', requiredBuyerFields: ['document'] } },
      { buyerFields: null },
      null,
    ],
  ])('tells of a candidate that %s', (_what, one, asked, reason) => {
    expect(reasonOf(one, asked)).toBe(reason);
  });

  it('asks the lowest number first, whatever the weights are', () => {
    const first = candidate({ connectionId: 'first', id: 'first', priority: 1, weight: 1 });
    const second = candidate({ connectionId: 'second', id: 'second', priority: 2, weight: 1_000 });

    for (let count = 0; count < 100; count++) {
      const verdicts = evaluateCandidates([second, first], criteria({ seed: `seed-${count}` }));
      expect(verdicts.map((item) => item.candidate.id)).toEqual(['first', 'second']);
    }
  });

  it('draws equals by their weight, and the same for the same seed', () => {
    const heavy = candidate({ connectionId: 'heavy', id: 'heavy', weight: 75 });
    const light = candidate({ connectionId: 'light', id: 'light', weight: 25 });
    const draw = (seed: string) => evaluateCandidates([light, heavy], criteria({ seed }))[0]?.candidate.id;

    const drawn = Array.from({ length: 4_000 }, (_, index) => draw(`attempt-${index}`));

    // Seeds are fixed, so the share is always the same. It is far from the share of equal weights.
    const share = drawn.filter((id) => id === 'heavy').length / drawn.length;
    expect(share).toBeGreaterThan(0.73);
    expect(share).toBeLessThan(0.77);
    expect(Array.from({ length: 4_000 }, (_, index) => draw(`attempt-${index}`))).toEqual(drawn);
  });
});

describe('the cheapest that approves at least as well', () => {
  const fee = (basisPoints: number, fixed = 0) => ({ PIX: { basisPoints, fixed } });
  const cheapFirst = (connectionId: string, change: Partial<Candidate> = {}) =>
    candidate({ connectionId, isCheapestFirst: true, ...change });
  const order = (candidates: Candidate[], asked: Partial<RouteCriteria> = {}) =>
    evaluateCandidates(candidates, criteria(asked)).map(({ candidate: { connectionId } }) => connectionId);
  const approvals = (rates: Record<string, [approved: number, decided: number]>) =>
    new Map(Object.entries(rates).map(([id, [approved, decided]]) => [id, { approved, decided }]));

  it('comes first, whatever the weights and the draw say, and those of unknown cost come last', () => {
    const three = [
      cheapFirst('unknown', { weight: 1000 }),
      cheapFirst('dear', { costs: fee(100), weight: 1000 }),
      cheapFirst('cheap', { costs: fee(0, 99), weight: 1 }),
    ];
    for (const seed of ['a', 'b', 'c', 'd']) expect(order(three, { seed })).toEqual(['cheap', 'dear', 'unknown']);
    // 99 cents are more than 1 % of 50 reais.
    expect(order(three, { amount: 5_000 })).toEqual(['dear', 'cheap', 'unknown']);
  });

  it('is drawn by weight where one route of the number does not say so, and never passes a lower number', () => {
    const first = cheapFirst('first', { priority: 5, costs: fee(900) });
    expect(order([cheapFirst('cheap', { costs: fee(1) }), first])).toEqual(['first', 'cheap']);
    const mixed = [
      cheapFirst('cheap', { costs: fee(1), weight: 1 }),
      candidate({ connectionId: 'drawn', weight: 1000 }),
    ];
    const firsts = ['a', 'b', 'c', 'd', 'e'].map((seed) => order(mixed, { seed })[0]);
    expect(firsts).toContain('drawn');
  });

  it('is passed over where it measurably approves less, and not where few charges tell', () => {
    const two = [cheapFirst('cheap', { costs: fee(1) }), cheapFirst('dear', { costs: fee(100) })];
    expect(order(two, { approvals: approvals({ cheap: [150, 200], dear: [180, 200] }) })).toEqual(['dear', 'cheap']);
    expect(order(two, { approvals: approvals({ cheap: [178, 200], dear: [180, 200] }) })).toEqual(['cheap', 'dear']);
    expect(order(two, { approvals: approvals({ cheap: [3, 5], dear: [180, 200] }) })).toEqual(['cheap', 'dear']);
    expect(order(two, { approvals: approvals({ cheap: [30, 40], dear: [40, 40] }) })).toEqual(['cheap', 'dear']);
  });

  it('is told with what it costs and approves', () => {
    const two = [cheapFirst('cheap', { costs: fee(99) }), cheapFirst('dear', { costs: fee(100) })];
    const [verdict] = evaluateCandidates(two, criteria({ approvals: approvals({ cheap: [3, 4] }) }));
    expect(verdict?.byCost).toEqual({ cost: 99, approvalRate: 7_500, isWorse: false });
  });

  it('counts what each card costs where two cards pay, and no amount of another currency', () => {
    const rule = { CREDIT_CARD: { basisPoints: 100, fixed: 50 } };
    const two = [cheapFirst('a', { costs: rule }), cheapFirst('b')].map((one) => ({
      ...one,
      capability: { ...DOLLARS, authorizes: true },
    }));
    const holds = [2_000, 8_000].map((amount) => ({ amount, card: { kind: 'sealed' as const, brand: 'visa' } }));
    const costs = (asked: Partial<RouteCriteria>) => evaluateCandidates(two, criteria(card(asked)))[0]?.byCost?.cost;
    expect(costs({ holds })).toBe(200);
    expect(costs({ currency: 'USD' })).toBe(100);
  });
});

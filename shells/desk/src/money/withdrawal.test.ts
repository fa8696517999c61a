import { describe, expect, it } from 'vitest';
import type { Destination, WithdrawalTerms } from './use-money.ts';
import { findObstacle, listTargets, smallestOf } from './withdrawal.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const BEFORE = '2026-11-20T12:00:00Z';
const AFTER = '2026-11-22T12:00:00Z';

const createDestination = (id: string, change: Partial<Destination> = {}): Destination => ({
  id,
  kind: 'PIX_KEY',
  pixType: 'CPF',
  label: `key ${id}`,
  bankCode: null,
  holderName: 'Ana',
  status: 'ACTIVE',
  usableAt: BEFORE,
  reason: null,
  createdAt: BEFORE,
  ...change,
});
const createTerms = (change: Partial<WithdrawalTerms> = {}): WithdrawalTerms => ({
  currency: 'BRL',
  available: 50_000,
  fee: 367,
  minimum: 1000,
  automaticUpTo: 0,
  secondApprovalAbove: 0,
  coolingHours: 24,
  methods: ['PIX', 'BANK_ACCOUNT', 'RECEIVER'],
  destinations: [createDestination('1')],
  receivers: [],
  ...change,
});

describe('listTargets', () => {
  it('has what is ready and served, and nothing else', () => {
    const destinations = [
      createDestination('1'),
      createDestination('2', { usableAt: AFTER }),
      createDestination('3', { kind: 'BANK_ACCOUNT' }),
      createDestination('4', { kind: 'BANK_ACCOUNT', status: 'WAITING' }),
    ];
    const receivers = [{ id: '5', provider: 'sandbox', label: 'Sandbox' }];
    const ids = (methods: WithdrawalTerms['methods']) =>
      listTargets({ methods, destinations, receivers }, NOW).map(({ id }) => id);

    expect(ids(['PIX', 'BANK_ACCOUNT', 'RECEIVER'])).toEqual(['1', '3', '5']);
    expect(ids(['PIX'])).toEqual(['1']);
    expect(ids(['RECEIVER'])).toEqual(['5']);
  });
});

describe('findObstacle', () => {
  it.each([
    [{}, null],
    [{ methods: [] }, 'NO_METHOD'],
    [{ destinations: [] }, 'NO_DESTINATION'],
    [{ destinations: [createDestination('1', { usableAt: AFTER })] }, 'NOTHING_READY'],
    [{ methods: ['BANK_ACCOUNT'] }, 'NOTHING_READY'],
    [{ available: 999 }, 'TOO_LITTLE'],
    [{ available: 1000 }, null],
    [{ available: 367, minimum: 0 }, 'TOO_LITTLE'],
  ] as [Partial<WithdrawalTerms>, string | null][])('finds in %j %s', (change, obstacle) => {
    expect(findObstacle(createTerms(change), NOW)).toBe(obstacle);
  });
});

describe('smallestOf', () => {
  it('is more than what would be taken as a fee', () => {
    expect(smallestOf({ minimum: 1000, fee: 367 })).toBe(1000);
    expect(smallestOf({ minimum: 0, fee: 367 })).toBe(368);
  });
});

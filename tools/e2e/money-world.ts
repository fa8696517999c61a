/** Answers the pages of sellers and managers about one person's money, with answers that a test can change. */
import type { Output, Role } from '@feira/schemas/procedure';
import { listAnticipations, quoteAnticipation } from '@feira/schemas/procedures/anticipations';
import { getBalance, listHolds, listStatement } from '@feira/schemas/procedures/balances';
import { getWithdrawalTerms, listDestinations, listWithdrawals } from '@feira/schemas/procedures/payouts';
import { getEarnings } from '@feira/schemas/procedures/reports';
import type { FakedServer } from './faked-screens.ts';
import { answerSignedIn } from './signed-in.ts';

export type Line = Output<typeof listStatement>['items'][number];
export type Hold = Output<typeof listHolds>['items'][number];
export type Destination = Output<typeof listDestinations>['destinations'][number];
export type Withdrawal = Output<typeof listWithdrawals>['items'][number];
export type Anticipation = Output<typeof listAnticipations>['items'][number];
type Earnings = Output<typeof getEarnings>;

export const id = (number: number) => `01940000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-11-18T15:30:00.000Z';
/** No clock of a machine comes near. */
export const LONG_AGO = '2020-01-02T03:00:00.000Z';
export const FAR_AHEAD = '2190-01-02T15:00:00.000Z';
const SALE = { saleId: id(300), title: 'Curso de pão' };
const SOLD = { ...SALE, buyerName: 'Ana Prado' };

const createLine = (number: number, line: Pick<Line, 'kind'> & Partial<Line>): Line => ({
  id: id(number),
  occurredAt: AT,
  sale: null,
  balance: null,
  withdrawalId: null,
  anticipationId: null,
  disputeId: null,
  pending: 0,
  available: 0,
  reserved: 0,
  owed: 0,
  receiver: 0,
  ...line,
});
const createHold = (number: number, hold: Partial<Hold>): Hold => ({
  id: id(100 + number),
  reason: 'RELEASE',
  ...SALE,
  amount: 9000,
  currency: 'BRL',
  createdAt: AT,
  releaseAt: FAR_AHEAD,
  rule: { days: 30 },
  isAnticipating: false,
  isDisputed: false,
  ...hold,
});
export const createDestination = (number: number, destination: Partial<Destination>): Destination => ({
  id: id(200 + number),
  kind: 'PIX_KEY',
  pixType: 'CPF',
  label: '•••.982.247-••',
  bankCode: null,
  holderName: 'Bia Costa',
  status: 'ACTIVE',
  usableAt: LONG_AGO,
  reason: null,
  createdAt: AT,
  ...destination,
});
export const createWithdrawal = (number: number, withdrawal: Partial<Withdrawal>): Withdrawal => ({
  id: id(300 + number),
  role: 'seller',
  method: 'PIX',
  amount: 10000,
  fee: 367,
  currency: 'BRL',
  state: 'PAID',
  destinationLabel: '•••.982.247-••',
  reason: null,
  createdAt: AT,
  closedAt: null,
  ...withdrawal,
});
export const createAnticipation = (number: number, anticipation: Partial<Anticipation>): Anticipation => ({
  id: id(400 + number),
  amount: 9000,
  fee: 324,
  currency: 'BRL',
  feeBasisPointsPerDay: 12,
  holds: 1,
  state: 'PAID',
  reason: null,
  createdAt: AT,
  closedAt: AT,
  ...anticipation,
});
const createGroup = (sales: number, gross: number, refunded: number) => ({
  sales,
  gross,
  refunded,
  net: gross - refunded - Math.round(gross / 20),
});
const createEarnings = (): Omit<Earnings, 'currency'> => ({
  ...createGroup(42, 827400, 39400),
  fees: 41370,
  commissions: 12000,
  days: Array.from({ length: 30 }, (_, index) => ({
    day: `2026-11-${String(index + 1).padStart(2, '0')}`,
    ...createGroup(1 + (index % 3), 19700 * (1 + ((index * 7) % 5)), index % 6 === 0 ? 19700 : 0),
  })),
  methods: [
    { method: 'PIX', ...createGroup(30, 591000, 19700) },
    { method: 'CREDIT_CARD', ...createGroup(12, 236400, 19700) },
  ],
  products: [
    { productId: id(501), name: 'Curso de pão', ...createGroup(40, 788000, 39400) },
    { productId: id(502), name: 'E-book 30 receitas', ...createGroup(2, 39400, 0) },
  ],
  roles: [
    { role: 'seller', ...createGroup(40, 788000, 39400) },
    { role: 'affiliate', ...createGroup(2, 39400, 0) },
  ],
});

export const createMoney = () => ({
  terms: {
    currency: 'BRL',
    available: 45050,
    fee: 367,
    minimum: 1000,
    automaticUpTo: 20000,
    secondApprovalAbove: 0,
    coolingHours: 24,
    methods: ['PIX', 'BANK_ACCOUNT'],
    receivers: [],
  } as Omit<Output<typeof getWithdrawalTerms>, 'destinations'>,
  withdrawals: [
    createWithdrawal(1, { state: 'WAITING', amount: 30000 }),
    createWithdrawal(2, { state: 'SENT' }),
    createWithdrawal(3, { state: 'UNKNOWN' }),
    createWithdrawal(4, { closedAt: AT }),
    createWithdrawal(5, { state: 'REJECTED', reason: 'Documento vencido.', closedAt: AT }),
  ],
  quote: { isOffered: true, feeBasisPointsPerDay: 12, most: 100000, holds: 8 },
  anticipations: [
    createAnticipation(1, { state: 'WAITING', closedAt: null, holds: 3 }),
    createAnticipation(2, {}),
    createAnticipation(3, { state: 'REFUSED', reason: 'Aguarde a análise da sua conta.' }),
  ],
  earnings: createEarnings(),
  balance: {
    currency: 'BRL',
    otherCurrencies: [],
    pending: 1234567,
    available: 45050,
    reserved: 15000,
    owed: 0,
    releases: [{ day: '2190-01-02', amount: 9000 }],
    disputed: 5000,
  } as Output<typeof getBalance>,
  lines: [
    createLine(4, {
      kind: 'CHARGEBACK',
      sale: SOLD,
      available: -7000,
      owed: -2000,
      balance: { available: -7000, total: 8000 },
    }),
    createLine(3, { kind: 'WITHDRAWAL', available: -10000, reserved: 10000 }),
    createLine(2, { kind: 'RELEASE', sale: SOLD, pending: -9000, available: 9000 }),
    createLine(1, { kind: 'SALE', sale: SOLD, pending: 9000, balance: { available: 10_000, total: 19_000 } }),
  ],
  holds: [
    createHold(1, {}),
    createHold(2, { reason: 'RESERVE', amount: 1000, rule: { days: 90, reserveBasisPoints: 1000 } }),
    createHold(3, { rule: { days: 7, guaranteeDays: 14 }, isAnticipating: true }),
    createHold(4, { releaseAt: null, isDisputed: true, amount: 5000 }),
  ],
  destinations: [
    createDestination(1, {}),
    createDestination(2, { pixType: 'EMAIL', label: 'b•••@loja.example', usableAt: FAR_AHEAD }),
    createDestination(3, {
      kind: 'BANK_ACCOUNT',
      pixType: null,
      label: '341 · 0001 · •••45-6',
      bankCode: '341',
      status: 'WAITING',
    }),
    createDestination(4, {
      kind: 'BANK_ACCOUNT',
      pixType: null,
      label: '260 · 0001 · •••77-1',
      bankCode: '260',
      status: 'REFUSED',
      reason: 'A conta está no nome de outra pessoa.',
    }),
  ],
});
export type MoneyWorld = ReturnType<typeof createMoney>;

/** Answers all reads of the pages about money, for a person with these roles. Each test answers the changes. */
export function answerMoney(server: FakedServer, world: MoneyWorld, roles: Role[]): void {
  answerSignedIn(server, { person: { id: id(900), name: 'Bia Costa', email: 'bia@loja.example' }, roles });
  server.answer(getBalance, ({ currency = 'BRL' }) =>
    currency === 'BRL'
      ? world.balance
      : { ...world.balance, currency, otherCurrencies: ['BRL' as const], available: 777 },
  );
  server.answer(listStatement, ({ kind, after, currency = 'BRL' }) => {
    const items = world.lines.filter((line) => !kind || line.kind === kind);
    if (after) return { items: items.slice(2), next: null, currency };
    return { items: items.slice(0, 2), next: kind ? null : 'second', currency };
  });
  server.answer(listHolds, ({ reason }) => ({
    items: world.holds.filter((hold) => !reason || hold.reason === reason),
    next: null,
  }));
  answerPayouts(server, world);
  server.answer(getEarnings, ({ currency = 'BRL' }) => ({ currency, ...world.earnings }));
}

function answerPayouts(server: FakedServer, world: MoneyWorld): void {
  server.answer(getWithdrawalTerms, ({ currency = 'BRL' }) => ({
    ...world.terms,
    currency,
    destinations: world.destinations.filter(({ status }) => status === 'ACTIVE'),
  }));
  server.answer(listWithdrawals, ({ state }) => ({
    items: world.withdrawals.filter((withdrawal) => !state || withdrawal.state === state),
    next: null,
  }));
  server.answer(quoteAnticipation, (input) => {
    // The values of an address are texts.
    const amount = input.amount ? Number(input.amount) : world.quote.most;
    const fee = Math.ceil(amount / 50);
    return { currency: 'BRL' as const, ...world.quote, amount, fee, net: amount - fee };
  });
  server.answer(listAnticipations, () => ({ items: world.anticipations, next: null }));
  server.answer(listDestinations, () => ({ destinations: world.destinations, coolingHours: 24 }));
}

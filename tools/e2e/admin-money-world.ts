/** Answers the administrators' pages about other people's money, with answers that a test can change. */
import type { Output } from '@feira/schemas/procedure';
import * as anticipations from '@feira/schemas/procedures/anticipations';
import * as disputes from '@feira/schemas/procedures/disputes';
import * as payments from '@feira/schemas/procedures/payments';
import * as payouts from '@feira/schemas/procedures/payouts';
import * as reconciliation from '@feira/schemas/procedures/reconciliation';
import * as refunds from '@feira/schemas/procedures/refunds';
import * as reports from '@feira/schemas/procedures/reports';
import { ADMIN } from './admin-world.ts';
import { type FakedServer, Refused } from './faked-screens.ts';

type Payout = Output<typeof payouts.listPayouts>['items'][number];
type Anticipation = Output<typeof anticipations.listRequested>['items'][number];
type Released = Output<typeof reports.listReleased>['items'][number];
type Dispute = Output<typeof disputes.getDispute>;
type Parked = Output<typeof payments.listParked>['items'][number];
type Refund = Output<typeof refunds.listPlatformRefunds>['items'][number];
type Difference = Output<typeof reconciliation.listCases>['items'][number];
type BankAccount = Output<typeof payouts.listBankAccounts>['items'][number];

const id = (number: number) => `01950000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const AT = '2026-11-18T15:30:00.000Z';
/** No clock of a machine comes near. */
export const FAR_AHEAD = '2190-01-02T15:00:00.000Z';

const person = (number: number, name: string) => ({
  id: id(number),
  name,
  email: `${name.split(' ')[0]!.toLowerCase()}@loja.example`,
});
export const BIA = person(1, 'Bia Costa');
export const DORA = person(2, 'Dora Sampaio de Albuquerque Cavalcanti');

const createAccount = (number: number, account: Partial<BankAccount>): BankAccount => ({
  id: id(100 + number),
  kind: 'BANK_ACCOUNT',
  pixType: null,
  label: '341 · 0001 · •••45-6',
  bankCode: '341',
  holderName: BIA.name,
  status: 'WAITING',
  usableAt: AT,
  reason: null,
  createdAt: AT,
  person: BIA,
  isOwnDocument: true,
  ...account,
});

const createPayout = (number: number, payout: Partial<Payout>): Payout => ({
  id: id(200 + number),
  role: 'seller',
  method: 'PIX',
  amount: 150_000,
  fee: 367,
  currency: 'BRL',
  state: 'WAITING',
  destinationLabel: '•••.982.247-••',
  reason: null,
  createdAt: AT,
  closedAt: null,
  person: BIA,
  holderName: BIA.name,
  isOwnDocument: true,
  approvals: [],
  approvalsWanted: 1,
  mayApprove: true,
  maySettle: false,
  settlement: null,
  contradictedAs: null,
  settlementsWanted: 0,
  provider: null,
  providerStatus: null,
  ...payout,
});

const createAnticipation = (number: number, anticipation: Partial<Anticipation>): Anticipation => ({
  id: id(300 + number),
  amount: 100_000,
  fee: 3600,
  currency: 'BRL',
  feeBasisPointsPerDay: 12,
  holds: 4,
  state: 'WAITING',
  reason: null,
  createdAt: AT,
  closedAt: null,
  person: BIA,
  ...anticipation,
});

const createReleased = (number: number, released: Partial<Released>): Released => ({
  id: id(400 + number),
  person: BIA,
  paymentId: 'payment000000000000001',
  saleId: id(50),
  title: 'Curso de pão',
  amount: 9000,
  heldSince: '2026-10-18T12:00:00.000Z',
  releasedAt: AT,
  reason: 'RELEASE',
  rule: { days: 30 },
  ...released,
});

const createDispute = (number: number, dispute: Partial<Dispute>): Dispute => ({
  id: id(500 + number),
  kind: 'CHARGEBACK',
  state: 'OPEN',
  paymentId: 'payment000000000000001',
  saleId: id(50),
  title: 'Curso de pão',
  cycle: null,
  buyerName: 'Ana Lima',
  seller: BIA,
  method: 'CREDIT_CARD',
  amount: 19_700,
  heldAmount: 0,
  currency: 'BRL',
  reason: 'Compra não reconhecida',
  dueAt: FAR_AHEAD,
  openedAt: AT,
  answeredAt: null,
  closedAt: null,
  defence: '',
  note: '',
  providerReference: null,
  files: [],
  ...dispute,
});

const createRefund = (number: number, refund: Partial<Refund>): Refund => ({
  id: id(700 + number),
  createdAt: AT,
  paymentId: 'payment000000000000001',
  saleId: id(50),
  title: 'Curso de pão',
  cycle: null,
  buyerName: 'Ana Lima',
  method: 'PIX',
  amount: 19_700,
  paidAmount: 19_700,
  currency: 'BRL',
  note: null,
  authorisedAs: 'seller',
  state: 'DONE',
  reason: null,
  providerReason: null,
  cause: 'WANTED',
  sellerName: BIA.name,
  provider: 'asaas',
  providerRefundId: 'ref_1',
  isOverdue: false,
  isRepeatable: false,
  ...refund,
});

const REQUEST: Output<typeof refunds.listPlatformRequests>['items'][number] = {
  id: id(760),
  protocol: 'R-2026-0001',
  saleId: id(761),
  title: 'Curso de pão',
  cycle: 6,
  buyerName: 'Ana Lima',
  sellerName: BIA.name,
  amount: 19_700,
  currency: 'BRL',
  reason: 'NOT_RECEIVED',
  ground: 'GUARANTEE',
  state: 'WAITING',
  createdAt: AT,
  decideBy: '2190-01-02T15:00:00.000Z',
  decidedAt: null,
};
const REQUESTS = [
  REQUEST,
  { ...REQUEST, id: id(762), protocol: 'R-2026-0002', ground: 'LATE' as const },
  { ...REQUEST, id: id(763), protocol: 'R-2026-0003', state: 'DECLINED' as const, decideBy: null, decidedAt: AT },
];

const createDifference = (number: number, difference: Partial<Difference>): Difference => ({
  id: id(800 + number),
  kind: 'AMOUNT',
  subject: 'PAYMENT',
  connection: { id: id(90), name: 'Asaas principal' },
  paymentId: 'payment000000000000001',
  saleId: id(50),
  withdrawalId: null,
  transactionId: 'pay_123',
  currency: 'BRL',
  providerAmount: 19_700,
  ledgerAmount: 19_000,
  state: 'OPEN',
  note: '',
  createdAt: AT,
  closedAt: null,
  ...difference,
});

const createRun = (number: number, day: string, found: number) => ({
  id: id(900 + number),
  day,
  compared: 1234,
  found,
  unanswered: 0,
  startedAt: AT,
  finishedAt: AT,
});

export const createMoney = () => ({
  parked: [
    {
      attemptId: id(801),
      paymentId: 'payment000000000000009',
      saleId: id(50),
      title: 'Curso de pão',
      buyerName: 'Ana Lima',
      sellerName: BIA.name,
      method: 'CREDIT_CARD',
      amount: 19_700,
      currency: 'BRL',
      provider: 'acme',
      connectionName: 'Banco principal (Acme)',
      createdAt: AT,
      checks: 9,
      isAskable: true,
      calls: [{ at: AT, operation: 'createTransaction', status: null, error: 'UNAVAILABLE', durationMs: 30_000 }],
    },
  ] as Parked[],
  refunds: [
    createRefund(1, { cycle: 7, amount: 5000, authorisedAs: 'admin', note: 'Acordo com a compradora.' }),
    createRefund(2, { state: 'UNKNOWN', isOverdue: true }),
    createRefund(3, {
      state: 'REFUSED',
      authorisedAs: null,
      cause: 'EXCESS',
      reason: 'Conta do pagador encerrada.',
      isRepeatable: true,
    }),
  ],
  runs: [createRun(1, '2026-11-20', 2), createRun(2, '2026-11-19', 0)],
  differences: [
    createDifference(1, {}),
    createDifference(2, {
      kind: 'EXTRA',
      subject: 'WITHDRAWAL',
      paymentId: null,
      saleId: null,
      withdrawalId: id(201),
      transactionId: null,
      providerAmount: 0,
      ledgerAmount: -149_633,
    }),
  ],
  disputes: [
    createDispute(1, {
      kind: 'MED',
      method: 'PIX',
      state: 'ANSWERED',
      heldAmount: 19_700,
      answeredAt: AT,
      reason: 'Suspeita de golpe',
      providerReference: 'MED-2026-77',
      defence: 'A compradora acessou todas as aulas.\n\nSegue o registro de acesso e a conversa por e-mail.',
      files: [{ id: id(601), name: 'acessos.pdf', mediaType: 'application/pdf', bytes: 48_213, createdAt: AT }],
    }),
    createDispute(2, { cycle: 8, dueAt: '2020-01-02T03:00:00.000Z', seller: DORA }),
    createDispute(3, { state: 'LOST', closedAt: AT, note: 'O banco não aceitou o comprovante.' }),
  ],
  debtors: [
    { person: DORA, owed: 250_000, pending: 90_000, since: '2026-10-02T12:00:00.000Z' },
    { person: BIA, owed: 12_345, pending: 0, since: AT },
  ],
  released: [
    createReleased(1, {}),
    createReleased(2, { person: DORA, rule: { days: 7, guaranteeDays: 14 } }),
    createReleased(3, { reason: 'RESERVE', rule: { days: 90, reserveBasisPoints: 1000 } }),
  ],
  payouts: [
    createPayout(1, {}),
    createPayout(2, {
      person: DORA,
      holderName: DORA.name,
      amount: 7_500_000,
      isOwnDocument: false,
      approvalsWanted: 1,
      approvals: [{ personId: id(50), name: 'João Bastos', at: AT }],
    }),
    createPayout(3, { approvals: [{ personId: ADMIN.id, name: ADMIN.name, at: AT }], mayApprove: false }),
    createPayout(4, { person: ADMIN, mayApprove: false }),
    createPayout(5, {
      state: 'UNKNOWN',
      maySettle: true,
      mayApprove: false,
      provider: 'asaas',
      providerStatus: 'PROCESSING',
      method: 'BANK_ACCOUNT',
      destinationLabel: '341 · 0001 · •••45-6',
      approvalsWanted: 0,
      approvals: [{ personId: null, name: null, at: AT }],
    }),
    createPayout(6, { state: 'SENT', mayApprove: false, approvalsWanted: 0, provider: 'asaas' }),
    createPayout(7, { state: 'PAID', mayApprove: false, approvalsWanted: 0, closedAt: AT, provider: 'asaas' }),
    createPayout(8, { state: 'REJECTED', mayApprove: false, closedAt: AT, reason: 'Chave Pix de outra pessoa.' }),
    createPayout(9, {
      person: DORA,
      holderName: DORA.name,
      state: 'PAID',
      contradictedAs: 'FAILED',
      maySettle: true,
      settlementsWanted: 1,
      mayApprove: false,
      approvalsWanted: 0,
      closedAt: AT,
      provider: 'asaas',
    }),
  ],
  anticipations: [
    createAnticipation(1, {}),
    createAnticipation(2, { person: ADMIN, amount: 9_999_999_00, fee: 12_345_678 }),
    createAnticipation(3, { person: DORA, state: 'REFUSED', reason: 'Muitas contestações este mês.', closedAt: AT }),
    createAnticipation(4, { state: 'PAID', closedAt: AT }),
  ],
  accounts: [
    createAccount(1, {}),
    createAccount(2, { person: DORA, holderName: DORA.name, label: '260 · 0001 · •••77-1', isOwnDocument: false }),
    createAccount(3, {
      kind: 'PIX_KEY',
      pixType: 'EMAIL',
      label: 'b•••@loja.example',
      bankCode: null,
      status: 'ACTIVE',
      usableAt: FAR_AHEAD,
    }),
    createAccount(4, { status: 'REFUSED', reason: 'O titular da conta é outra pessoa.' }),
    createAccount(5, { status: 'REMOVED' }),
  ],
});
export type AdminMoney = ReturnType<typeof createMoney>;

export function answerMoney(server: FakedServer, world: AdminMoney): void {
  server.answer(payouts.listBankAccounts, ({ status, search }) => ({
    items: world.accounts.filter(
      (account) =>
        (!status || account.status === status) &&
        (!search || account.person.name.toLowerCase().includes(search.toLowerCase())),
    ),
    next: null,
  }));
  server.answer(payouts.decideBankAccount, ({ destinationId, decision, reason }) => {
    const account = world.accounts.find(({ id: known }) => known === destinationId);
    if (account?.status !== 'WAITING')
      throw new Refused(409, { code: 'DESTINATION_DECIDED', message: 'Isto já foi decidido.' });
    account.status = decision === 'CONFIRM' ? 'ACTIVE' : 'REFUSED';
    account.reason = reason ?? null;
    return {};
  });
}

const totalOf = (items: readonly { amount: number }[]) => ({
  next: null,
  count: items.length,
  total: items.reduce((sum, { amount }) => sum + amount, 0),
});
const CLOSED: readonly string[] = ['PAID', 'REJECTED', 'FAILED', 'CANCELED', 'REFUSED'];
const isShown = (view: 'OPEN' | 'PAID' | 'ALL', state: string) =>
  view === 'ALL' || (view === 'PAID' ? state === 'PAID' : !CLOSED.includes(state));

export function answerPayouts(server: FakedServer, world: AdminMoney): void {
  const find = (withdrawalId: string) => world.payouts.find(({ id: known }) => known === withdrawalId)!;
  server.answer(payouts.listPayouts, ({ view, state, role, search }) => {
    const items = world.payouts.filter(
      (payout) =>
        (isShown(view, payout.state) || (view === 'OPEN' && payout.contradictedAs !== null)) &&
        payout.role === role &&
        (!state || payout.state === state) &&
        (!search || payout.person.name.toLowerCase().includes(search.toLowerCase())),
    );
    return { items, currency: 'BRL' as const, ...totalOf(items) };
  });
  server.answer(payouts.decideWithdrawal, ({ withdrawalId, decision, reason }) => {
    const payout = find(withdrawalId);
    const approved = payout.approvalsWanted <= 1 ? 'APPROVED' : 'WAITING';
    payout.state = decision === 'APPROVE' ? approved : 'REJECTED';
    payout.approvalsWanted -= 1;
    payout.mayApprove = false;
    payout.reason = reason ?? null;
    return { withdrawal: payout };
  });
  server.answer(payouts.settleWithdrawal, ({ withdrawalId, outcome, reason }) => {
    const payout = find(withdrawalId);
    const { settlement, settlementsWanted } = payout;
    if (settlementsWanted < 2 || settlement?.outcome === outcome)
      Object.assign(payout, { state: outcome, reason, maySettle: false, contradictedAs: null, settlementsWanted: 0 });
    else {
      payout.settlement = { personId: ADMIN.id, name: ADMIN.name, outcome, reason, at: AT };
      payout.maySettle = false;
    }
    return { withdrawal: payout };
  });
}

export function answerAnticipations(server: FakedServer, world: AdminMoney): void {
  server.answer(anticipations.listRequested, ({ view, search }) => {
    const items = world.anticipations.filter(
      ({ state, person: { name } }) =>
        isShown(view, state) && (!search || name.toLowerCase().includes(search.toLowerCase())),
    );
    return { items, currency: 'BRL' as const, ...totalOf(items) };
  });
  server.answer(anticipations.decideAnticipation, ({ anticipationId, decision, reason }) => {
    const found = world.anticipations.find(({ id: known }) => known === anticipationId)!;
    if (found.state !== 'WAITING')
      throw new Refused(409, { code: 'ANTICIPATION_DECIDED', message: 'Esta antecipação já foi decidida.' });
    found.state = decision === 'PAY' ? 'PAID' : 'REFUSED';
    found.reason = reason ?? null;
    return {};
  });
}

const REVENUE = { sales: 12, gross: 1_200_000, refunded: 50_000, charged: 9_900, net: 1_010_000 };
const PROFIT = {
  sales: 12,
  gross: 1_200_000,
  fees: 71_880,
  interest: 4_000,
  anticipations: 3_600,
  providerCosts: 18_000,
  commissions: 6_000,
  losses: 100_000,
  profit: -44_520,
};

export function answerReports(server: FakedServer, world: AdminMoney): void {
  const ranked = <T extends object>(numbers: T) => ({
    items: [BIA, DORA].map((person) => ({ person, ...numbers })),
    next: null,
    currency: 'BRL' as const,
    totals: numbers,
  });
  server.answer(reports.listSellerRevenue, () => ranked(REVENUE));
  server.answer(reports.listSellerProfit, () => ranked(PROFIT));
  server.answer(reports.listNegativeSellers, () => ({
    items: world.debtors,
    next: null,
    currency: 'BRL' as const,
    count: world.debtors.length,
    total: world.debtors.reduce((sum, { owed }) => sum + owed, 0),
  }));
  server.answer(reports.writeOffDebt, ({ personId, amount }) => {
    const debtor = world.debtors.find(({ person: { id: known } }) => known === personId)!;
    debtor.owed -= amount;
    world.debtors = world.debtors.filter(({ owed }) => owed > 0);
    return {};
  });
  server.answer(reports.listReleased, () => ({
    items: world.released,
    next: null,
    currency: 'BRL' as const,
    count: world.released.length,
    total: world.released.reduce((sum, { amount }) => sum + amount, 0),
  }));
}

export function answerDisputes(server: FakedServer, world: AdminMoney): void {
  const find = (disputeId: string) => world.disputes.find(({ id: known }) => known === disputeId)!;
  server.answer(disputes.listCases, ({ state, kind }) => ({
    items: world.disputes
      .filter((dispute) => (!state || dispute.state === state) && (!kind || dispute.kind === kind))
      .map(({ defence: _, note: __, providerReference: ___, files: ____, ...dispute }) => dispute),
    next: null,
    open: world.disputes.filter(({ state: known }) => known === 'OPEN' || known === 'ANSWERED').length,
  }));
  server.answer(disputes.getDispute, ({ disputeId }) => find(disputeId));
  server.answer(disputes.getDisputeFile, () => ({
    name: 'acessos.pdf',
    mediaType: 'application/pdf' as const,
    content: btoa('%PDF-1.7 acessos'),
  }));
  server.answer(disputes.addDisputeFile, ({ disputeId, name }) => {
    find(disputeId).files.push({ id: id(599), name, mediaType: 'image/png', bytes: 2048, createdAt: AT });
    return { fileId: id(599) };
  });
  server.answer(disputes.answerDispute, ({ disputeId, defence }) => {
    Object.assign(find(disputeId), { state: 'ANSWERED', defence, answeredAt: AT });
    return {};
  });
  server.answer(disputes.closeDispute, ({ disputeId, outcome, note }) => {
    Object.assign(find(disputeId), { state: outcome, note: note ?? '', closedAt: AT });
    return {};
  });
  server.answer(disputes.correctDispute, ({ disputeId, outcome, note }) => {
    Object.assign(find(disputeId), { state: outcome, note });
    return {};
  });
  server.answer(disputes.acceptDispute, ({ disputeId }) => {
    Object.assign(find(disputeId), { state: 'ACCEPTED', closedAt: AT });
    return {};
  });
  server.answer(disputes.openDispute, ({ paymentId }) => {
    if (paymentId.startsWith('payment')) return { disputeId: id(501) };
    const details = [{ field: 'paymentId', message: 'Este pagamento não existe.' }];
    throw new Refused(404, { code: 'PAYMENT_NOT_FOUND', message: 'Este pagamento não existe.', details });
  });
}

export function answerRefunds(server: FakedServer, world: AdminMoney): void {
  server.answer(refunds.listPlatformRequests, ({ state }) => ({
    items: REQUESTS.filter((one) => !state || one.state === state),
    next: null,
  }));
  server.answer(refunds.listPlatformRefunds, ({ state, isOverdue }) => ({
    items: world.refunds.filter((refund) => (!state || refund.state === state) && (!isOverdue || refund.isOverdue)),
    next: null,
  }));
  server.answer(refunds.getRefundable, ({ paymentId }) => ({
    sale: {
      saleId: id(50),
      title: 'Curso de pão',
      buyerName: 'Ana Lima',
      sellerId: BIA.id,
      sellerName: BIA.name,
      method: 'CREDIT_CARD' as const,
      boughtAt: AT,
    },
    currency: 'BRL' as const,
    paidAmount: 19_700,
    returnedAmount: 5000,
    refundable: 14_700,
    isPartialPossible: true,
    obstacle: paymentId.endsWith('9') ? ('DISPUTED' as const) : null,
    ownShare: 0,
    shares: [],
  }));
  server.answer(refunds.refundPayment, ({ amount = 14_700 }) => {
    const refund = createRefund(9, { amount, authorisedAs: 'admin', state: 'REQUESTED' });
    world.refunds.unshift(refund);
    const {
      cause: _,
      sellerName: __,
      provider: ___,
      providerRefundId: ____,
      saleId: _____,
      isOverdue,
      isRepeatable,
      ...told
    } = refund;
    return { refund: { ...told, authorisedAs: 'admin' as const } };
  });
  server.answer(refunds.settleRefund, ({ refundId, outcome }) => {
    Object.assign(world.refunds.find(({ id: known }) => known === refundId)!, { state: outcome, isOverdue: false });
    return {};
  });
  server.answer(refunds.repeatRefund, ({ refundId }) => {
    world.refunds.find(({ id: known }) => known === refundId)!.isRepeatable = false;
    return {};
  });
}

export function answerParked(server: FakedServer, world: AdminMoney): void {
  server.answer(payments.listParked, () => ({ items: world.parked, next: null }));
  server.answer(payments.lookUpParked, ({ transactionId }) => {
    if (!transactionId) return { result: 'UNASKABLE' as const, status: 'PENDING' as const };
    if (transactionId !== 'ch_123') return { result: 'FOREIGN' as const, status: 'PENDING' as const };
    world.parked = [];
    return { result: 'FOUND' as const, status: 'APPROVED' as const };
  });
  server.answer(payments.endParked, () => {
    world.parked = [];
    return {};
  });
}

export function answerReconciliation(server: FakedServer, world: AdminMoney): void {
  server.answer(reconciliation.listRuns, () => ({ items: world.runs, next: null }));
  server.answer(reconciliation.listCases, ({ state }) => ({
    items: world.differences.filter((difference) => difference.state === state),
    next: null,
  }));
  server.answer(reconciliation.startRun, () => ({ runId: id(901) }));
  server.answer(reconciliation.resolveCase, ({ caseId, note }) => {
    const found = world.differences.find(({ id: known }) => known === caseId)!;
    Object.assign(found, { state: 'RESOLVED', note, closedAt: AT });
    return {};
  });
}

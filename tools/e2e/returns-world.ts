/** Answers a seller's pages about money that goes back to buyers, with answers that a test can change. */
import type { Output } from '@feira/schemas/procedure';
import { getDispute, getDisputeFile, listDisputes } from '@feira/schemas/procedures/disputes';
import { getRefundable, listRefunds, listRequests } from '@feira/schemas/procedures/refunds';
import { type FakedServer, Refused } from './faked-screens.ts';
import { FAR_AHEAD, id } from './money-world.ts';

export type Refund = Output<typeof listRefunds>['items'][number];
export type RefundRequest = Output<typeof listRequests>['items'][number];
export type DisputeCase = Output<typeof getDispute>;

const AT = '2026-11-18T15:30:00.000Z';
export const PAYMENT_ID = 'payment000000000000001';
const SALE = { paymentId: PAYMENT_ID, title: 'Curso de pão', cycle: null, buyerName: 'Ana Compradora' };

export const createRefund = (number: number, refund: Partial<Refund>): Refund => ({
  id: id(600 + number),
  createdAt: AT,
  ...SALE,
  method: 'PIX',
  amount: 19700,
  paidAmount: 19700,
  currency: 'BRL',
  authorisedAs: 'seller',
  state: 'DONE',
  note: null,
  reason: null,
  providerReason: null,
  ...refund,
});
const createRequest = (number: number, request: Partial<RefundRequest>): RefundRequest => ({
  id: id(700 + number),
  protocol: `R-2026-000${number}`,
  ...SALE,
  amount: 19700,
  currency: 'BRL',
  reason: 'NOT_AS_DESCRIBED',
  note: 'As aulas não abrem no meu celular.',
  ground: 'GUARANTEE',
  state: 'WAITING',
  decideBy: FAR_AHEAD,
  answer: null,
  createdAt: AT,
  decidedAt: null,
  paidBy: 'PROVIDER',
  refundState: null,
  ...request,
});
const createDispute = (number: number, dispute: Partial<DisputeCase>): DisputeCase => ({
  id: id(800 + number),
  kind: 'CHARGEBACK',
  state: 'OPEN',
  ...SALE,
  saleId: id(50),
  method: 'CREDIT_CARD',
  amount: 19700,
  seller: { id: id(900), name: 'Bia Costa', email: 'bia@loja.example' },
  heldAmount: 15000,
  currency: 'BRL',
  reason: 'Compra não reconhecida pelo titular.',
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

export const createReturns = () => ({
  refunds: [
    createRefund(1, { amount: 5000, state: 'PENDING' }),
    createRefund(2, { authorisedAs: 'buyer', method: 'CREDIT_CARD', cycle: 2 }),
    createRefund(3, { state: 'REFUSED', reason: 'A operadora não aceitou a devolução.' }),
  ],
  requests: [
    createRequest(1, {}),
    createRequest(2, {
      cycle: 3,
      state: 'GRANTED',
      ground: 'LAW',
      reason: 'REGRET',
      refundState: 'DONE',
      decidedAt: AT,
    }),
    createRequest(3, { state: 'DECLINED', ground: 'LATE', answer: 'O prazo passou.', decidedAt: AT }),
  ],
  disputes: [
    createDispute(1, { cycle: 4 }),
    createDispute(2, { kind: 'MED', method: 'PIX', state: 'ANSWERED', defence: 'Foi entregue.', answeredAt: AT }),
    createDispute(3, { state: 'WON', closedAt: AT, heldAmount: 0, note: 'O banco aceitou a defesa.' }),
  ],
  refundable: {
    sale: {
      saleId: '01930000-0000-7000-8000-000000000050',
      title: 'Curso de pão',
      buyerName: 'Ana Lima',
      sellerId: '01930000-0000-7000-8000-000000000900',
      sellerName: 'Bia Costa',
      method: 'PIX',
      boughtAt: AT,
    },
    currency: 'BRL',
    paidAmount: 19700,
    returnedAmount: 0,
    refundable: 19700,
    isPartialPossible: true,
    obstacle: null,
    ownShare: 18700,
  } as Omit<Output<typeof getRefundable>, 'shares'>,
});
export type ReturnsWorld = ReturnType<typeof createReturns>;

/** Answers the reads of the pages about refunds. Each test answers the changes. */
export function answerReturns(server: FakedServer, world: ReturnsWorld): void {
  server.answer(listRefunds, ({ state }) => {
    const items = world.refunds.filter((refund) => !state || refund.state === state);
    return { items, next: null, count: items.length, total: items.reduce((sum, { amount }) => sum + amount, 0) };
  });
  server.answer(getRefundable, (input) => {
    // The values of an address are texts.
    const amount = input.amount ? Number(input.amount) : world.refundable.refundable;
    const own = Math.floor((world.refundable.ownShare * amount) / world.refundable.refundable);
    return {
      ...world.refundable,
      shares: [
        { role: 'seller' as const, amount: own, left: world.refundable.ownShare - own },
        { role: 'PLATFORM' as const, amount: amount - own, left: 0 },
      ],
    };
  });
  server.answer(listRequests, ({ state }) => ({
    items: world.requests.filter((request) => !state || request.state === state),
    next: null,
    waiting: 1,
  }));
  server.answer(listDisputes, ({ state }) => ({
    items: world.disputes
      .filter((dispute) => !state || dispute.state === state)
      .map(({ defence: _, note: __, providerReference: ___, files: ____, ...dispute }) => dispute),
    next: null,
    open: 1,
  }));
  server.answer(getDispute, ({ disputeId }) => {
    const found = world.disputes.find((dispute) => dispute.id === disputeId);
    if (!found) throw new Refused(404, { code: 'DISPUTE_NOT_FOUND', message: 'Contestação não encontrada.' });
    return found;
  });
  server.answer(getDisputeFile, () => ({
    name: 'rastreio.pdf',
    mediaType: 'application/pdf' as const,
    content: 'JVBERi0=',
  }));
}

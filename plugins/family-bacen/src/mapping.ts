/** Contract ↔ wire, pure. A txid is our reference in the form that the manifest declares, so neither needs the other's translation. */
import { Fields, ProviderError, type Settings } from '@feira/plugin-kit';
import type {
  RefundRequest,
  RefundResult,
  ReportedRefund,
  TransactionRequest,
  TransactionResult,
  WebhookResult,
} from '@feira/schemas/provider';
import { buildBrCode } from '@feira/schemas/rules/br-code';
import { toReais } from '@feira/schemas/rules/money';

export const LONGEST_TEXT = 140;

/** The Central Bank's API takes amounts as texts with two decimals. */
export const toText = (cents: number) => toReais(cents).toFixed(2);

export const toCharge = (request: TransactionRequest, pixKey: string, now: Date): object => ({
  calendario: { expiracao: Math.max(1, Math.ceil((Date.parse(request.expiresAt) - now.getTime()) / 1_000)) },
  devedor: toPayer(request.customer),
  valor: { original: toText(request.amount), modalidadeAlteracao: 0 },
  chave: pixKey,
  solicitacaoPagador: request.description.slice(0, LONGEST_TEXT),
});

function toPayer({ document = '', name }: TransactionRequest['customer']): object {
  const nome = name.slice(0, 200);
  return document.length === 11 ? { cpf: document, nome } : { cnpj: document, nome };
}

/** One charge ("cob"), with what came in and went back. */
export function fromCharge(charge: Fields): TransactionResult {
  const txid = charge.requireText('txid');
  const payments = charge.list('pix');
  return {
    transactionId: txid,
    reference: txid,
    paymentMethod: 'PIX',
    providerStatus: wordOf(charge.requireText('status'), payments),
    amount: charge.reais('valor.original'),
    pixCode: charge.text('pixCopiaECola') ?? charge.text('dadosQR.pixCopiaECola'),
    expiresAt: endOf(charge),
    ...fromPayments(payments),
  };
}

/** The code of a charge, made of its address: banks show the name and the city of the receiver. */
export function toCode(charge: Fields, { merchantName, merchantCity }: Settings): string | undefined {
  const url = charge.text('location') ?? charge.text('loc.location');
  const place = { merchantName: String(merchantName ?? ''), merchantCity: String(merchantCity ?? '') };
  return url && buildBrCode({ url, amount: charge.reais('valor.original') || undefined, ...place });
}

/** Returns the money that came in, and the part of it that went back. */
export function fromPayments(payments: readonly Fields[]) {
  if (payments.length === 0) return {};
  const returns = payments.flatMap((payment) => payment.list('devolucoes'));
  return {
    movements: payments.map(toMovement),
    refundedAmount: sum(returns.filter(isDone)),
    refunds: returns.map(toRefund),
  };
}

function endOf(charge: Fields): string | undefined {
  const [begin, seconds] = [charge.date('calendario.criacao'), charge.number('calendario.expiracao')];
  return begin && seconds ? new Date(Date.parse(begin) + seconds * 1_000).toISOString() : undefined;
}

/** A charge stays CONCLUIDA when its money goes back; the returns say so, and whether banks took it back (MED) or we gave it. */
function wordOf(status: string, payments: readonly Fields[]): string {
  const done = payments.flatMap((payment) => payment.list('devolucoes')).filter(isDone);
  const isWhole = done.length > 0 && sum(done) >= sum(payments);
  if (status.toUpperCase() !== 'CONCLUIDA' || !isWhole) return status;
  return done.some(isTakenBack) ? 'DEVOLVIDO_MED' : 'DEVOLVIDO';
}

const isDone = (one: Fields) => one.requireText('status').toUpperCase() === 'DEVOLVIDO';
const isTakenBack = (one: Fields) => one.text('natureza')?.toUpperCase().startsWith('MED_') ?? false;
const toMovement = (payment: Fields) => ({ id: payment.requireText('endToEndId'), amount: amountIn(payment) });
const sum = (all: readonly Fields[]) => all.reduce((total, one) => total + amountIn(one), 0);

/** Without its amount a payment, or a return, says nothing. */
function amountIn(one: Fields): number {
  const amount = one.reais('valor');
  if (amount !== undefined) return amount;
  throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', 'The field valor is missing.');
}

const RETURNS: Record<string, RefundResult['status']> = {
  EM_PROCESSAMENTO: 'PENDING',
  DEVOLVIDO: 'DONE',
  NAO_REALIZADO: 'REFUSED',
};

const toRefund = (one: Fields): ReportedRefund => ({
  refundId: one.requireText('id'),
  status: RETURNS[one.requireText('status').toUpperCase()] ?? 'PENDING',
  reason: one.reason('motivo'),
});

export const fromReturn = (one: Fields): RefundResult => {
  const { refundId = '', ...refund } = toRefund(one);
  return { refundId, ...refund };
};

export const toReturn = ({ amount, description }: Pick<RefundRequest, 'amount' | 'description'>): object => ({
  valor: toText(amount),
  natureza: 'ORIGINAL',
  descricao: description?.slice(0, LONGEST_TEXT),
});

/** The return that was made for our refund, if there is one. */
export const findReturn = (charge: Fields, reference: string): Fields | undefined =>
  charge
    .list('pix')
    .flatMap((payment) => payment.list('devolucoes'))
    .find((one) => one.text('id') === reference);

/** The first payment of the charge that has so much left to give back. */
export const findRefundable = (charge: Fields, amount: number): Fields | undefined =>
  charge.list('pix').find((payment) => {
    const gone = payment.list('devolucoes').filter((one) => toRefund(one).status !== 'REFUSED');
    return amountIn(payment) - sum(gone) >= amount;
  });

/** The Central Bank's list of received PIX; undefined for an event of another kind. A bank may send the list without its name. */
export function fromChargeEvent(input: unknown): WebhookResult | undefined {
  const body = new Fields(Array.isArray(input) ? { pix: input } : input);
  if (!body.has('pix')) return undefined;
  const events = body.list('pix').map(fromReceived);
  return events.length === 1 ? events[0]! : { subject: 'several', events };
}

type SingleEvent = NonNullable<WebhookResult['events']>[number];

/** A PIX to the key without a charge has no txid. After a return the charge has to be asked: the event tells of one payment alone. */
function fromReceived(payment: Fields): SingleEvent {
  const txid = payment.text('txid');
  if (!txid) return { subject: 'ignored', event: 'pix' };
  const isReturned = payment.list('devolucoes').length > 0;
  const { id, amount } = toMovement(payment);
  return {
    subject: 'payment',
    event: 'pix',
    transactionId: txid,
    reference: txid,
    movements: [{ id, amount }],
    ...(!isReturned && { providerStatus: 'CONCLUIDA' }),
  };
}

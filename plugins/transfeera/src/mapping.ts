/** Contract ↔ wire, pure. A txid is our reference in the form that the manifest declares, so neither needs the other's translation. */
import { Fields, invalidEvent, invalidRequest, ProviderError } from '@feira/plugin-kit';
import type {
  RefundRequest,
  RefundResult,
  TransactionRequest,
  TransactionResult,
  WebhookResult,
  WithdrawRequest,
  WithdrawResult,
} from '@feira/schemas/provider';
import { toReais } from '@feira/schemas/rules/money';
import { normalizePixKey } from '@feira/schemas/rules/pix-key';

const LONGEST_TEXT = 140;

export const toCharge = (request: TransactionRequest, pixKey: string, now: Date): object => ({
  pix_key: pixKey,
  txid: request.reference,
  integration_id: request.reference,
  original_value: toReais(request.amount),
  value_change_mode: 'VALOR_FIXADO',
  expiration: Math.max(1, Math.ceil((Date.parse(request.expiresAt) - now.getTime()) / 1_000)),
  payer: { name: request.customer.name, document: request.customer.document },
  payer_question: request.description.slice(0, LONGEST_TEXT),
});

/** Money that came in for a charge, with what of it went back. */
export interface Deposit {
  endToEndId: string;
  amount: number;
  refunds: Fields[];
}

/** Without its amount a payment, or a refund, says nothing. */
function amountIn(one: Fields): number {
  const amount = one.reais('value');
  if (amount !== undefined) return amount;
  throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', 'The field value is missing.');
}

const typeOf = (entry: Fields) => entry.requireText('type').toUpperCase();

/** The deposits among the entries of a txid, still without their refunds. */
export const toDeposits = (entries: readonly Fields[], txid: string): Omit<Deposit, 'refunds'>[] =>
  entries
    .filter((entry) => typeOf(entry) === 'DEPOSIT' && entry.text('txid') === txid)
    .map((entry) => ({ endToEndId: entry.requireText('end2end_id'), amount: amountIn(entry) }));

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const REFUND_TYPES: Record<string, RefundResult['status']> = {
  DEPOSIT_REFUND: 'DONE',
  CANCELLED_DEPOSIT_REFUND: 'REFUSED',
};
export const toRefundResult = (entry: Fields) => ({
  refundId: entry.requireText('id'),
  status: REFUND_TYPES[typeOf(entry)] ?? 'PENDING',
  reference: entry.text('integration_id'),
  reason: entry.reason('error_message'),
});
/** Returns the cents of a deposit that were not given back and are not about to be. */
export const leftOf = ({ amount, refunds }: Deposit): number =>
  amount - sum(refunds.filter((entry) => toRefundResult(entry).status !== 'REFUSED').map(amountIn));

/** The QR code does not say that it was paid: only a deposit is money, and only what went back of it is a return. */
export function fromCharge(charge: Fields, deposits: readonly Deposit[] = []): TransactionResult {
  const txid = charge.requireText('txid');
  const refunds = deposits.flatMap((deposit) => deposit.refunds);
  const paidAmount = sum(deposits.map(({ amount }) => amount));
  const refundedAmount = sum(refunds.filter((entry) => toRefundResult(entry).status === 'DONE').map(amountIn));
  const word = deposits.length === 0 ? charge.requireText('status') : 'DEPOSIT';
  const picture = charge.label('image_base64');
  return {
    transactionId: txid,
    reference: txid,
    paymentMethod: 'PIX',
    providerStatus: refundedAmount > 0 && refundedAmount >= paidAmount ? 'DEPOSIT_REFUND' : word,
    amount: charge.reais('original_value'),
    pixCode: charge.label('emv_payload'),
    pixQrCode: picture && (picture.startsWith('data:') ? picture : `data:image/png;base64,${picture}`),
    expiresAt: endOf(charge),
    ...(deposits.length > 0 && {
      movements: deposits.map(({ endToEndId, amount }) => ({ id: endToEndId, amount })),
      refundedAmount,
      refunds: refunds.map(toRefundResult),
    }),
  };
}

function endOf(charge: Fields): string | undefined {
  const [begin, seconds] = [charge.date('created_at'), charge.value('expiration')];
  return begin && typeof seconds === 'number' ? new Date(Date.parse(begin) + seconds * 1_000).toISOString() : undefined;
}

export const toRefund = ({ amount, reference }: RefundRequest): object => ({
  value: toReais(amount),
  integration_id: reference,
});

const REFUND_WORDS: Record<string, RefundResult['status']> = { DEVOLVIDO: 'DONE', NAO_REALIZADO: 'REFUSED' };

export const fromRefund = (refund: Fields): RefundResult => ({
  refundId: refund.requireText('id'),
  status: REFUND_WORDS[refund.requireText('status').toUpperCase()] ?? 'PENDING',
  reason: refund.reason('error_message'),
});

const KEY_TYPES = {
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'EMAIL',
  PHONE: 'TELEFONE',
  RANDOM: 'CHAVE_ALEATORIA',
} as const;

export const toPixDestination = ({ pixType = 'RANDOM', pixKey = '' }: WithdrawRequest): object => ({
  pix_key_type: KEY_TYPES[pixType],
  pix_key: normalizePixKey(pixType, pixKey),
});

/** Banks have ids of Transfeera's own: 001 is 6. */
export function toAccountDestination(request: WithdrawRequest, banks: readonly Fields[]): object {
  const code = request.bankCode?.padStart(3, '0');
  const bank = banks.find((one) => one.label('code') === code);
  if (!bank) throw invalidRequest('Banco não suportado, tente outro.');
  return {
    name: request.accountHolder ?? request.name,
    cpf_cnpj: request.accountDocument ?? request.document,
    bank_id: bank.value('id'),
    agency: request.branchNumber,
    account: request.accountNumber,
    account_digit: request.accountDigit,
    account_type: request.accountType === 'SAVINGS' ? 'CONTA_POUPANCA' : 'CONTA_CORRENTE',
  };
}

/** One transfer to a batch, which closes itself: nobody has to. */
export const toBatch = (request: WithdrawRequest, destination: object): object => ({
  name: request.withdrawReference,
  type: 'TRANSFERENCIA',
  auto_close: true,
  transfers: [
    {
      value: toReais(request.amount),
      integration_id: request.withdrawReference,
      idempotency_key: request.withdrawReference,
      pix_description: request.description?.slice(0, LONGEST_TEXT),
      destination_bank_account: destination,
    },
  ],
});

/** Ids are numbers here and texts there. */
function idIn(fields: Fields): string {
  const text = String(fields.value('id') ?? '');
  if (/^[\w-]{1,64}$/.test(text)) return text;
  throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', 'The field id is no id.');
}

export function fromTransfer(transfer: Fields): WithdrawResult {
  const status = transfer.requireText('status');
  const isDone = status.toUpperCase() === 'FINALIZADO';
  return {
    withdrawId: idIn(transfer),
    reference: transfer.text('integration_id'),
    providerStatus: status,
    amount: transfer.reais('value'),
    approvedAt: isDone ? (transfer.date('finish_date') ?? transfer.date('transfer_date')) : undefined,
    reason: transfer.reason('error.message') ?? transfer.reason('error') ?? transfer.reason('status_description'),
  };
}

/** The events that an address is registered for. */
export const EVENT_OBJECTS = ['CashIn', 'CashInRefund', 'Transfer', 'TransferRefund', 'Infraction'];

export function fromEvent(input: unknown): WebhookResult {
  const body = new Fields(input);
  // Before it registers an address, Transfeera tries it with { "test": true }.
  if (body.flag('test')) return { subject: 'ignored', event: 'test' };
  const event = body.text('object');
  if (!event) throw invalidEvent('The event has no object.');
  const eventId = body.text('id');
  const data = body.fields('data');
  switch (event) {
    case 'CashIn':
      return fromCashIn(data, { event, eventId });
    case 'Transfer': {
      const { withdrawId, reference, providerStatus, amount, reason } = fromTransfer(data);
      return { subject: 'withdraw', event, eventId, withdrawId, reference, providerStatus, amount, reason };
    }
    case 'TransferRefund': {
      // Which transfer it gives back is only sure by our reference; what became of that one is asked.
      const reference = data.text('integration_id');
      return reference ? { subject: 'withdraw', event, eventId, reference } : { subject: 'ignored', event, eventId };
    }
    case 'Infraction':
      return { subject: 'notice', event, eventId };
    default:
      return { subject: 'ignored', event, eventId };
  }
}

/** It has no status: its arrival says that money came in. A PIX to the key without a charge has no txid. */
function fromCashIn(data: Fields, about: { event: string; eventId?: string }): WebhookResult {
  const [txid, id, amount] = [data.text('txid'), data.text('end2end_id'), data.reais('value')];
  if (!txid) return { subject: 'ignored', ...about };
  if (!id || amount === undefined) throw invalidEvent('The event names no payment, or no amount of it.');
  const movements = [{ id, amount }];
  return { subject: 'payment', ...about, transactionId: txid, reference: txid, providerStatus: 'DEPOSIT', movements };
}

/** Contract ↔ wire, pure. A sale is a static code, and its money are the deposits that name the code. */
import { type Fields, ProviderError } from '@feira/plugin-kit';
import type { Memo, RefundResult, TransactionRequest, TransactionResult } from '@feira/schemas/provider';

/** The only text that a code keeps has 25 characters: our reference. */
export const toCode = ({ amount, reference }: TransactionRequest): object => ({
  amount_cents: amount,
  description: reference,
});

/** Some versions of the API leave out the beginning of a code's fields. */
const textOf = (code: Fields, name: string) => code.text(`qr_code_${name}`) ?? code.text(name);

export interface Deposit {
  id: string;
  /** The code that was paid; a PIX to the key of the account has none. */
  codeId?: string;
  amount: number;
  /** iugu's word. */
  status: string;
}

export function fromDeposit(deposit: Fields): Deposit {
  const amount = deposit.cents('amount_cents');
  if (amount === undefined) throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', 'The field amount_cents is missing.');
  const code = deposit.value('qr_code');
  const codeId =
    deposit.text('qr_code_id') ?? (typeof code === 'string' ? code : (deposit.text('qr_code.id') ?? undefined));
  return {
    id: deposit.text('deposit_id') ?? deposit.requireText('id'),
    codeId,
    amount,
    status: deposit.requireText('status').toLowerCase(),
  };
}

/** The words of deposits whose money is here, or was. */
const RECEIVED = ['accepted', 'processing_refund', 'refunded'];
/** The first of these words that a deposit has is the code's. */
const wordOf = (deposits: readonly Deposit[]): string | undefined =>
  RECEIVED.find((word) => deposits.some(({ status }) => status === word)) ?? deposits[0]?.status;

const REFUNDS: Record<string, RefundResult['status']> = { processing_refund: 'PENDING', refunded: 'DONE' };
export const isReturning = ({ status }: Deposit) => status in REFUNDS;
export const fromRefund = ({ id, status }: Deposit): RefundResult => ({
  refundId: id,
  status: REFUNDS[status] ?? 'PENDING',
});

/** Each deposit is remembered under a name of its own, so that none takes the place of another. */
export const toMemo = (depositId: string): Memo => ({
  [`d${depositId.replace(/[^0-9A-Za-z]/g, '').slice(0, 39)}`]: depositId,
});

const sum = (deposits: readonly Deposit[]) => deposits.reduce((total, { amount }) => total + amount, 0);

/** A code has no status: without a deposit it is only made. */
export function fromCode(code: Fields, deposits: readonly Deposit[] = []): TransactionResult {
  const received = deposits.filter(({ status }) => RECEIVED.includes(status));
  const id = textOf(code, 'id');
  if (!id) throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', 'The field qr_code_id is missing.');
  return {
    transactionId: id,
    reference: textOf(code, 'description'),
    providerStatus: wordOf(deposits) ?? 'created',
    amount: code.cents('qr_code_amount_cents') ?? code.cents('amount_cents'),
    pixCode: textOf(code, 'payload'),
    ...(received.length > 0 && {
      movements: received.map(({ id, amount }) => ({ id, amount })),
      refundedAmount: sum(received.filter(({ status }) => status === 'refunded')),
      refunds: received.filter(isReturning).map(fromRefund),
      memo: Object.assign({}, ...received.slice(0, 16).map((deposit) => toMemo(deposit.id))),
    }),
  };
}

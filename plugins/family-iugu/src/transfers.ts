/** Withdrawals of every iugu product: PIX to a key or an account, by signed transfer requests. */
import { type Fields, invalidRequest, isProviderError, ProviderError } from '@feira/plugin-kit';
import type { Provider, WithdrawRequest, WithdrawResult } from '@feira/schemas/provider';
import { normalizePixKey } from '@feira/schemas/rules/pix-key';
import type { FamilyClient } from './client.ts';

const KEY_TYPES = { CPF: 'cpf', CNPJ: 'cnpj', EMAIL: 'email', PHONE: 'phone', RANDOM: 'evp' };
const ACCOUNT_TYPES = { CHECKING: 'checking_account', SAVINGS: 'savings_account' };
const LONGEST_NAME = 140;
/** iugu takes one transfer of an account in five seconds; no status is documented for the refusal of a second. */
const TOO_SOON = /Já existe uma transferência em processamento/i;

function toReceiver(request: WithdrawRequest): object {
  const { pixType = 'RANDOM', pixKey = '', accountType = 'CHECKING' } = request;
  if (request.paymentMethod === 'PIX')
    return { pix: { key: normalizePixKey(pixType, pixKey), type: KEY_TYPES[pixType] } };
  return {
    name: request.accountHolder?.slice(0, LONGEST_NAME),
    cpf_cnpj: request.accountDocument,
    bank: {
      compe: request.bankCode,
      branch: request.branchNumber,
      account: `${request.accountNumber}${request.accountDigit ?? ''}`,
      account_type: ACCOUNT_TYPES[accountType],
    },
  };
}

export const toTransfer = (request: WithdrawRequest): object => ({
  transfer_type: 'pix',
  amount_cents: request.amount,
  description: request.description,
  external_reference: request.withdrawReference,
  receiver: toReceiver(request),
});

/** The pages show two shapes of the same transfer. */
export const fromTransfer = (transfer: Fields): WithdrawResult => ({
  withdrawId: transfer.text('transfer_request_id') ?? transfer.requireText('id'),
  reference: transfer.text('external_reference'),
  providerStatus: transfer.requireText('status'),
  amount: transfer.cents('amount_cents'),
  approvedAt: transfer.date('executed_at'),
  reason: transfer.reason('rejected_reason') ?? transfer.reason('reson') ?? transfer.reason('reason'),
});

/** A repeated key is refused with 409, and then the money may be on its way. */
function asRefused(error: unknown): never {
  if (isProviderError(error) && error.status === 409)
    throw new ProviderError('UNAVAILABLE', 'UNKNOWN', 'iugu has a transfer under this key already: look for it.', {
      status: 409,
      cause: error,
    });
  if (isProviderError(error) && error.outcome === 'REJECTED' && TOO_SOON.test(error.message))
    throw new ProviderError('UNAVAILABLE', 'NOT_SENT', error.message, { status: error.status, cause: error });
  throw error;
}

/** Carries our reference in transfers between accounts of iugu, which have no other place for it. */
const REFERENCE = 'reference';

export const toAccountTransfer = ({ receiverId, amount, withdrawReference }: WithdrawRequest): object => ({
  receiver_id: receiverId,
  amount_cents: amount,
  custom_variables: [{ name: REFERENCE, value: withdrawReference }],
});

/** A transfer between accounts has no status: one that has an id and an amount has moved its money. */
function fromAccountTransfer(transfer: Fields): WithdrawResult {
  const amount = transfer.cents('amount_cents');
  if (amount === undefined) throw new ProviderError('INVALID_ANSWER', 'UNKNOWN', 'The field amount_cents is missing.');
  return { withdrawId: transfer.requireText('id'), providerStatus: 'transferred', amount };
}

export const createTransferOperations = (
  client: FamilyClient,
): Required<Pick<Provider, 'withdraw' | 'getWithdraw'>> => ({
  withdraw(request) {
    const { paymentMethod, withdrawReference: key } = request;
    return paymentMethod === 'RECEIVER'
      ? client.createAccountTransfer(toAccountTransfer(request), key).then(fromAccountTransfer, asRefused)
      : client.createTransfer(toTransfer(request), key).then(fromTransfer, asRefused);
  },

  async getWithdraw({ withdrawId, withdrawReference, receiverId }) {
    if (!withdrawId) throw invalidRequest('getWithdraw needs withdrawId: iugu is not asked by our reference.');
    if (!receiverId) return client.findTransfer(withdrawId).then((transfer) => transfer && fromTransfer(transfer));
    const sent = await client.listAccountTransfers(REFERENCE, withdrawReference);
    const transfer = sent.find((one) => one.text('id') === withdrawId);
    return transfer ? fromAccountTransfer(transfer) : null;
  },
});

/** Contract ↔ wire, pure. Status words are mapped by plugin.json. */
import { Fields, invalidEvent, invalidRequest } from '@feira/plugin-kit';
import type { WebhookResult, WithdrawRequest, WithdrawResult } from '@feira/schemas/provider';

const withDigit = (number: string | undefined, digit: string | undefined) => (digit ? `${number}-${digit}` : number);

/** An externalId makes a transfer once, and only a tag finds it again. */
export function toTransfer(request: WithdrawRequest): object {
  const { withdrawReference, amount, bankCode, accountNumber, accountType, description } = request;
  if (!bankCode || !accountNumber) throw invalidRequest('bankCode and accountNumber are required.');
  return {
    amount,
    name: request.accountHolder ?? request.name,
    taxId: request.accountDocument ?? request.document,
    bankCode,
    branchCode: withDigit(request.branchNumber, request.branchDigit),
    accountNumber: withDigit(accountNumber, request.accountDigit),
    accountType: accountType === 'SAVINGS' ? 'savings' : 'checking',
    externalId: withdrawReference,
    tags: [withdrawReference],
    description,
  };
}

export const isOf = (transfer: Fields, reference: string): boolean => transfer.text('externalId') === reference;

export const fromTransfer = (transfer: Fields): WithdrawResult => ({
  withdrawId: transfer.requireText('id'),
  reference: transfer.text('externalId'),
  providerStatus: transfer.requireText('status'),
  amount: transfer.number('amount'),
});

/** An event is a log of what happened to a transfer, with the transfer as it is then. */
export function fromEvent(input: unknown): WebhookResult {
  const body = new Fields(input).fields('event');
  const [eventId, event] = [body.text('id'), body.text('subscription')];
  if (!event) throw invalidEvent('The event lacks its subscription.');
  if (event !== 'transfer') return { subject: 'ignored', eventId, event };
  const { withdrawId, reference, providerStatus, amount } = fromTransfer(body.fields('log.transfer'));
  const reason = body.fields('log').texts('errors')[0];
  return { subject: 'withdraw', eventId, event, withdrawId, reference, providerStatus, amount, reason };
}

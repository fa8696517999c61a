/** Checks a request against the manifest before the adapter sees it: the host never asks for an operation the provider lacks. */
import type { Manifest } from '@feira/schemas/manifest';
import type { Operation, TransactionRequest, WithdrawRequest } from '@feira/schemas/provider';
import { mostInstallments } from '@feira/schemas/rules/charge-currency';
import { takesAmount } from '@feira/schemas/rules/charge-limits';
import { shareAmounts } from '@feira/schemas/rules/money';
import { ProviderError } from '../errors.ts';

/** The specification's words for a payment method that a provider lacks. */
const LACKING = new Map<string, string>([
  ['PIX', 'Payment method not supported'],
  ['CREDIT_CARD', 'Credit card not implemented'],
  ['BILLET', 'Boleto not implemented'],
]);

/** Throws INVALID_REQUEST or UNSUPPORTED, always NOT_SENT; messages name fields, never values. */
export function checkRequest(manifest: Manifest, operation: Operation, request: unknown): void {
  if (operation === 'createTransaction') checkTransaction(manifest, request as TransactionRequest);
  if (operation === 'withdraw') checkWithdraw(manifest, request as WithdrawRequest);
}

function checkTransaction({ name, capabilities }: Manifest, request: TransactionRequest): void {
  const { paymentMethod, amount, currency, installments, customer, address, splits } = request;
  const method = capabilities.methods?.[paymentMethod];
  if (!method) throw unsupported(LACKING.get(paymentMethod) ?? 'Invalid payment method');
  checkAmount(amount);
  const most = mostInstallments(paymentMethod, method, currency);
  if (most === 0) throw unsupported(`${name} takes no ${paymentMethod} in ${currency}.`);
  if (!Number.isInteger(installments) || installments < 1 || installments > most) {
    throw invalid(`installments must be from 1 to ${most}.`);
  }
  if (!takesAmount(method, amount, installments))
    throw invalid(`amount is outside what ${name} takes by ${paymentMethod} in ${installments} installments.`);
  const given = { document: customer.document, phone: customer.phone, address };
  for (const field of method.requiredBuyerFields ?? []) {
    if (!given[field]) throw invalid(`${name} requires the buyer's ${field}.`);
  }
  if (paymentMethod === 'CREDIT_CARD') checkCard(request);
  if (splits?.length && !capabilities.splits) throw unsupported(`${name} does not offer splits.`);
  if (!shareAmounts(amount, splits ?? [])) throw invalid('splits add up to more than the amount.');
}

function checkCard({ card, cardToken, cardId }: TransactionRequest): void {
  if (!card && !cardToken && !cardId) throw invalid('Card token is required for credit card payments.');
}

function checkWithdraw({ name, capabilities }: Manifest, request: WithdrawRequest): void {
  if (!capabilities.withdraw?.includes(request.paymentMethod)) throw unsupported('Method not implemented.');
  checkAmount(request.amount);
  const needed = {
    PIX: ['pixKey', 'pixType'],
    BANK_ACCOUNT: ['bankCode', 'branchNumber', 'accountNumber'],
    RECEIVER: ['receiverId'],
  } as const;
  const missing = needed[request.paymentMethod].filter((field) => !request[field]);
  if (missing.length > 0) throw invalid(`A withdrawal through ${name} needs ${missing.join(', ')}.`);
}

function checkAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 1) throw invalid('amount must be whole cents above 0.');
}

const invalid = (message: string) => new ProviderError('INVALID_REQUEST', 'NOT_SENT', message);
const unsupported = (message: string) => new ProviderError('UNSUPPORTED', 'NOT_SENT', message);

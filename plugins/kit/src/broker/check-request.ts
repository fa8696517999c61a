/** Checks a request against the manifest before the adapter sees it: the host never asks for an operation the provider lacks. */
import type { Manifest } from '@feira/schemas/manifest';
import type { Operation, ReceiverRequest, TransactionRequest, WithdrawRequest } from '@feira/schemas/provider';
import { mostInstallments } from '@feira/schemas/rules/charge-currency';
import { takesAmount } from '@feira/schemas/rules/charge-limits';
import { normalizeDocument } from '@feira/schemas/rules/document';
import { shareAmounts } from '@feira/schemas/rules/money';
import { ProviderError } from '../errors.ts';

/** The specification's words for a payment method that a provider lacks. */
const LACKING = new Map<string, string>([
  ['PIX', 'Payment method not supported'],
  ['CREDIT_CARD', 'Credit card not implemented'],
  ['BILLET', 'Boleto not implemented'],
]);

/** Operations that contract 1.0 does not have: a package of that contract may get them. */
const SINCE_1_1: readonly Operation[] = ['deleteCard', 'authorizeWithdraw'];
const CONTRACT_1_0 = /^\^1\.0\./;

/** The refusal of an operation that the package does not have. */
export function refuseOperation(manifest: Manifest, operation: Operation, request: unknown): ProviderError {
  if (operation === 'withdraw') return refuseWithdraw(manifest, request as WithdrawRequest);
  const isNewer = SINCE_1_1.includes(operation) && CONTRACT_1_0.test(manifest.contract);
  return unsupported(isNewer ? 'Not implemented yet.' : 'Method not implemented.');
}

/** Throws INVALID_REQUEST or UNSUPPORTED, always NOT_SENT; messages name fields, never values. */
export function checkRequest(manifest: Manifest, operation: Operation, request: unknown): void {
  if (operation === 'createTransaction') checkTransaction(manifest, request as TransactionRequest);
  if (operation === 'withdraw') checkWithdraw(manifest, request as WithdrawRequest);
  if (operation === 'createReceiver') checkReceiver(manifest, request as ReceiverRequest);
}

const DIGITS = { CPF: 11, CNPJ: 14 } as const;

function checkReceiver({ capabilities }: Manifest, { document, documentType, bankAccount }: ReceiverRequest): void {
  if (normalizeDocument(document).length !== DIGITS[documentType]) throw invalid('Tipo de documento não encontrado.');
  if (capabilities.receiverDocuments?.includes(documentType) === false)
    throw invalid(`Adquirente não aceita ${documentType}`);
  if (bankAccount) checkBank(capabilities, bankAccount);
}

function checkBank(
  { banks, banksWithoutBranchDigit = [] }: Manifest['capabilities'],
  { bankCode = '', branchDigit }: Pick<WithdrawRequest, 'bankCode' | 'branchDigit'>,
): void {
  const isTaken = banks?.includes(bankCode) !== false && !(branchDigit && banksWithoutBranchDigit.includes(bankCode));
  if (!isTaken) throw invalid('Banco não suportado, tente outro.');
}

/** The message for a PIX key whose number of digits is none of its type; null where it is one. */
function findKeyProblem({ pixKey = '', pixType }: WithdrawRequest): string | null {
  const national = pixKey.replace(/^\+55/, '').replace(/\D/g, '');
  switch (pixType) {
    case 'CPF':
      return national.length === 11 ? null : 'CPF inválido, deve conter 11 dígitos.';
    case 'CNPJ':
      return normalizeDocument(pixKey).length === 14 ? null : 'CNPJ inválido, deve conter 14 dígitos.';
    case 'PHONE': {
      const isForeign = /^\+(?!55)/.test(pixKey);
      const isRight = isForeign || national.length === 10 || national.length === 11;
      return isRight ? null : 'Telefone inválido, número de dígitos incorreto.';
    }
    default:
      return null;
  }
}

function checkTransaction({ name, capabilities }: Manifest, request: TransactionRequest): void {
  const { paymentMethod, amount, currency, installments, customer, address, splits } = request;
  const method = capabilities.methods?.[paymentMethod];
  if (!method) throw unsupported(LACKING.get(paymentMethod) ?? 'Invalid payment method');
  checkAmount(amount);
  const most = mostInstallments(paymentMethod, method, currency);
  if (most === 0) throw unsupported(`Unsupported payment method: ${name} takes no ${paymentMethod} in ${currency}.`);
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

/** The refusal of a withdrawal that is not offered: one that needs a certificate is only off while the connection has none. */
function refuseWithdraw({ credentials, capabilities }: Manifest, { paymentMethod }: WithdrawRequest): ProviderError {
  const lacksCertificate = Object.values(credentials.properties).some(
    ({ format, requiredFor }) => format === 'certificate' && requiredFor?.includes(`withdraw.${paymentMethod}`),
  );
  if (lacksCertificate) return new ProviderError('UNAUTHORIZED', 'NOT_SENT', 'Unauthorized.');
  return unsupported(capabilities.withdraw?.length ? 'Payment method not supported' : 'Method not implemented.');
}

function checkWithdraw(manifest: Manifest, request: WithdrawRequest): void {
  const { name, capabilities } = manifest;
  if (!capabilities.withdraw?.includes(request.paymentMethod)) throw refuseWithdraw(manifest, request);
  checkAmount(request.amount);
  const needed = {
    PIX: ['pixKey', 'pixType'],
    BANK_ACCOUNT: ['bankCode', 'branchNumber', 'accountNumber'],
    RECEIVER: ['receiverId'],
  } as const;
  const missing = needed[request.paymentMethod].filter((field) => !request[field]);
  if (missing.length > 0) throw invalid(`A withdrawal through ${name} needs ${missing.join(', ')}.`);
  if (request.paymentMethod === 'BANK_ACCOUNT') checkBank(capabilities, request);
  const problem = request.paymentMethod === 'PIX' ? findKeyProblem(request) : null;
  if (problem) throw invalid(problem);
}

function checkAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 1) throw invalid('amount must be whole cents above 0.');
}

const invalid = (message: string) => new ProviderError('INVALID_REQUEST', 'NOT_SENT', message);
const unsupported = (message: string) => new ProviderError('UNSUPPORTED', 'NOT_SENT', message);

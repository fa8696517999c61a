/** Checks a request against the manifest before the adapter sees it: the host never asks for an operation the provider lacks. */

import type {
  MandateChargeRequest,
  MandateRefundRequest,
  MandateRequest,
  MandateRetryRequest,
} from '@feira/schemas/mandate';
import type { Manifest } from '@feira/schemas/manifest';
import type { Operation, ReceiverRequest, TransactionRequest, WithdrawRequest } from '@feira/schemas/provider';
import { mostInstallments } from '@feira/schemas/rules/charge-currency';
import { takesAmount } from '@feira/schemas/rules/charge-limits';
import { normalizeDocument } from '@feira/schemas/rules/document';
import { checkRecurrence, mayRetryOn } from '@feira/schemas/rules/mandate';
import { shareAmounts } from '@feira/schemas/rules/money';
import { divideForm, receiverFormFor } from '@feira/schemas/rules/receiver-form';
import { ProviderError } from '../errors.ts';

/** The specification's words for a payment method that a provider lacks. */
const LACKING = new Map<string, string>([
  ['PIX', 'Payment method not supported'],
  ['CREDIT_CARD', 'Credit card not implemented'],
  ['BILLET', 'Boleto not implemented'],
]);

/** Operations that contract 1.0 does not have: a package of that contract may get them. */
const SINCE_1_1: readonly Operation[] = [
  'deleteCard',
  'capture',
  'void',
  'authorizeWithdraw',
  'createMandate',
  'getMandate',
  'cancelMandate',
  'chargeMandate',
  'getMandateCharge',
  'retryMandateCharge',
  'cancelMandateCharge',
  'refundMandateCharge',
  'scoreTransaction',
  'reportOutcome',
  'checkPerson',
  'getPersonCheck',
];
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
  if (operation === 'createMandate') checkMandate(manifest, request as MandateRequest);
  if (operation === 'chargeMandate') checkMandateCharge(request as MandateChargeRequest);
  if (operation === 'retryMandateCharge') checkRetry(request as MandateRetryRequest);
  if (operation === 'refundMandateCharge') checkMandateRefund(manifest, request as MandateRefundRequest);
}

const DIGITS = { CPF: 11, CNPJ: 14 } as const;

function checkReceiver({ capabilities, receiverFields }: Manifest, request: ReceiverRequest): void {
  const { document, documentType, bankAccount, files = {} } = request;
  if (normalizeDocument(document).length !== DIGITS[documentType]) throw invalid('Tipo de documento não encontrado.');
  if (capabilities.receiverDocuments?.includes(documentType) === false)
    throw invalid(`Adquirente não aceita ${documentType}`);
  if (bankAccount) checkBank({ ...capabilities, banks: capabilities.receiverBanks ?? capabilities.banks }, bankAccount);
  if (!receiverFields) return;
  const { required, properties } = divideForm(receiverFormFor(receiverFields, documentType)).attached;
  const absent = required.find((name) => !files[name]);
  const { missing, title } = properties[absent ?? ''] ?? {};
  if (absent) throw invalid(missing?.['pt-BR'] ?? `${title?.['pt-BR']}: envie o arquivo.`);
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
  if (most === 0) throw unsupported('Unsupported payment method', `${name} takes no ${paymentMethod} in ${currency}.`);
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
  if (request.authorizeOnly && !method.authorizes)
    throw unsupported(`${name} cannot hold an amount without charging it.`);
  if (request.authenticate && !method.authenticates)
    throw unsupported(`${name} cannot ask for the confirmation of a card's owner.`);
  if (splits?.length && !capabilities.splits) throw unsupported(`${name} does not offer splits.`);
  if (!shareAmounts(amount, splits ?? [])) throw invalid('splits add up to more than the amount.');
}

function checkCard({ card, cardToken, cardId, initiator, agreement }: TransactionRequest): void {
  if (initiator === 'MERCHANT' && !(cardId && agreement))
    throw invalid('A charge without the buyer needs cardId and agreement.');
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

/** A day that the calendar has: 30 February is none. */
const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8));

function checkMandate({ name, capabilities: { mandates } }: Manifest, request: MandateRequest): void {
  const { recurrenceDays, journey, retries, amount, maxAmount, customer, firstChargeDate, endDate } = request;
  const recurrence = checkRecurrence(mandates, recurrenceDays);
  if ('refusal' in recurrence) throw unsupported(recurrence.refusal['pt-BR']);
  if (!mandates?.journeys.includes(journey)) throw unsupported(`${name} has no journey ${journey} of mandates.`);
  if (!mandates.retries.includes(retries)) throw unsupported(`${name} has no retries of ${retries}.`);
  if ((amount === undefined) === (maxAmount === undefined)) throw invalid('A mandate has either amount or maxAmount.');
  const kind = amount === undefined ? 'VARIABLE' : 'FIXED';
  if (!mandates.amounts.includes(kind)) throw unsupported(`${name} has no mandates of a ${kind} amount.`);
  checkAmount(amount ?? maxAmount!);
  if (!customer.document) throw invalid(`${name} requires the buyer's document.`);
  if (!isDay(firstChargeDate) || (endDate !== undefined && !(isDay(endDate) && endDate >= firstChargeDate)))
    throw invalid('firstChargeDate and endDate are days, the second not before the first.');
  if (journey === 1 && !request.payerAccount) throw invalid('Journey 1 needs payerAccount.');
  if (journey > 2 && !request.transactionId) throw invalid(`Journey ${journey} needs transactionId.`);
}

function checkMandateCharge({ amount, dueDate }: MandateChargeRequest): void {
  checkAmount(amount);
  if (!isDay(dueDate)) throw invalid('dueDate is a day.');
}

function checkRetry({ dueDate, date }: MandateRetryRequest): void {
  if (!mayRetryOn(dueDate, date)) throw invalid('A retry is on one of the seven days after dueDate.');
}

function checkMandateRefund({ name, capabilities }: Manifest, { amount, isFull }: MandateRefundRequest): void {
  checkAmount(amount);
  if (!isFull && capabilities.mandates?.refund !== 'partial')
    throw unsupported(`${name} gives back charges of mandates as a whole only.`);
}

function checkAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 1) throw invalid('amount must be whole cents above 0.');
}

const invalid = (message: string) => new ProviderError('INVALID_REQUEST', 'NOT_SENT', message);
const unsupported = (message: string, reason?: string) =>
  new ProviderError('UNSUPPORTED', 'NOT_SENT', message, { ...(reason && { reason }) });

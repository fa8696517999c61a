/** Lists the destinations of withdrawals of each kind, and compares them with the sent requests and the told destinations. */
import type { ReceiverRequest, WithdrawRequest } from '@feira/schemas/provider';
import { DESTINATION_FIELDS, type SimulatedDestination } from '../../simulator.ts';
import { listSent, normalize } from './sent.ts';
import type { WireCall } from './wire.ts';

type Kind = WithdrawRequest['paymentMethod'];

/** One key of each kind, of companies one with letters, and two accounts that differ in every field: of no field one value is right for all. */
const DESTINATIONS: Record<Exclude<Kind, 'RECEIVER'>, Partial<WithdrawRequest>[]> = {
  PIX: [
    { pixKey: 'joana.prado@example.com', pixType: 'EMAIL' },
    { pixKey: '11144477735', pixType: 'CPF' },
    { pixKey: '11222333000181', pixType: 'CNPJ' },
    { pixKey: '12ABC34501DE35', pixType: 'CNPJ' },
    { pixKey: '+5521998765432', pixType: 'PHONE' },
    { pixKey: '0b3f6d1c-6a0e-4c53-9d55-6f5a3f0a9c11', pixType: 'RANDOM' },
  ],
  BANK_ACCOUNT: [
    {
      bankCode: '341',
      branchNumber: '0567',
      accountNumber: '778899',
      accountDigit: '4',
      accountType: 'CHECKING',
      accountHolder: 'Joana Prado',
      accountDocument: '11144477735',
    },
    {
      bankCode: '001',
      branchNumber: '3210',
      accountNumber: '456123',
      accountDigit: '9',
      accountType: 'SAVINGS',
      accountHolder: 'Padaria Prado Ltda',
      accountDocument: '11222333000181',
    },
  ],
};

/** Returns the fields that send a withdrawal of this kind to each destination; none for a receiver, which is the registered one. */
export const listDestinations = (kind: Kind): Partial<WithdrawRequest>[] =>
  kind === 'RECEIVER' ? [{}] : DESTINATIONS[kind];

/** Returns the fields in which the provider was told another destination than requested, as "field: told instead of asked". */
export const listWrongFields = (request: WithdrawRequest, told: SimulatedDestination): string[] =>
  DESTINATION_FIELDS[request.paymentMethod].flatMap((field) =>
    told[field] === undefined || normalize(told[field]) === normalize(request[field])
      ? []
      : [`${field}: ${told[field]} instead of ${request[field]}`],
  );

/**
 * Returns the needed fields that no request carries in a body, an address or a header: without them the money goes astray. A provider may
 * have ids of its own for banks: then its word tells which bank it was told.
 */
export function listLostFields(
  request: WithdrawRequest,
  calls: readonly WireCall[],
  told: SimulatedDestination = {},
): string[] {
  const sent = listSent(calls);
  const { accountNumber, accountDigit } = request;
  const isAccountJoined = accountNumber !== undefined && sent.has(normalize(`${accountNumber}${accountDigit ?? ''}`));
  const isSent = (field: keyof WithdrawRequest) =>
    sent.has(normalize(request[field])) ||
    (field === 'bankCode' && told.bankCode !== undefined && normalize(told.bankCode) === normalize(request.bankCode)) ||
    (isAccountJoined && /^account(Number|Digit)$/.test(field));
  const needed: (keyof WithdrawRequest)[] = {
    PIX: ['pixKey'] as const,
    BANK_ACCOUNT: ['bankCode', 'branchNumber', 'accountNumber', 'accountDigit', 'accountDocument'] as const,
    RECEIVER: ['receiverId'] as const,
  }[request.paymentMethod].slice();
  return needed.filter((field) => !isSent(field));
}

type Account = NonNullable<ReceiverRequest['bankAccount']>;

/** Two accounts of receivers that differ in every field. */
export const RECEIVER_ACCOUNTS: readonly Account[] = [
  { bankCode: '341', branchNumber: '0567', accountNumber: '778899', accountDigit: '4', accountType: 'CHECKING' },
  { bankCode: '001', branchNumber: '3210', accountNumber: '456123', accountDigit: '9', accountType: 'SAVINGS' },
];

/**
 * Returns the parts of a receiver's account that no request carries, where one carries some part of it: a provider may take no account with an
 * application, but half of one leads nowhere.
 */
export function listLostParts(account: Account, calls: readonly WireCall[]): string[] {
  const sent = listSent(calls);
  const { accountNumber, accountDigit } = account;
  const isJoined = sent.has(normalize(`${accountNumber}${accountDigit}`));
  const lost = (['branchNumber', 'accountNumber', 'accountDigit'] as const).filter(
    (field) => !sent.has(normalize(account[field])) && !(isJoined && field !== 'branchNumber'),
  );
  const isTaken = !lost.includes('branchNumber') || !lost.includes('accountNumber');
  return isTaken ? lost : [];
}

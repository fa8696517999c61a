/** The application with which iugu verifies the owner of a sub-account: data and pictures in one call, which it takes once. */
import { type HttpRequest, invalidRequest } from '@feira/plugin-kit';
import type { ReceiverFile, ReceiverRequest } from '@feira/schemas/provider';
import { toReais } from '@feira/schemas/rules/money';
import { bankNameOf } from './banks.ts';

const PERSON_TYPES = { CPF: 'Pessoa Física', CNPJ: 'Pessoa Jurídica' };
const ACCOUNT_TYPES = { CHECKING: 'Corrente', SAVINGS: 'Poupança' };
/** The fields of `receiverFields` that are files, by iugu's names. */
const FILES = {
  identification: 'identification',
  selfie: 'selfie',
  addressProof: 'address_proof',
  balanceSheet: 'balance_sheet',
  socialContract: 'social_contract',
} as const;
const ENDINGS = { 'application/pdf': 'pdf', 'image/png': 'png', 'image/jpeg': 'jpg' };

const withDigit = (number: string, digit: string | undefined) => (digit ? `${number}-${digit}` : number);

function toBank({ bankAccount }: ReceiverRequest): object {
  if (!bankAccount) throw invalidRequest('Adquirente requer campo de conta bancária.');
  const bank = bankNameOf(bankAccount.bankCode);
  if (!bank) throw invalidRequest('Banco não suportado, tente outro.');
  return {
    bank,
    bank_ag: withDigit(bankAccount.branchNumber, bankAccount.branchDigit),
    account_type: ACCOUNT_TYPES[bankAccount.accountType],
    bank_cc: withDigit(bankAccount.accountNumber, bankAccount.accountDigit),
  };
}

/** Throws INVALID_REQUEST where something is missing without which iugu would refuse the one call that it takes. */
export function toVerification(request: ReceiverRequest): object {
  const { name, document, documentType, phone, address, providerSpecificData: asked = {} } = request;
  if (!address) throw invalidRequest('Adquirente requer campo de endereço.');
  if (!phone) throw invalidRequest('Adquirente requer campo de telefone.');
  const owner =
    documentType === 'CPF'
      ? { cpf: document, name }
      : { cnpj: document, company_name: name, resp_name: asked.responsibleName, resp_cpf: asked.responsibleDocument };
  return {
    ...owner,
    person_type: PERSON_TYPES[documentType],
    price_range: asked.priceRange,
    physical_products: asked.sellsPhysicalProducts === true,
    business_type: asked.businessType,
    estimated_revenue: toReais(Number(asked.monthlyRevenue)).toFixed(2),
    website: asked.website,
    politically_exposed_person: asked.isPoliticallyExposed === true,
    // Money that arrives in the sub-account goes on to the bank account by itself: the platform never moves it from there.
    automatic_transfer: true,
    telephone: phone,
    address: `${address.street}, ${address.number}`,
    street: address.street,
    number: address.number,
    district: address.district,
    cep: `${address.zipCode.slice(0, 5)}-${address.zipCode.slice(5)}`,
    city: address.city,
    state: address.state,
    ...toBank(request),
  };
}

/** Pictures stand in the body as data: URLs with a name of ours: the name of the person's file stays here. */
export function toFiles(files: Readonly<Record<string, ReceiverFile>> = {}): NonNullable<HttpRequest['files']> {
  return Object.entries(FILES).flatMap(([field, wire]) => {
    const file = files[field];
    if (!file) return [];
    const prefix = `data:${file.mediaType};name=${wire}.${ENDINGS[file.mediaType]};base64,`;
    return [{ path: ['files', wire], file: file.reference, prefix }];
  });
}

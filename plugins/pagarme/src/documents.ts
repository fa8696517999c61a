/** Maps recipients: the fields that Pagar.me registers, and the documents that it asks for. */
import { type Fields, invalidRequest } from '@feira/plugin-kit';
import type { ReceiverDocument, ReceiverLinkResult, ReceiverRequest, ReceiverResult } from '@feira/schemas/provider';
import { splitPhone } from '@feira/schemas/rules/phone';

/** Birth dates go out as 31/12/1990, founding dates as 1990-12-31. */
const toBirthDate = (day: string) => day.split('-').reverse().join('/');

/** Income goes out as whole reais: in cents, the yearly sum of a large company is no 32-bit number any more. */
const toWholeReais = (cents: unknown) => (cents === undefined ? undefined : Math.round(Number(cents) / 100));

function toRegisterAddress(address: NonNullable<ReceiverRequest['address']>) {
  return {
    street: address.street,
    street_number: address.number,
    complementary: address.complement || 'Nenhum',
    neighborhood: address.district,
    city: address.city,
    state: address.state,
    zip_code: address.zipCode,
    reference_point: 'Nenhum',
  };
}

/** Pagar.me refuses registrations that lack any of these; the person at the form is told all of them at once. */
function checkComplete(request: ReceiverRequest): void {
  const { phone, address, bankAccount, birthDate, documentType, providerSpecificData: extra = {} } = request;
  const needed = {
    'telefone (phone)': phone,
    'endereço (address)': address,
    'conta bancária (bankAccount)': bankAccount,
    'renda ou faturamento mensal (monthlyRevenue)': extra.monthlyRevenue,
    'ocupação profissional (occupation)': extra.occupation,
    ...(documentType === 'CPF'
      ? { 'data de nascimento (birthDate)': birthDate }
      : {
          'nome do sócio administrador (partnerName)': extra.partnerName,
          'CPF do sócio administrador (partnerDocument)': extra.partnerDocument,
          'nascimento do sócio administrador (partnerBirthDate)': extra.partnerBirthDate,
        }),
  };
  const missing = Object.entries(needed).flatMap(([label, value]) => (value ? [] : [label]));
  if (missing.length > 0) throw invalidRequest(`Faltam dados do recebedor: ${missing.join(', ')}.`);
}

function toRegisterInformation(request: ReceiverRequest) {
  const { name, email, document, providerSpecificData: extra = {} } = request;
  const { areaCode: ddd, number } = splitPhone(request.phone!);
  const contact = { email, document, site_url: extra.siteUrl, phone_numbers: [{ ddd, number, type: 'mobile' }] };
  const person = {
    mother_name: extra.motherName,
    professional_occupation: extra.occupation,
    address: toRegisterAddress(request.address!),
  };
  if (request.documentType === 'CPF') {
    const monthly_income = toWholeReais(extra.monthlyRevenue);
    return {
      ...contact,
      ...person,
      monthly_income,
      type: 'individual',
      name,
      birthdate: toBirthDate(request.birthDate!),
    };
  }
  return {
    ...contact,
    type: 'corporation',
    // Pagar.me's own pages call the trade name company_name, and the registered name trading_name.
    company_name: extra.tradingName ?? name,
    trading_name: name,
    annual_revenue: toWholeReais(Number(extra.monthlyRevenue) * 12),
    corporation_type: extra.corporationType,
    founding_date: extra.foundingDate,
    cnae: extra.cnae,
    main_address: person.address,
    managing_partners: [
      {
        ...person,
        monthly_income: toWholeReais(extra.partnerMonthlyIncome),
        type: 'individual',
        name: extra.partnerName,
        email: extra.partnerEmail ?? email,
        document: extra.partnerDocument,
        birthdate: toBirthDate(String(extra.partnerBirthDate)),
        phone_numbers: contact.phone_numbers,
        self_declared_legal_representative: true,
      },
    ],
  };
}

export function toRecipient(request: ReceiverRequest) {
  checkComplete(request);
  const bankAccount = request.bankAccount!;
  return {
    register_information: toRegisterInformation(request),
    default_bank_account: {
      holder_name: request.name.slice(0, 30),
      holder_type: request.documentType === 'CNPJ' ? 'company' : 'individual',
      holder_document: request.document,
      bank: bankAccount.bankCode.padStart(3, '0'),
      branch_number: bankAccount.branchNumber,
      branch_check_digit: bankAccount.branchDigit,
      account_number: bankAccount.accountNumber,
      account_check_digit: bankAccount.accountDigit,
      type: bankAccount.accountType === 'SAVINGS' ? 'savings' : 'checking',
      pix_key: bankAccount.pixCode,
    },
    // The platform decides when a receiver is paid, through withdrawals.
    transfer_settings: { transfer_enabled: false, transfer_interval: 'Daily', transfer_day: 0 },
    payment_mode: 'bank_transfer',
  };
}

export function fromRecipient(recipient: Fields, balance?: Fields | null): ReceiverResult {
  const find = (...paths: string[]) => paths.map((one) => recipient.text(one)).find(Boolean);
  return {
    receiverId: recipient.requireText('id'),
    providerStatus: recipient.requireText('status'),
    name: find('name', 'register_information.name', 'register_information.company_name'),
    document: find('document', 'register_information.document'),
    email: find('email', 'register_information.email'),
    balance: balance?.cents('available_amount'),
  };
}

/** The one thing it ever asks for: the recipient shows themselves on a page. */
export const KYC = 'kyc';

/** Nothing until the recipient may prove who they are. */
export function fromKyc(recipient: Fields): ReceiverDocument[] {
  const status = recipient.text('kyc_details.status');
  if (!status) return [];
  return [
    {
      documentId: KYC,
      title: 'Prova de vida',
      providerStatus: status,
      reason: status === 'denied' ? recipient.text('kyc_details.status_reason') : undefined,
      takesFile: false,
      hasLink: status === 'partially_denied',
    },
  ];
}

export const fromKycLink = (link: Fields): ReceiverLinkResult => ({
  url: link.requireText('url'),
  expiresAt: link.date('expiration_date'),
});

import type { ReceiverDocument, ReceiverLinkResult, ReceiverRequest, ReceiverResult } from '@feira/schemas/provider';
import { splitPhone } from '@feira/schemas/rules/phone';
import type { WireRecipient } from './client.ts';
import { invalid } from './errors.ts';

/** Registration dates go out as 31/12/1990. */
const toDate = (day: string) => day.split('-').reverse().join('/');

function toPhones(phone: string) {
  const { areaCode, number } = splitPhone(phone);
  return [{ ddd: areaCode, number, type: 'mobile' }];
}

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
  if (missing.length > 0) throw invalid(`Faltam dados do recebedor: ${missing.join(', ')}.`);
}

function toRegisterInformation(request: ReceiverRequest) {
  const { name, email, document, providerSpecificData: extra = {} } = request;
  const contact = { email, document, site_url: extra.siteUrl, phone_numbers: toPhones(request.phone!) };
  const person = {
    mother_name: extra.motherName,
    monthly_income: extra.monthlyRevenue,
    professional_occupation: extra.occupation,
    address: toRegisterAddress(request.address!),
  };
  if (request.documentType === 'CPF') {
    return { ...contact, ...person, type: 'individual', name, birthdate: toDate(request.birthDate!) };
  }
  return {
    ...contact,
    type: 'corporation',
    company_name: name,
    trading_name: extra.tradingName ?? name,
    annual_revenue: Number(extra.monthlyRevenue) * 12,
    corporation_type: extra.corporationType,
    founding_date: extra.foundingDate && toDate(String(extra.foundingDate)),
    cnae: extra.cnae,
    main_address: person.address,
    managing_partners: [
      {
        ...person,
        type: 'individual',
        name: extra.partnerName,
        email: extra.partnerEmail ?? email,
        document: extra.partnerDocument,
        birthdate: toDate(String(extra.partnerBirthDate)),
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

export function fromRecipient(
  recipient: WireRecipient,
  balance?: { available_amount?: number | null } | null,
): ReceiverResult {
  const registered = recipient.register_information;
  return {
    receiverId: recipient.id,
    providerStatus: recipient.status,
    name: recipient.name ?? registered?.name ?? registered?.company_name ?? undefined,
    document: recipient.document ?? registered?.document ?? undefined,
    email: recipient.email ?? registered?.email ?? undefined,
    balance: balance?.available_amount ?? undefined,
  };
}

/** The one thing it ever asks for: the recipient shows themselves on a page. */
export const KYC = 'kyc';

export function fromKyc({ kyc_details: kyc }: WireRecipient): ReceiverDocument[] {
  if (!kyc?.status) return [];
  return [
    {
      documentId: KYC,
      title: 'Prova de vida',
      providerStatus: kyc.status,
      reason: kyc.status === 'denied' ? (kyc.status_reason ?? undefined) : undefined,
      takesFile: false,
      hasLink: kyc.status === 'partially_denied',
    },
  ];
}

export function fromKycLink(link: { url: string; expiration_date?: string | null }): ReceiverLinkResult {
  const end = new Date(link.expiration_date ?? '');
  return { url: link.url, expiresAt: Number.isNaN(end.getTime()) ? undefined : end.toISOString() };
}

import type { ReceiverRequest, ReceiverResult } from '@feira/schemas/provider';
import { splitPhone } from '@feira/schemas/rules/phone';
import type { WireRecipient } from './client.ts';

const holderType = (request: ReceiverRequest) => (request.documentType === 'CNPJ' ? 'company' : 'individual');
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

/** The registration Pagar.me asks for since 2024, when the request holds enough of it; undefined otherwise. */
function toRegisterInformation(request: ReceiverRequest) {
  const { name, email, document, phone, address, birthDate, providerSpecificData: extra = {} } = request;
  const { monthlyRevenue, occupation } = extra;
  if (!phone || !address || !monthlyRevenue || !occupation) return undefined;
  const contact = { email, document, site_url: extra.siteUrl, phone_numbers: toPhones(phone) };
  const person = {
    mother_name: extra.motherName,
    monthly_income: monthlyRevenue,
    professional_occupation: occupation,
    address: toRegisterAddress(address),
  };
  if (request.documentType === 'CPF') {
    return birthDate && { ...contact, ...person, type: 'individual', name, birthdate: toDate(birthDate) };
  }
  const { partnerName, partnerEmail, partnerDocument, partnerBirthDate } = extra;
  if (!partnerName || !partnerDocument || !partnerBirthDate) return undefined;
  return {
    ...contact,
    type: 'corporation',
    company_name: name,
    trading_name: extra.tradingName ?? name,
    annual_revenue: Number(monthlyRevenue) * 12,
    corporation_type: extra.corporationType,
    founding_date: extra.foundingDate && toDate(String(extra.foundingDate)),
    cnae: extra.cnae,
    main_address: person.address,
    managing_partners: [
      {
        ...person,
        type: 'individual',
        name: partnerName,
        email: partnerEmail ?? email,
        document: partnerDocument,
        birthdate: toDate(String(partnerBirthDate)),
        phone_numbers: contact.phone_numbers,
        self_declared_legal_representative: true,
      },
    ],
  };
}

export function toRecipient(request: ReceiverRequest) {
  const { name, email, document, bankAccount, description } = request;
  const registration = toRegisterInformation(request);
  return {
    code: document,
    ...(registration
      ? { register_information: registration }
      : { name, email, document, type: holderType(request), description }),
    default_bank_account: bankAccount && {
      holder_name: name.slice(0, 30),
      holder_type: holderType(request),
      holder_document: document,
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

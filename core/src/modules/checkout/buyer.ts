/** Checks the buyer's data: the fields that a purchase needs, and the address as it is stored. */
import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';
import { AppError } from '../../plugins/errors.ts';
import type { Offer } from '../offers/model.ts';
import type { BuyerField } from '../routing/service.ts';
import type { CustomAnswer } from './model.ts';
import type { PurchaseInput } from './stages.ts';

const ADDRESS_FIELDS = ['cep', 'street', 'number', 'district', 'city', 'state'] as const;

export function listGivenFields(input: PurchaseInput): Set<BuyerField> {
  const given = new Set<BuyerField>();
  if (input.cpf) given.add('document');
  if (input.phone) given.add('phone');
  if (ADDRESS_FIELDS.every((field) => input[field])) given.add('address');
  return given;
}

/** Throws where the buyer left out what the offer asks for, or what a connection asks for besides. */
export function checkBuyer(
  offer: Offer,
  input: PurchaseInput,
  isShipped: boolean,
  required: readonly BuyerField[] = [],
) {
  const document = input.cpf ? normalizeDocument(input.cpf) : null;
  if (document && !isDocument(document)) throw new AppError('DOCUMENT_INVALID', { fields: ['cpf'] });
  if (!document && (offer.requiredDocumentAndPhone || required.includes('document'))) {
    throw new AppError('DOCUMENT_MISSING', { fields: ['cpf'] });
  }
  const phone = input.phone ?? null;
  if (!phone && (offer.requiredDocumentAndPhone || required.includes('phone')))
    throw new AppError('PHONE_MISSING', { fields: ['phone'] });
  if (isShipped || required.includes('address')) {
    const missing = ADDRESS_FIELDS.filter((field) => !input[field]);
    if (missing.length > 0) throw new AppError('ADDRESS_MISSING', { fields: missing });
  }
  return { document, phone };
}

const isDay = (text: string): boolean => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** Returns what the buyer has typed into the offer's own fields; null where that is nothing. Throws CUSTOM_FIELD_MISSING and CUSTOM_FIELD_INVALID. */
export function readCustomFields(
  { customFields }: Pick<Offer, 'customFields'>,
  given: PurchaseInput['customFields'] = [],
): CustomAnswer[] | null {
  const values = new Map(given.map(({ key, value }) => [key, value.trim()]));
  const answers = customFields.flatMap(({ key, label, kind, options, isRequired }) => {
    const value = values.get(key) ?? '';
    const fields = [`customFields.${key}`];
    if (!value && isRequired) throw new AppError('CUSTOM_FIELD_MISSING', { fields });
    if (!value) return [];
    const isRight = kind === 'CHOICE' ? options.includes(value) : kind !== 'DATE' || isDay(value);
    if (!isRight) throw new AppError('CUSTOM_FIELD_INVALID', { fields });
    return [{ label, value }];
  });
  return answers.length > 0 ? answers : null;
}

export function toAddress(input: PurchaseInput) {
  if (!input.cep || !input.street || !input.number || !input.district || !input.city || !input.state) return null;
  const { cep: zipCode, street, number, district, city, state, complement } = input;
  return { zipCode, street, number, district, city, state, ...(complement && { complement }) };
}

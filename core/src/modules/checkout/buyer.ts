/** Checks the buyer's data: the fields that a purchase needs, and the address as it is stored. */
import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';
import { AppError } from '../../plugins/errors.ts';
import type { Offer } from '../offers/model.ts';
import type { BuyerField } from '../routing/service.ts';
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

export function toAddress(input: PurchaseInput) {
  if (!input.cep || !input.street || !input.number || !input.district || !input.city || !input.state) return null;
  const { cep: zipCode, street, number, district, city, state, complement } = input;
  return { zipCode, street, number, district, city, state, ...(complement && { complement }) };
}

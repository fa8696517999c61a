import type { Checkout } from '@feira/schemas/checkout';
import { documentType } from '@feira/schemas/rules/document';
import { isEmail } from '@feira/schemas/rules/email';
import { isPhone, normalizePhone } from '@feira/schemas/rules/phone';
import { cleanName, countLetters } from '@feira/schemas/rules/text';
import { type Choice, neededFields, type Totals } from '../pages/checkout/choice.ts';
import type { TextKey } from '../texts.ts';

export type Values = Record<string, string>;

function checkName(typed: string): TextKey | undefined {
  const letters = countLetters(cleanName(typed));
  if (letters === 0) return 'nameMissing';
  if (letters < 4) return 'nameShort';
  return letters > 30 ? 'nameLong' : undefined;
}

function checkEmail(email: string): TextKey | undefined {
  if (!email) return 'required';
  return isEmail(email) ? undefined : 'emailInvalid';
}

/** `isAskedBySeller`: otherwise the chosen method needs the field, and the buyer reads what to give. */
function checkDocument(document: string, isAskedBySeller: boolean): TextKey | undefined {
  if (!document) return isAskedBySeller ? 'documentMissing' : 'documentAsked';
  return documentType(document) ? undefined : 'documentInvalid';
}

function checkPhone(phone: string, isAskedBySeller: boolean): TextKey | undefined {
  if (!phone) return isAskedBySeller ? 'phoneMissing' : 'phoneAsked';
  return isPhone(normalizePhone(phone)) ? undefined : 'phoneInvalid';
}

/** Returns the problems by the name of the field, in the order of the form. */
export function validateBuyer(
  checkout: Checkout,
  choice: Choice,
  { isShipped }: Pick<Totals, 'isShipped'>,
  values: Values,
): Record<string, TextKey> {
  const needs = neededFields(checkout, choice.method, isShipped);
  const errors: Record<string, TextKey> = {};
  const note = (name: string, key: TextKey | undefined) => {
    if (key) errors[name] = key;
  };
  note('name', checkName(values.name ?? ''));
  note('email', checkEmail(values.email ?? ''));
  if (needs.document) note('cpf', checkDocument(values.cpf ?? '', checkout.requiredDocumentAndPhone));
  if (needs.phone) note('phone', checkPhone(values.phone ?? '', checkout.requiredDocumentAndPhone));
  for (const { key, isRequired } of checkout.customFields ?? []) {
    const name = `customFields.${key}`;
    note(name, isRequired && !values[name] ? 'required' : undefined);
  }
  if (needs.address) {
    note('cep', values.cep ? (/^\d{5}-?\d{3}$/.test(values.cep) ? undefined : 'zipInvalid') : 'required');
    for (const name of ['street', 'number', 'district', 'city', 'state'])
      note(name, values[name] ? undefined : 'required');
  }
  return errors;
}

/** A missing address also gets one sentence above the button. */
export function isAddressIncomplete(
  { isShipped }: Pick<Totals, 'isShipped'>,
  errors: Record<string, TextKey>,
): boolean {
  const parts = ['cep', 'street', 'number', 'district', 'city', 'state'];
  return isShipped && parts.some((name) => errors[name]);
}

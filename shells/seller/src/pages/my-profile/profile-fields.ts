import type { Locale } from '@feira/schemas/common';
import type { Input, Output } from '@feira/schemas/procedure';
import type { getAccount, updateProfile } from '@feira/schemas/procedures/account';
import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';
import { formatPhone, isPhone, normalizePhone } from '@feira/schemas/rules/phone';

export type Account = Output<typeof getAccount>;

/** What is typed; the phone as people write it. */
export interface ProfileFields {
  name: string;
  phone: string;
  /** Typed once; afterwards the account shows it in part. */
  document: string;
  /** Empty as long as nobody chose one: then mails come in the language of the platform. */
  locale: Locale | '';
}

export type ProfileProblem = 'nameShort' | 'phoneInvalid' | 'documentInvalid';

const MIN_NAME_LENGTH = 3;

export const toFields = ({ name, phone, locale }: Account): ProfileFields => ({
  name,
  phone: formatPhone(phone ?? ''),
  document: '',
  locale: locale ?? '',
});

export function findProblems({
  name,
  phone,
  document,
}: ProfileFields): Partial<Record<keyof ProfileFields, ProfileProblem>> {
  return {
    ...(name.trim().length < MIN_NAME_LENGTH && { name: 'nameShort' as const }),
    ...(phone.trim() !== '' && !isPhone(normalizePhone(phone)) && { phone: 'phoneInvalid' as const }),
    ...(document.trim() !== '' && !isDocument(normalizeDocument(document)) && { document: 'documentInvalid' as const }),
  };
}

/** Only what differs from the account: what is left out stays. */
export function toChanges(fields: ProfileFields, account: Account): Input<typeof updateProfile> {
  const before = toFields(account);
  return {
    ...(fields.name.trim() !== before.name && { name: fields.name.trim() }),
    ...(normalizePhone(fields.phone) !== (account.phone ?? '') && { phone: normalizePhone(fields.phone) }),
    ...(fields.document.trim() !== '' && { document: normalizeDocument(fields.document) }),
    ...(fields.locale && fields.locale !== before.locale && { locale: fields.locale }),
  };
}

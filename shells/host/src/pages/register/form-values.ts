import type { Locale } from '@feira/schemas/common';
import type { Input } from '@feira/schemas/procedure';
import type { register } from '@feira/schemas/procedures/session';
import { isEmail } from '@feira/schemas/rules/email';
import { isPhone, normalizePhone } from '@feira/schemas/rules/phone';
import { cleanName, countLetters } from '@feira/schemas/rules/text';
import { PASSWORD_LENGTH } from '../../sign-in/password-rule.ts';

export interface FormValues {
  name: string;
  email: string;
  /** The typed text with its mask. */
  phone: string;
  password: string;
}

export const FIELDS = ['name', 'email', 'phone', 'password'] as const;
export type FieldName = (typeof FIELDS)[number];
export type FieldProblem = 'nameShort' | 'emailMissing' | 'emailInvalid' | 'phoneInvalid' | 'password.short';
export type Problems = Partial<Record<FieldName, FieldProblem>>;

const NAME_LENGTH = 3;

export function findProblems({ name, email, phone, password }: FormValues): Problems {
  const problems: Problems = {};
  if (countLetters(cleanName(name)) < NAME_LENGTH) problems.name = 'nameShort';
  if (!email.trim()) problems.email = 'emailMissing';
  else if (!isEmail(email.trim())) problems.email = 'emailInvalid';
  // The phone is optional, and valid where it is given.
  if (phone.trim() && !isPhone(normalizePhone(phone))) problems.phone = 'phoneInvalid';
  if ([...password].length < PASSWORD_LENGTH) problems.password = 'password.short';
  return problems;
}

export function toInput({ name, email, phone, password }: FormValues, locale: Locale): Input<typeof register> {
  const digits = normalizePhone(phone);
  return { name: cleanName(name), email: email.trim(), password, locale, ...(digits && { phone: digits }) };
}

import type { Locale } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import type { getAccount, updateProfile } from '@feira/schemas/procedures/account';
import { isDocument, normalizeDocument } from '@feira/schemas/rules/document';
import { maskCpfOrCnpj } from '@feira/schemas/rules/mask';
import { formatPhone, isPhone, normalizePhone } from '@feira/schemas/rules/phone';
import { type FieldsOf, field, group, optional, problem, text } from '@feira/shell-kit/fields';

export type Account = Output<typeof getAccount>;

/** Shows the phone with its mask; an empty one removes it. */
const PHONE = field({
  control: { type: 'tel', autoComplete: 'tel-national', maxLength: 20 },
  show: (stored: string | null | undefined) => formatPhone(stored ?? ''),
  read: (typed: string) => {
    const digits = normalizePhone(typed);
    return typed.trim() === '' || isPhone(digits) ? digits : problem('phoneInvalid');
  },
});

/** The fields of the person's own account. */
export const PROFILE = group({
  name: text({ problem: 'nameShort', minLength: 3, control: { autoComplete: 'name', maxLength: 120 } }),
  phone: PHONE,
  /** The document is entered once; afterwards the account shows a part of it. */
  document: {
    ...optional(
      text({
        problem: 'documentInvalid',
        clean: normalizeDocument,
        test: isDocument,
        mask: maskCpfOrCnpj,
        control: { maxLength: 18, spellCheck: false },
      }),
    ),
    show: () => '',
  },
  /** Empty until the person chooses one: then mails use the platform's language. */
  locale: field({
    show: (stored: Locale | null | undefined): Locale | '' => stored ?? '',
    read: (chosen) => chosen || undefined,
  }),
} satisfies FieldsOf<typeof updateProfile>);

import { isEmail } from '@feira/schemas/rules/email';

export interface Invitation {
  name: string;
  email: string;
}

/** What is wrong with it, by field, as keys of texts. */
export const findProblems = ({ name, email }: Invitation) => ({
  ...(name.trim().length < 3 && { name: 'nameShort' as const }),
  ...(!isEmail(email.trim()) && { email: 'emailInvalid' as const }),
});

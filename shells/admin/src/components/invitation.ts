import { isEmail } from '@feira/schemas/rules/email';

export interface Invitation {
  name: string;
  email: string;
}

/** What is wrong with it, by field, as keys of texts. */
export function findInvitationProblems({ name, email }: Invitation) {
  return {
    ...(name.trim().length < 3 && { name: 'people.nameShort' as const }),
    ...(!isEmail(email.trim()) && { email: 'people.emailInvalid' as const }),
  };
}

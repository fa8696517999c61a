import { isEmail } from '@feira/schemas/rules/email';

export type Credentials = { email: string; password: string };
export type FieldProblem = 'emailMissing' | 'emailInvalid' | 'passwordMissing';
export type Problems = { [Field in keyof Credentials]?: FieldProblem };

/** Finds the problems that people can mend before the form is sent. */
export function findProblems({ email, password }: Credentials): Problems {
  const problems: Problems = {};
  if (!email) problems.email = 'emailMissing';
  else if (!isEmail(email)) problems.email = 'emailInvalid';
  if (!password) problems.password = 'passwordMissing';
  return problems;
}

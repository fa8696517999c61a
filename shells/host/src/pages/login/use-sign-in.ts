import { isEmail } from '@feira/schemas/rules/email';
import { ApiError } from '@feira/shell-kit/client';
import { useState } from 'react';

export type Credentials = { email: string; password: string };
export type FieldProblem = 'emailMissing' | 'emailInvalid' | 'passwordMissing';
export type Problems = { [Field in keyof Credentials]?: FieldProblem };

/** What people can mend before anything is sent. */
export function findProblems({ email, password }: Credentials): Problems {
  const problems: Problems = {};
  if (!email) problems.email = 'emailMissing';
  else if (!isEmail(email)) problems.email = 'emailInvalid';
  if (!password) problems.password = 'passwordMissing';
  return problems;
}

/** The server's own words where it answered; null where it did not. */
export type Refusal = { message: string | null };

export function useSignIn(onSignIn: (credentials: Credentials) => Promise<void>) {
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  /** Names the field to go to, when one has to be mended. */
  async function submit(credentials: Credentials): Promise<keyof Credentials | undefined> {
    const found = findProblems(credentials);
    setProblems(found);
    setRefusal(null);
    if (found.email) return 'email';
    if (found.password) return 'password';
    setIsBusy(true);
    try {
      await onSignIn(credentials);
      return undefined;
    } catch (error) {
      const isAnswered = error instanceof ApiError && error.status > 0 && error.message;
      setRefusal({ message: isAnswered ? error.message : null });
      return error instanceof ApiError && error.code === 'SIGN_IN_REFUSED' ? 'password' : undefined;
    } finally {
      setIsBusy(false);
    }
  }
  return { problems, refusal, isBusy, submit };
}

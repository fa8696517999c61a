import { getAccount, updateProfile } from '@feira/schemas/procedures/account';
import { useHost } from '@feira/shell-kit/host-context';
import { useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useStale } from '@feira/shell-kit/use-stale';
import { useState } from 'react';
import { type Account, findProblems, type ProfileFields, toChanges, toFields } from './profile-fields.ts';

export const useAccount = () => useProcedureQuery(getAccount, {});

/** The form over an account: what is typed stands above what is stored until it is saved or given up. */
export function useProfileForm(account: Account) {
  const { mutateAsync, isPending, isSuccess, error, reset } = useProcedureMutation(updateProfile);
  const markStale = useStale();
  const { refreshSession } = useHost();
  const [draft, setDraft] = useState<ProfileFields | null>(null);
  const [isTried, setIsTried] = useState(false);
  const fields = draft ?? toFields(account);
  const changes = toChanges(fields, account);
  const problems = isTried ? findProblems(fields) : {};
  const discard = () => {
    setDraft(null);
    setIsTried(false);
    reset();
  };
  return {
    fields,
    problems,
    isDirty: Object.keys(changes).length > 0,
    isBusy: isPending,
    isSaved: isSuccess,
    error,
    change: (changed: Partial<ProfileFields>) => setDraft({ ...fields, ...changed }),
    discard,
    save: async () => {
      setIsTried(true);
      if (isPending || Object.keys(findProblems(fields)).length > 0) return;
      try {
        await mutateAsync(changes);
      } catch {
        // What went wrong stands in the bar.
        return;
      }
      // Saved all the same where only the header cannot be told.
      await Promise.all([markStale(getAccount), refreshSession().catch(() => undefined)]);
      setDraft(null);
      setIsTried(false);
    },
  };
}

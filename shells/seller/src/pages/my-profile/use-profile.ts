import type { Input } from '@feira/schemas/procedure';
import { getAccount, updateProfile } from '@feira/schemas/procedures/account';
import { useHost } from '@feira/shell-kit/host-context';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export const useAccount = () => useProcedureQuery(getAccount, {});

/** Saves what changed of the own account, and tells the header. */
export function useProfileChange() {
  const change = useChange(updateProfile, getAccount);
  const { refreshSession } = useHost();
  const run = async (input: Input<typeof updateProfile>) => {
    const answer = await change.run(input);
    // Saved all the same where only the header cannot be told.
    if (answer) await refreshSession().catch(() => undefined);
    return answer;
  };
  return { ...change, run };
}

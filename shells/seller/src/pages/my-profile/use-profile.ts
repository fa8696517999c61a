import type { Input } from '@feira/schemas/procedure';
import { getAccount, updateProfile } from '@feira/schemas/procedures/account';
import { useHost } from '@feira/shell-kit/host-context';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export const useAccount = () => useProcedureQuery(getAccount, {});

/** Saves the changes of the own account, and refreshes the header. */
export function useProfileChange() {
  const change = useChange(updateProfile, getAccount);
  const { refreshSession } = useHost();
  const run = async (input: Input<typeof updateProfile>) => {
    const answer = await change.run(input);
    // The change is saved even where the header could not be refreshed.
    if (answer) await refreshSession().catch(() => undefined);
    return answer;
  };
  return { ...change, run };
}

import { getBrand, getSettings, updateRules } from '@feira/schemas/procedures/settings';
import { useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useStale } from '@feira/shell-kit/use-stale';
import type { RulesInput } from './rules-draft.ts';

export const useSettings = () => useProcedureQuery(getSettings, {});

export function useRulesChange() {
  const change = useProcedureMutation(updateRules);
  const markStale = useStale();
  const run = async (input: RulesInput): Promise<boolean> => {
    try {
      await change.mutateAsync(input);
    } catch {
      // The mutation keeps the error, and the form shows it.
      return false;
    }
    await markStale(getSettings, getBrand);
    return true;
  };
  return { run, error: change.error, isBusy: change.isPending, isDone: change.isSuccess, reset: change.reset };
}

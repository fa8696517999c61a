import { getBrand, getSettings, updateRules } from '@feira/schemas/procedures/settings';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export const useSettings = () => useProcedureQuery(getSettings, {});

export const useRulesChange = () => useChange(updateRules, getSettings, getBrand);

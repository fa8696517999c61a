import { getBrand, getSettings, previewRules, updateRules } from '@feira/schemas/procedures/settings';
import { useProposing } from '@feira/shell-desk/money-rules/use-money-rules.ts';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export const useSettings = () => useProcedureQuery(getSettings, {});

/** Changes what is no money rule at once, and money rules after a review. */
export const useRulesChange = (onDone: () => void) =>
  useProposing({ procedure: updateRules, preview: previewRules, stale: [getSettings, getBrand], onDone });

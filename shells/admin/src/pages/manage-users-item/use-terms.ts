import { getPersonTerms, previewPersonTerms, setPersonTerms } from '@feira/schemas/procedures/fees';
import { type ProposalOutcome, useProposing } from '@feira/shell-kit/components/money-rules/use-money-rules';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export const useTerms = (personId: string) => useProcedureQuery(getPersonTerms, { personId });
export const useTermsChange = (onDone: (outcome: ProposalOutcome) => void) =>
  useProposing({ procedure: setPersonTerms, preview: previewPersonTerms, stale: [getPersonTerms], onDone });

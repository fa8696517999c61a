import { getPersonTerms, previewPersonTerms, setPersonTerms } from '@feira/schemas/procedures/fees';
import { type ProposalOutcome, useProposing } from '@feira/shell-kit/components/money-rules/use-money-rules';

/** Apart from the query, because only the dialog changes terms. */
export const useTermsChange = (onDone: (outcome: ProposalOutcome) => void) =>
  useProposing({ procedure: setPersonTerms, preview: previewPersonTerms, stale: [getPersonTerms], onDone });

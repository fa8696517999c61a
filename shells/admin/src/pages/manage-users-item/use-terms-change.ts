import { getPersonTerms, previewPersonTerms, setPersonTerms } from '@feira/schemas/procedures/fees';
import { type ProposalOutcome, useProposing } from '@feira/shell-desk/money-rules/use-money-rules.ts';

/** Apart from the query, because only the dialog changes terms. */
export const useTermsChange = (onDone: (outcome: ProposalOutcome) => void) =>
  useProposing({ procedure: setPersonTerms, preview: previewPersonTerms, stale: [getPersonTerms], onDone });

import { getConnectionCosts, previewConnectionCosts, setConnectionCosts } from '@feira/schemas/procedures/fees';
import { useProposing } from '@feira/shell-desk/money-rules/use-money-rules.ts';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export const useCosts = (platformId: string, connectionId: string) =>
  useProcedureQuery(getConnectionCosts, { platformId, connectionId });
export const useCostsChange = (onDone: () => void) =>
  useProposing({ procedure: setConnectionCosts, preview: previewConnectionCosts, stale: [getConnectionCosts], onDone });

import { getConnectionCosts, setConnectionCosts } from '@feira/schemas/procedures/fees';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export const useCosts = (platformId: string, connectionId: string) =>
  useProcedureQuery(getConnectionCosts, { platformId, connectionId });
export const useCostsChange = () => useChange(setConnectionCosts, getConnectionCosts);

import { getPlatforms } from '@feira/schemas/procedures/figures';
import { liftStop, listProviders, listStops, stopProvider } from '@feira/schemas/procedures/provider-stops';
import { getStatus } from '@feira/schemas/procedures/system';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export const useFigures = () => useProcedureQuery(getPlatforms, {});
export const useHealth = () => useProcedureQuery(getStatus, {});
export const useProviders = () => useProcedureQuery(listProviders, {});
export const useStops = () => useProcedureQuery(listStops, { limit: 10 });
export const useStopping = () => useChange(stopProvider, listProviders, listStops);
export const useLifting = () => useChange(liftStop, listProviders, listStops);

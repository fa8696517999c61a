import { listRoutes, setRoutes } from '@feira/schemas/procedures/routing';
import { useChange } from '../../use-change.ts';
import { useProcedureQuery } from '../../use-procedure.ts';

/** Reads the own platform's routes where no platform is named. */
const toPlatform = (platformId: string | undefined) => (platformId ? { platformId } : {});

export const useRoutes = (platformId: string | undefined) => useProcedureQuery(listRoutes, toPlatform(platformId));

export function useRoutesChange(platformId: string | undefined) {
  const { run, ...change } = useChange(setRoutes, listRoutes);
  return {
    ...change,
    run: (input: Omit<Parameters<typeof run>[0], 'platformId'>) => run({ ...toPlatform(platformId), ...input }),
  };
}

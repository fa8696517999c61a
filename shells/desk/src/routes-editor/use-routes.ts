import { listRoutes, previewRoutes, setRoutes } from '@feira/schemas/procedures/routing';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useProposing } from '../money-rules/use-money-rules.ts';

/** Reads the own platform's routes where no platform is named. */
const toPlatform = (platformId: string | undefined) => (platformId ? { platformId } : {});

export const useRoutes = (platformId: string | undefined) => useProcedureQuery(listRoutes, toPlatform(platformId));

export function useRoutesChange(platformId: string | undefined, onDone: () => void) {
  const { review, ...proposing } = useProposing({
    procedure: setRoutes,
    preview: previewRoutes,
    stale: [listRoutes],
    onDone,
  });
  return {
    ...proposing,
    review: (input: Omit<Parameters<typeof review>[0], 'platformId'>) =>
      review({ ...toPlatform(platformId), ...input }),
  };
}

import type { Output } from '@feira/schemas/procedure';
import { listPlatforms } from '@feira/schemas/procedures/platforms';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Platform = Output<typeof listPlatforms>['platforms'][number];

/** Lists the own platform and those it operates. */
export const usePlatforms = () => useProcedureQuery(listPlatforms, {});

import type { Output } from '@feira/schemas/procedure';
import { getHead } from '@feira/schemas/procedures/profiles';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Head = Output<typeof getHead>;

export const useHead = (personId: string) => useProcedureQuery(getHead, { personId });

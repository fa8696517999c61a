import type { Input, Output } from '@feira/schemas/procedure';
import { listManagedUsers } from '@feira/schemas/procedures/people';
import { useListQuery } from '@feira/shell-kit/use-procedure';

export type ManagedUser = Output<typeof listManagedUsers>['people'][number];

/** People whom the signed-in manager looks after. */
export const useManagedUsers = (input: Input<typeof listManagedUsers>) => useListQuery(listManagedUsers, input);

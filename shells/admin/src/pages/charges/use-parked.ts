import type { Output } from '@feira/schemas/procedure';
import { endParked, listParked, lookUpParked } from '@feira/schemas/procedures/payments';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery } from '@feira/shell-kit/use-procedure';

export type Parked = Output<typeof listParked>['items'][number];

export const useParked = (after: string | null) => useListQuery(listParked, after ? { after } : {});
export const useParkedLookup = () => useChange(lookUpParked, listParked);
export const useParkedEnd = () => useChange(endParked, listParked);

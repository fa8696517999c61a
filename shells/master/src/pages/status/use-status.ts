import type { Output } from '@feira/schemas/procedure';
import { getStatus, releaseOutgoing } from '@feira/schemas/procedures/system';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Status = Output<typeof getStatus>;
export type Installation = NonNullable<Status['installation']>;

export const useStatus = () => useProcedureQuery(getStatus, {}, () => true);
export const useRelease = () => useChange(releaseOutgoing, getStatus);

import type { ApiKeyKind } from '@feira/schemas/api';
import type { Output } from '@feira/schemas/procedure';
import { createKey, listKeys, listRequests, revokeKey, rollKey, updateKey } from '@feira/schemas/procedures/api-keys';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type ListedKey = Output<typeof listKeys>['keys'][number];
export type KeyRequest = Output<typeof listRequests>['items'][number];

export const useKeys = (kind: ApiKeyKind) => useProcedureQuery(listKeys, { kind });
export const useRequests = (keyId: string, isRefused: boolean, after: string | null) =>
  useListQuery(listRequests, { keyId, ...(isRefused && { isRefused }), ...(after && { after }) });

export const useCreation = () => useChange(createKey, listKeys);
export const useUpdate = () => useChange(updateKey, listKeys);
export const useRoll = () => useChange(rollKey, listKeys);
export const useRevocation = () => useChange(revokeKey, listKeys);

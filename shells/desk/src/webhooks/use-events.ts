import type { ApiKeyKind } from '@feira/schemas/api';
import type { Input, Output } from '@feira/schemas/procedure';
import { getEvent, listEvents } from '@feira/schemas/procedures/events';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type ListedEvent = Output<typeof listEvents>['items'][number];

export const useEvents = (owner: ApiKeyKind, input: Omit<Input<typeof listEvents>, 'owner'>) =>
  useListQuery(listEvents, { owner, ...input });
export const useEvent = (owner: ApiKeyKind, eventId: string) => useProcedureQuery(getEvent, { owner, eventId });

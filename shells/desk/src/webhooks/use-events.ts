import type { ApiKeyKind } from '@feira/schemas/api';
import type { EventType } from '@feira/schemas/event-types';
import type { Output } from '@feira/schemas/procedure';
import { getEvent, listEvents } from '@feira/schemas/procedures/events';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type ListedEvent = Output<typeof listEvents>['items'][number];

export interface EventsFilter {
  type: EventType | null;
  /** The id of a sale or of another subject. */
  subjectId: string | null;
  after: string | null;
}

export const useEvents = (owner: ApiKeyKind, { type, subjectId, after }: EventsFilter) =>
  useListQuery(listEvents, {
    owner,
    ...(type && { type }),
    ...(subjectId && { subjectId }),
    ...(after && { after }),
  });
export const useEvent = (owner: ApiKeyKind, eventId: string) => useProcedureQuery(getEvent, { owner, eventId });

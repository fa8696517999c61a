import type { Input, Output } from '@feira/schemas/procedure';
import { listEvents } from '@feira/schemas/procedures/audit';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type AuditEvent = Output<typeof listEvents>['events'][number];

/** Who did what; the page before stays on the screen until the next is here. */
export const useEvents = (input: Input<typeof listEvents>) => useProcedureQuery(listEvents, input);

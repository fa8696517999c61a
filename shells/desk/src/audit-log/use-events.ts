import type { Input, Output } from '@feira/schemas/procedure';
import { listEvents } from '@feira/schemas/procedures/audit';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type AuditEvents = Output<typeof listEvents>;

/** Lists events; the previous page stays on the screen until the next one has arrived. */
export const useEvents = (input: Input<typeof listEvents>) => useProcedureQuery(listEvents, input);

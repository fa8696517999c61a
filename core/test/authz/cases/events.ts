/** Cases of events: each seller reads their own, and administrators those of the whole platform. */
import type { Context, ProcedureCase } from '../case.ts';
import { ownerOf } from './seller-webhooks.ts';

const named = (context: Context, eventId: string) => ({ eventId, owner: ownerOf(context) });

export const EVENTS: Record<string, ProcedureCase> = {
  'events.listEvents': {
    ids: ['subjectId'],
    variants: {
      own: { input: (context) => ({ owner: ownerOf(context), subjectId: context.caller.eventId }), outcome: 'ok' },
      foreign: {
        input: (context) => ({ owner: ownerOf(context), subjectId: context.foreign.eventId }),
        outcome: 'nothing',
      },
    },
  },
  'events.getEvent': {
    ids: ['eventId'],
    variants: {
      own: { input: (context) => named(context, context.caller.eventId), outcome: 'ok' },
      other: {
        input: (context) => named(context, context.other.eventId),
        outcome: { rest: 'EVENT_NOT_FOUND', 'admin-with': 'ok' },
      },
      foreign: { input: (context) => named(context, context.foreign.eventId), outcome: 'EVENT_NOT_FOUND' },
      operated: { input: (context) => named(context, context.operated.eventId), outcome: 'EVENT_NOT_FOUND' },
    },
  },
};

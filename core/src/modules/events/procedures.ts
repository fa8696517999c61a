import * as declared from '@feira/schemas/procedures/events';
import fp from 'fastify-plugin';
import { ownerOf } from '../../plugins/access.ts';
import { AppError } from '../../plugins/errors.ts';
import { readPage } from '../../plugins/procedures.ts';
import { readEventData } from './data.ts';
import { selectDeliveriesOf } from './delivery-model.ts';
import { EVENTS, type EventRow, selectEvent } from './model.ts';

const toAnswer = ({ id, type, sellerId, subjectId, happenedAt }: EventRow) => ({
  id,
  type,
  sellerId,
  subjectId,
  createdAt: happenedAt,
});

export default fp(
  async (app) => {
    app.procedure(declared.listEvents, async ({ input: { owner, ...filter }, platform, person }) => {
      const sellerId = ownerOf(person, owner);
      const { rows, next } = await readPage(app, platform.id, EVENTS, { ...filter, sellerId });
      return { items: rows.map(toAnswer), next };
    });

    app.procedure(declared.getEvent, async ({ input: { owner, eventId }, platform, person }) => {
      const { id } = platform;
      const sellerId = ownerOf(person, owner);
      const event = await app.database.find(id, selectEvent(id, sellerId, eventId), true);
      if (!event) throw new AppError('EVENT_NOT_FOUND', { fields: ['eventId'] });
      const deliveries = await app.database.list(id, selectDeliveriesOf(id, sellerId, eventId), true);
      return {
        ...toAnswer(event),
        data: (await readEventData(app, id, event)) as Record<string, unknown> | null,
        deliveries,
      };
    });
  },
  { name: 'events-procedures', dependencies: ['procedures', 'database', 'platforms'] },
);

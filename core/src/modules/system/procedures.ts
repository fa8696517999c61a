import { getStatus, releaseOutgoing, WORK_QUEUES } from '@feira/schemas/procedures/system';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { recordEvent } from '../audit/service.ts';
import { readDueWork, readOldestWork } from './oldest-work.ts';
import { readHold, releaseHold } from './outgoing.ts';
import {
  SELECT_ALERTS,
  SELECT_FAILED_JOBS,
  selectConnectionHealth,
  selectIsOperated,
  selectLastRuns,
  selectNodes,
} from './status-model.ts';
import { readUpkeep } from './upkeep.ts';

export default fp(
  async (app) => {
    const { jobs } = app.database;

    async function readInstallation() {
      const [nodes, failedJobs, alerts, oldest, due, upkeep, hold] = await Promise.all([
        jobs.list(selectNodes(app.config.nodeLiveSeconds)),
        jobs.list(SELECT_FAILED_JOBS),
        jobs.list(SELECT_ALERTS),
        readOldestWork(app),
        readDueWork(app),
        readUpkeep(app),
        readHold(app),
      ]);
      const queues = WORK_QUEUES.map((queue) => ({
        queue,
        due: due?.[queue] ?? 0,
        oldestSeconds: oldest?.[queue] ?? 0,
      }));
      return { nodes, queues, failedJobs, alerts, upkeep, hold };
    }

    app.procedure(getStatus, async ({ platform }) => {
      const [owner, connections, reconciliations] = await Promise.all([
        jobs.find(selectIsOperated(platform.id)),
        jobs.list(selectConnectionHealth(platform.id)),
        jobs.list(selectLastRuns(platform.id)),
      ]);
      const installation = owner?.isOperated ? null : await readInstallation();
      return { at: app.clock.now(), installation, connections, reconciliations };
    });

    app.procedure(releaseOutgoing, async ({ platform, person, request }) => {
      // The hold is the whole installation's.
      if ((await jobs.find(selectIsOperated(platform.id)))?.isOperated) throw new AppError('ACCESS_DENIED');
      if (await releaseHold(app, `${person.name} (${person.id})`))
        await app.database.run(platform.id, recordEvent(platform.id, request, { type: 'platform.outgoingReleased' }));
    });
  },
  { name: 'system-procedures', dependencies: ['procedures', 'database', 'config', 'clock'] },
);

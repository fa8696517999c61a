import { getStatus, WORK_QUEUES } from '@feira/schemas/procedures/system';
import fp from 'fastify-plugin';
import { readDueWork, readOldestWork } from './oldest-work.ts';
import {
  SELECT_ALERTS,
  SELECT_FAILED_JOBS,
  selectConnectionHealth,
  selectIsOperated,
  selectLastRuns,
  selectNodes,
} from './status-model.ts';

export default fp(
  async (app) => {
    const { jobs } = app.database;

    async function readInstallation() {
      const [nodes, failedJobs, alerts, oldest, due] = await Promise.all([
        jobs.list(selectNodes(app.config.nodeLiveSeconds)),
        jobs.list(SELECT_FAILED_JOBS),
        jobs.list(SELECT_ALERTS),
        readOldestWork(app.database),
        readDueWork(app.database),
      ]);
      const queues = WORK_QUEUES.map((queue) => ({
        queue,
        due: due?.[queue] ?? 0,
        oldestSeconds: oldest?.[queue] ?? 0,
      }));
      return { nodes, queues, failedJobs, alerts };
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
  },
  { name: 'system-procedures', dependencies: ['procedures', 'database', 'config', 'clock'] },
);

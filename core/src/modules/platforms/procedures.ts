import { withDefaultSettings } from '@feira/schemas/platform';
import * as declared from '@feira/schemas/procedures/platforms';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '../../plugins/errors.ts';
import { resolveOperated } from '../../plugins/platforms.ts';
import { type AuditEntry, recordOperated } from '../audit/service.ts';
import { addHost, readHost, removeHost } from '../domains/service.ts';
import { changePlatform } from '../settings/service.ts';
import { createPlatform } from './create-platform.ts';
import { type PlatformRow, selectPlatform, selectPlatforms } from './model.ts';

const toPlatform = ({ createdAt, id, name, status, hosts }: PlatformRow, ownId: string) => ({
  id,
  name,
  status,
  isOwn: id === ownId,
  hosts,
  createdAt: createdAt.toISOString(),
});

export default fp(
  async (app) => {
    const recorder = (request: FastifyRequest, platformId: string) => (entry: AuditEntry) =>
      recordOperated(request, platformId, entry);

    app.procedure(declared.listPlatforms, async ({ platform }) => {
      const rows = await app.database.list(platform.id, selectPlatforms(platform.id), true);
      return { platforms: rows.map((row) => toPlatform(row, platform.id)) };
    });

    app.procedure(declared.getPlatform, async ({ input, platform, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      const row = (await app.database.find(platformId, selectPlatform(platformId), true))!;
      return { ...toPlatform(row, platform.id), settings: withDefaultSettings(row.settings) };
    });

    app.procedure(declared.createPlatform, async ({ input, request }) => ({
      platformId: await createPlatform(app, request, input),
    }));

    app.procedure(declared.updatePlatform, async ({ input: { platformId: id, ...change }, platform, request }) => {
      const platformId = await resolveOperated(app, request, id);
      if (platformId === platform.id && change.status === 'DISABLED') {
        throw new AppError('PLATFORM_SELF', { fields: ['status'] });
      }
      await changePlatform(app, platformId, change, {
        type: 'platform.changed',
        record: recorder(request, platformId),
        toField: (setting) => `settings.${setting}`,
      });
    });

    app.procedure(declared.addHost, async ({ input, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      await addHost(app, platformId, readHost(app, input.host), recorder(request, platformId));
    });

    app.procedure(declared.removeHost, async ({ input, request }) => {
      const platformId = await resolveOperated(app, request, input.platformId);
      await removeHost(app, platformId, input.host, recorder(request, platformId));
    });
  },
  { name: 'platforms-procedures', dependencies: ['procedures', 'platforms', 'data-keys'] },
);

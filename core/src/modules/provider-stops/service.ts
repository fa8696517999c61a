/** Stops providers on all platforms of a master, and lifts the stops. Nodes hear of both at commit, and drop what they keep (see cache.ts). */
import type { listProviders } from '@feira/schemas/procedures/provider-stops';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import type { RowOf } from '../../shared/answer.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import { selectPlatforms } from '../platforms/model.ts';
import { endStop, insertStop, selectOpenStops, selectUses } from './model.ts';

type App = Pick<FastifyInstance, 'database'>;

interface Use extends RowOf<typeof listProviders, 'providers'> {}

/** Lists the versions that enabled connections of these platforms use, by provider. */
export async function listUses({ database }: App, operatorId: string): Promise<Use[]> {
  const platforms = await database.list(operatorId, selectPlatforms(operatorId), true);
  const stops = await database.list(operatorId, selectOpenStops(operatorId), true);
  const uses = new Map<string, Use>();
  for (const { id } of platforms) {
    for (const { provider, version, connections } of await database.list(id, selectUses(id), true)) {
      const key = `${provider} ${version}`;
      const known = uses.get(key) ?? { provider, version, connections: 0, platforms: 0, isStopped: false };
      known.connections += connections;
      known.platforms += 1;
      uses.set(key, known);
    }
  }
  const isStopped = ({ provider, version }: Use) =>
    stops.some((stop) => stop.provider === provider && (stop.version === null || stop.version === version));
  return [...uses.values()]
    .map((use) => ({ ...use, isStopped: isStopped(use) }))
    .sort((a, b) => a.provider.localeCompare(b.provider) || a.version.localeCompare(b.version));
}

const toSubject = (provider: string, version: string | null) => {
  const name = version === null ? provider : `${provider} ${version}`;
  return { type: 'package', id: name, name } as const;
};

export interface Stop {
  provider: string;
  version?: string | undefined;
  reason: string;
}

/** Throws PROVIDER_UNUSED where nothing would be stopped, because a slip in the name must not pass for a stop. */
export async function stopProvider(
  app: App,
  { platform, person, request }: PersonCall,
  { provider, version = undefined, reason }: Stop,
): Promise<string> {
  const uses = await listUses(app, platform.id);
  const isUsed = uses.some((use) => use.provider === provider && (version === undefined || use.version === version));
  if (!isUsed) throw new AppError('PROVIDER_UNUSED', { fields: [version === undefined ? 'provider' : 'version'] });
  const stop = { id: newId(), provider, version: version ?? null, reason, by: person.name };
  await app.database.transaction(platform.id, async (transaction) => {
    const added = await transaction.find(insertStop(platform.id, stop));
    if (!added) throw new AppError('STOP_REPEATED', { fields: ['provider'] });
    const subject = toSubject(provider, stop.version);
    await transaction.run(
      recordEvent(platform.id, request, { type: 'provider.stopped', subject, details: { reason } }),
    );
  });
  return stop.id;
}

export function liftStop(app: App, { platform, person, request }: PersonCall, stopId: string): Promise<void> {
  return app.database.transaction(platform.id, async (transaction) => {
    const ended = await transaction.find(endStop(platform.id, stopId, person.name));
    if (!ended) throw new AppError('STOP_NOT_FOUND', { fields: ['stopId'] });
    const subject = toSubject(ended.provider, ended.version);
    await transaction.run(recordEvent(platform.id, request, { type: 'provider.stopLifted', subject }));
  });
}

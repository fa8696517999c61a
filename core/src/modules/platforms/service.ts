import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';

type Database = Pick<FastifyInstance, 'database'>;

/** Answers a row where the one platform runs the other, whatever the status of the other is. */
const selectOperated = (operatorId: string, platformId: string): Statement => ({
  text: 'SELECT 1 FROM platform WHERE platform_id = $2 AND operator_id = $1',
  values: [operatorId, platformId],
});

/**
 * The platform that a call is about: the own one, or one that the caller's platform operates, where the caller is a master.
 * Work then runs with the answered id, so that the database itself keeps to that platform. Everything else looks as if it did
 * not exist.
 */
export async function resolveOperated(
  app: Database,
  request: Pick<FastifyRequest, 'platform' | 'person'>,
  platformId: string | undefined,
): Promise<string> {
  const own = request.platform.id;
  if (platformId === undefined || platformId === own) return own;
  if (!request.person?.roles.includes('master')) throw new AppError('PLATFORM_NOT_FOUND');
  const [result] = await app.database.read(own, [selectOperated(own, platformId)], true);
  if (result?.rowCount !== 1) throw new AppError('PLATFORM_NOT_FOUND');
  return platformId;
}

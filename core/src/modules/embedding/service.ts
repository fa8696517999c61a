import { readEmbedOrigin } from '@feira/schemas/rules/embed-origin';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { recordEvent } from '../audit/service.ts';
import { lockOrigins, writeOrigins } from './model.ts';

/** Sets the origins of the caller. Throws EMBED_ORIGIN_INVALID, which names the ones that may not be allowed. */
export function updateOrigins(
  app: Pick<FastifyInstance, 'database'>,
  { platform, person, request }: PersonCall,
  typed: readonly string[],
): Promise<{ origins: string[] }> {
  const read = typed.map(readEmbedOrigin);
  const fields = read.flatMap((origin, index) => (origin === null ? [`origins.${index}`] : []));
  if (fields.length > 0) throw new AppError('EMBED_ORIGIN_INVALID', { fields });
  const origins = [...new Set(read as string[])];
  return app.database.transaction(platform.id, async (transaction) => {
    const before = (await transaction.find(lockOrigins(platform.id, person.id)))?.origins ?? [];
    if (before.join() === origins.join()) return { origins };
    await transaction.run(writeOrigins(platform.id, person.id, origins));
    const { id, name, email } = person;
    await transaction.run(
      recordEvent(platform.id, request, {
        type: 'embedding.changed',
        subject: { type: 'person', id, name, email },
        details: { before: { embedOrigins: before }, after: { embedOrigins: origins } },
      }),
    );
    return { origins };
  });
}

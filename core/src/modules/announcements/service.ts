/** Announces things to the people of a platform. A job gives each of them a notification, and mails go the way of notifications. */
import type { Input } from '@feira/schemas/procedure';
import type { createAnnouncement } from '@feira/schemas/procedures/announcements';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { newId } from '../../shared/ids.ts';
import { recordEvent } from '../audit/service.ts';
import {
  type DueAnnouncement,
  endAnnouncement,
  findMailLimit,
  finishTelling,
  insertAnnouncement,
  lockAnnouncements,
  MOST_MS,
  type NewAnnouncement,
  tellPage,
} from './model.ts';

type App = Pick<FastifyInstance, 'database' | 'clock'>;

const titleOf = (texts: NewAnnouncement['texts']) => (texts['pt-BR'] ?? texts.en)?.title ?? '';

/** Returns the id. */
export async function announce(
  { database, clock }: App,
  { platform, person, request }: PersonCall,
  { startsAt: asked, endsAt: end, ...content }: Input<typeof createAnnouncement>,
): Promise<string> {
  const now = clock.now();
  const startsAt = asked && new Date(asked) > now ? new Date(asked) : now;
  const endsAt = new Date(end);
  const lasts = endsAt.getTime() - startsAt.getTime();
  if (lasts <= 0 || lasts > MOST_MS) throw new AppError('ANNOUNCEMENT_PERIOD_INVALID', { fields: ['endsAt'] });
  if (startsAt.getTime() - now.getTime() > MOST_MS)
    throw new AppError('ANNOUNCEMENT_PERIOD_INVALID', { fields: ['startsAt'] });
  const isScheduled = startsAt > now;
  const announcement = {
    ...content,
    id: newId(),
    startsAt: isScheduled ? startsAt : null,
    endsAt,
    authorName: person.name,
  };
  await database.transaction(platform.id, async (transaction) => {
    if (content.isMailed) {
      await transaction.run(lockAnnouncements(platform.id));
      const isFull = await transaction.find(findMailLimit(platform.id, startsAt));
      if (isFull) throw new AppError('ANNOUNCEMENT_MAIL_LIMIT', { fields: ['isMailed'] });
    }
    await transaction.run(insertAnnouncement(platform.id, announcement));
    const { audience, texts, link, isMailed } = content;
    await transaction.run(
      recordEvent(platform.id, request, {
        type: 'announcement.created',
        details: { title: titleOf(texts), audience, link, isMailed, startsAt, endsAt },
      }),
    );
  });
  return announcement.id;
}

export function end({ database }: App, { platform, request }: PersonCall, announcementId: string): Promise<void> {
  return database.transaction(platform.id, async (transaction) => {
    const ended = await transaction.find(endAnnouncement(platform.id, announcementId));
    if (!ended) throw new AppError('ANNOUNCEMENT_NOT_FOUND', { fields: ['announcementId'] });
    const details = { title: titleOf(ended.texts) };
    await transaction.run(recordEvent(platform.id, request, { type: 'announcement.ended', details }));
  });
}

/** Tells everybody of the audience. Repeats, and what a dead node left, tell nobody twice. */
export async function tell(
  app: Pick<FastifyInstance, 'database' | 'findPlatform'>,
  due: DueAnnouncement,
): Promise<void> {
  const { platformId, id } = due;
  const locale = (await app.findPlatform(platformId))?.settings.locale ?? 'pt-BR';
  let after: string | null = null;
  do {
    const [told]: [{ rows: { last: string }[] }] = await app.database.write(platformId, [
      tellPage(platformId, due, after, locale),
    ]);
    after = told.rows[0]?.last ?? null;
  } while (after);
  await app.database.write(platformId, [finishTelling(platformId, id)]);
}

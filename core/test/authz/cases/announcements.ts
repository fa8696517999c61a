/** Cases of announcements: administrators with the permission write them. The announcement of the fixtures is over. */
import { type ProcedureCase, plain } from '../case.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

export const ANNOUNCEMENTS: Record<string, ProcedureCase> = {
  'announcements.listAnnouncements': plain(),
  // It begins tomorrow, so that nobody is told.
  'announcements.createAnnouncement': plain(() => ({
    audience: ['STAFF'],
    texts: { en: { title: 'News', text: 'There is news.' } },
    link: null,
    isMailed: false,
    startsAt: inDays(1),
    endsAt: inDays(2),
  })),
  'announcements.endAnnouncement': {
    ids: ['announcementId'],
    variants: {
      own: { input: ({ other }) => ({ announcementId: other.announcementId }), outcome: 'ANNOUNCEMENT_NOT_FOUND' },
      foreign: {
        input: ({ foreign }) => ({ announcementId: foreign.announcementId }),
        outcome: 'ANNOUNCEMENT_NOT_FOUND',
      },
      operated: {
        input: ({ operated }) => ({ announcementId: operated.announcementId }),
        outcome: 'ANNOUNCEMENT_NOT_FOUND',
      },
    },
  },
  'announcements.markSeen': {
    isPersonal: true,
    ids: ['announcementId'],
    variants: {
      own: { input: ({ other }) => ({ announcementId: other.announcementId }), outcome: 'nothing' },
      foreign: { input: ({ foreign }) => ({ announcementId: foreign.announcementId }), outcome: 'nothing' },
      operated: { input: ({ operated }) => ({ announcementId: operated.announcementId }), outcome: 'nothing' },
    },
  },
};

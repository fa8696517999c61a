/** Announcements of a platform to the people who work with it. */

import { dateTimeSchema, textSchema, uuidSchema } from '../common.ts';
import type { ErrorTexts } from '../errors.ts';
import { CHANGING, READING } from '../limits.ts';
import {
  countSchema,
  nothingSchema,
  nullable,
  optional,
  page,
  pageOf,
  REFUSALS,
  record,
  recordWith,
} from '../parts.ts';
import { adminWith, type Procedure } from '../procedure.ts';

const ANNOUNCER = adminWith('isNotificationsAvailable');

/** SELLERS: those who sell. AFFILIATES: affiliates and co-producers. STAFF: administrators, masters and managers. */
export const AUDIENCES = ['SELLERS', 'AFFILIATES', 'STAFF'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** An announcement ends after this time at the latest. */
export const MOST_ANNOUNCED_DAYS = 60;
/** The most announcements that are mailed in seven days. */
export const MOST_MAILED = 2;

/** One line. */
const title = { type: 'string', minLength: 1, maxLength: 80, pattern: '^\\P{Cc}*\\S\\P{Cc}*$' } as const;
const text = { type: 'string', minLength: 1, maxLength: 600, pattern: '\\S' } as const;
const words = record({ title, text });

const announcement = {
  audience: { type: 'array', minItems: 1, maxItems: 3, uniqueItems: true, items: { type: 'string', enum: AUDIENCES } },
  /** By language. Who reads another language than those given gets the one that there is. */
  texts: { ...optional({ 'pt-BR': words, en: words }), minProperties: 1 },
  /** A page of this platform, such as /platform/my-sales, or an address that begins with https://. */
  link: nullable({ type: 'string', maxLength: 300, pattern: '^(/([^/\\\\\\s]\\S*)?|https://[^\\s/]+\\S*)$' }),
  /** Whether it is mailed too, to those who want mails about announcements. */
  isMailed: { type: 'boolean' },
  endsAt: dateTimeSchema,
} as const;

/** SCHEDULED: its time has not begun. ENDED: its time is over, or somebody ended it. */
export const ANNOUNCEMENT_STATES = ['SCHEDULED', 'ACTIVE', 'ENDED'] as const;

export const listAnnouncements = {
  name: 'announcements.listAnnouncements',
  kind: 'query',
  summary: 'Lists the announcements of the platform of the last 90 days, with how many people have seen each.',
  access: ANNOUNCER,
  limit: READING,
  input: optional(page),
  output: pageOf(
    record({
      id: uuidSchema,
      ...announcement,
      startsAt: dateTimeSchema,
      endedAt: nullable(dateTimeSchema),
      state: { type: 'string', enum: ANNOUNCEMENT_STATES },
      authorName: textSchema(120),
      /** The people who have it in their bell. */
      told: countSchema,
      /** Those of them who saw it on a page, or have read it. */
      seen: countSchema,
    }),
  ),
  errors: REFUSALS,
} as const satisfies Procedure;

export const createAnnouncement = {
  name: 'announcements.createAnnouncement',
  kind: 'mutation',
  summary: 'Announces something to people of the platform, now or from a time on.',
  access: ANNOUNCER,
  limit: CHANGING,
  input: recordWith(announcement, { startsAt: dateTimeSchema }),
  output: record({ announcementId: uuidSchema }),
  errors: [...REFUSALS, 'ANNOUNCEMENT_PERIOD_INVALID', 'ANNOUNCEMENT_MAIL_LIMIT'],
} as const satisfies Procedure;

export const endAnnouncement = {
  name: 'announcements.endAnnouncement',
  kind: 'mutation',
  summary: 'Ends an announcement at once: nobody sees it any more, and mails about it that wait are not sent.',
  access: ANNOUNCER,
  limit: CHANGING,
  input: record({ announcementId: uuidSchema }),
  output: nothingSchema,
  errors: [...REFUSALS, 'ANNOUNCEMENT_NOT_FOUND'],
} as const satisfies Procedure;

export const markSeen = {
  name: 'announcements.markSeen',
  kind: 'mutation',
  summary: 'Notes that the signed-in person has an announcement before their eyes.',
  access: { kind: 'signedIn' },
  limit: CHANGING,
  input: record({ announcementId: uuidSchema }),
  output: nothingSchema,
  errors: ['LOGIN_REQUIRED', 'IMPERSONATION_FORBIDDEN'],
} as const satisfies Procedure;

/** The announcement that stands above the pages of a person: the newest that they have not dismissed. */
export const shownAnnouncementSchema = nullable(
  record({
    id: uuidSchema,
    /** Marking this notification as read dismisses the announcement. */
    notificationId: uuidSchema,
    title: textSchema(80),
    text: textSchema(600),
    link: nullable(textSchema(300)),
    isSeen: { type: 'boolean' },
  }),
);

export const announcementsErrors = {
  ANNOUNCEMENT_PERIOD_INVALID: {
    status: 422,
    'pt-BR': 'Escolha um fim depois do início e até 60 dias adiante; o início pode ser em até 60 dias.',
    en: 'Choose an end after the start and at most 60 days later; the start can be up to 60 days ahead.',
  },
  ANNOUNCEMENT_MAIL_LIMIT: {
    status: 409,
    'pt-BR':
      'A plataforma já envia dois comunicados por e-mail em sete dias. Publique sem e-mail, ou comece em outra data.',
    en: 'The platform already emails two announcements within seven days. Publish it without email, or start it on another date.',
  },
  ANNOUNCEMENT_NOT_FOUND: {
    status: 404,
    'pt-BR': 'Este comunicado não existe ou já terminou.',
    en: 'This announcement does not exist or is already over.',
  },
} as const satisfies ErrorTexts;

/** The mails of a platform: what was sent, what waits, and what could not be delivered. */
import { dateTimeSchema, LOCALES, textSchema, uuidSchema } from '../common.ts';
import { READING } from '../limits.ts';
import {
  countSchema,
  emailSchema,
  next,
  nullable,
  optional,
  PLATFORM_REFUSALS,
  page,
  period,
  record,
} from '../parts.ts';
import { MASTER, type Procedure } from '../procedure.ts';

export const MAIL_STATES = ['WAITING', 'SENT', 'FAILED'] as const;

export const listMails = {
  name: 'mail.listMails',
  kind: 'query',
  summary:
    "Lists the mails of the caller's platform, or of one that it operates, newest first, without their contents. They are kept for 30 days.",
  access: MASTER,
  limit: READING,
  input: optional({
    platformId: uuidSchema,
    ...period,
    state: { type: 'string', enum: MAIL_STATES },
    /** Only those to exactly this address. */
    recipient: emailSchema,
    ...page,
  }),
  output: record({
    items: {
      type: 'array',
      items: record({
        id: uuidSchema,
        createdAt: dateTimeSchema,
        /** The kind of mail. */
        template: textSchema(40),
        locale: { type: 'string', enum: LOCALES },
        /** Masked: the letter that it begins with and its domain. */
        recipient: textSchema(254),
        state: { type: 'string', enum: MAIL_STATES },
        attempts: countSchema,
        /** The code of the last failure; null where none failed. */
        failure: nullable(textSchema(200)),
        sentAt: nullable(dateTimeSchema),
      }),
    },
    next,
    /** The counts cover the last 24 hours. */
    recent: record({ sent: countSchema, waiting: countSchema, failed: countSchema }),
  }),
  errors: [...PLATFORM_REFUSALS, 'PERIOD_INVALID'],
} as const satisfies Procedure;

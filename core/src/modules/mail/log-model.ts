/** Lists mails for masters, without what stands in them. */

import type { listMails } from '@feira/schemas/procedures/mail';
import type { Statement } from '../../plugins/database.ts';
import type { FilterOf, RowOf } from '../../shared/answer.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { isWithin } from '../../shared/period.ts';
import { ofWholePlatform } from '../../shared/statement.ts';

interface Recent {
  sent: number;
  waiting: number;
  failed: number;
}

const countRecent = (platformId: string): Statement<Recent> => ({
  text: `SELECT count(*) FILTER (WHERE state = 'SENT')::int AS sent, count(*) FILTER (WHERE state = 'WAITING')::int AS waiting,
      count(*) FILTER (WHERE state = 'FAILED')::int AS failed
    FROM mail WHERE platform_id = $1 AND created_at > now() - interval '24 hours' AND ${ofWholePlatform('created_at')}`,
  values: [platformId],
});

/** Addresses are masked, because a list of them is worth stealing; a person who asks about one names it. */
export const MAILS: List<RowOf<typeof listMails>, FilterOf<typeof listMails>, Recent> = {
  isFresh: true,
  totals: countRecent,
  sql: ({ from, to, state, recipient }, bind) => ({
    columns: `m.id, m.created_at, m.template, m.locale, regexp_replace(m.recipient, '^(.)[^@]*', '\\1…') AS recipient, m.state,
      m.attempts, m.failure, m.sent_at`,
    from: 'mail m',
    where: [
      'm.platform_id = $1',
      ofWholePlatform('m.created_at'),
      ...isWithin('m.created_at', { from, to }, bind),
      state && `m.state = ${bind(state)}`,
      recipient && `m.recipient = ${bind(recipient)}`,
    ],
    order: newestFirst('m'),
  }),
};

/** Mails notifications to those who want them so, each once: the row of the queue goes after its mail is written, whose id is its own. */
import { CURRENCIES, type Currency } from '@feira/schemas/common';
import {
  defaultModeOf,
  isMailed,
  type MailedType,
  type MailMode,
  NOTIFICATION_TOPICS,
  type NotificationTopic,
  TOPIC_OF,
} from '@feira/schemas/rules/notification-topics';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { readToken, signToken } from '../../shared/signed-token.ts';
import { findNext, findQuietEnd, type QuietHours } from '../../shared/wall-clock.ts';
import type { SummaryLine } from '../mail/model.ts';
import { prepareMail } from '../mail/service.ts';
import {
  type Choices,
  type DueRow,
  holdMail,
  type MailNotice,
  type Notice,
  type Recipient,
  removeQueued,
  selectNotice,
  selectRecipient,
  setChoice,
  takeSummary,
} from './mail-model.ts';

export type NoticesApp = Pick<
  FastifyInstance,
  'database' | 'config' | 'dataKeys' | 'findPlatform' | 'findPlatformUrl' | 'clock'
>;
type Mailed = Notice & { type: MailedType };

/** The way in which somebody hears of a topic. */
interface Channels {
  email: MailMode;
  push: boolean;
  bell: boolean;
  webhook: boolean;
}

/** Returns what a person chose for a topic, else its default: topics that are mailed at once are pushed. */
export function channelsOf(choices: Choices, topic: NotificationTopic): Channels {
  const { email = defaultModeOf(topic), push = null, bell = true, webhook = true } = choices[topic] ?? {};
  return { email, push: push ?? email === 'EACH', bell, webhook };
}

/** Summaries come at eight in the morning, on the clocks of the person. */
const SUMMARY_MINUTES = 8 * 60;

/** Returns the time of the next summary that is not within the quiet hours. */
function findSummary(now: Date, hours: QuietHours, mode: 'DAILY' | 'WEEKLY'): Date {
  const at = findNext(now, hours.timeZone, SUMMARY_MINUTES, mode === 'WEEKLY');
  return findQuietEnd(at, hours) ?? at;
}

/** Works on one row of the queue. Repeats of it, on whichever node, mail nothing more. */
export async function mailDue(app: NoticesApp, row: DueRow): Promise<void> {
  const { platformId, notificationId, personId } = row;
  const { database } = app;
  const [recipient] = (await database.readShared(platformId, selectRecipient(platformId, { personId }))).rows;
  const hold = async (at: Date, isSummary: boolean) =>
    void (await database.writeShared(platformId, holdMail(platformId, notificationId, at, isSummary)));
  const now = app.clock.now();
  const quietEnd = recipient ? findQuietEnd(now, recipient) : null;
  if (row.isSummary && recipient)
    return quietEnd ? hold(quietEnd, true) : mailSummary(app, platformId, personId, recipient);
  const [notice] = (await database.readShared(platformId, selectNotice(platformId, { id: notificationId }))).rows;
  const isWanted = recipient && notice && isMailed(notice.type) && isTold(notice);
  const mode = isWanted ? channelsOf(recipient.choices, TOPIC_OF[notice.type as MailedType]).email : 'OFF';
  if (recipient && (mode === 'DAILY' || mode === 'WEEKLY')) return hold(findSummary(now, recipient, mode), true);
  if (mode === 'EACH' && quietEnd) return hold(quietEnd, false);
  // First the mail: a repeat after a crash between the two finds it written.
  if (mode === 'EACH') {
    const write = notice?.announcement ? writeAnnouncement : writeNotice;
    await database.writeShared(
      platformId,
      await write(app, row, recipient as Recipient, notice as MailNotice & Mailed),
    );
  }
  await database.writeShared(platformId, removeQueued(platformId, { notificationId }));
}

/** Whether it is news still, and to be mailed: an announcement may be for the pages alone, or over by now. */
const isTold = ({ type, announcement }: MailNotice) => type !== 'platform.announcement' || announcement !== null;

async function writeAnnouncement(
  app: NoticesApp,
  { platformId, notificationId, personId }: DueRow,
  { name, email: to, locale: chosen }: Recipient,
  { announcement }: MailNotice,
): Promise<Statement> {
  const locale = chosen ?? (await localeOf(app, platformId));
  const { texts, link } = announcement as NonNullable<MailNotice['announcement']>;
  const { title, text } = (texts[locale] ?? texts['pt-BR'] ?? texts.en) as { title: string; text: string };
  const url = await app.findPlatformUrl(platformId);
  const parameters = {
    name,
    title,
    paragraphs: text.split(/\n+/).filter((line) => line.trim() !== ''),
    link: link === null ? `${url}/account` : new URL(link, url).href,
    hasLink: link !== null,
    unsubscribeLink: await unsubscribeLinkOf(app, platformId, personId, ['announcements']),
  };
  return prepareMail(
    app,
    platformId,
    { to, locale, template: 'announcement', parameters },
    `notification|${notificationId}`,
  );
}

async function writeNotice(
  app: NoticesApp,
  { platformId, notificationId, personId }: DueRow,
  { name, email: to, locale }: Recipient,
  { type, parameters, href }: Mailed,
): Promise<Statement> {
  const { title, connection, amount, currency, dueAt, decideBy, reason } = parameters;
  const mail = {
    to,
    locale: locale ?? (await localeOf(app, platformId)),
    template: 'notice',
    parameters: {
      name,
      type,
      title: String(title ?? connection ?? ''),
      // The buyer's name is on the page behind the link.
      amount: typeof amount === 'number' ? amount : null,
      currency: toCurrency(currency),
      dueAt: String(dueAt ?? decideBy ?? ''),
      reason: String(reason ?? ''),
      link: (await app.findPlatformUrl(platformId)) + (href ?? '/account'),
      unsubscribeLink: await unsubscribeLinkOf(app, platformId, personId, [TOPIC_OF[type]]),
    },
  } as const;
  return prepareMail(app, platformId, mail, `notification|${notificationId}`);
}

async function mailSummary(app: NoticesApp, platformId: string, personId: string, recipient: Recipient): Promise<void> {
  const { name, email: to, choices } = recipient;
  const locale = recipient.locale ?? (await localeOf(app, platformId));
  const url = await app.findPlatformUrl(platformId);
  await app.database.transaction(platformId, async (transaction) => {
    const taken = (await transaction.list(takeSummary(platformId, personId))).filter(
      (notice): notice is Mailed => isMailed(notice.type) && channelsOf(choices, TOPIC_OF[notice.type]).email !== 'OFF',
    );
    if (taken.length === 0) return;
    const topics = NOTIFICATION_TOPICS.filter((topic) => taken.some(({ type }) => TOPIC_OF[type] === topic));
    const unsubscribeLink = await unsubscribeLinkOf(app, platformId, personId, topics);
    const link = url + (taken.at(-1)?.href ?? '/account');
    const parameters = { name, lines: sumUp(taken), link, unsubscribeLink };
    await transaction.run(await prepareMail(app, platformId, { to, locale, template: 'notice-summary', parameters }));
  });
}

/** Counts by type and adds up by currency. */
export function sumUp(notices: readonly Mailed[]): SummaryLine[] {
  const types = [...new Set(notices.map(({ type }) => type))];
  return types.map((type) => {
    const same = notices.filter((notice) => notice.type === type);
    const sums = CURRENCIES.map((currency) => ({
      currency,
      amount: same.reduce((sum, { parameters: { amount, currency: coin } }) => {
        return sum + (typeof amount === 'number' && toCurrency(coin) === currency ? amount : 0);
      }, 0),
    }));
    return { type, count: same.length, sums: sums.filter(({ amount }) => amount > 0) };
  });
}

const toCurrency = (value: unknown): Currency => CURRENCIES.find((known) => known === value) ?? 'BRL';

const localeOf = async (app: NoticesApp, platformId: string) =>
  (await app.findPlatform(platformId))?.settings.locale ?? 'pt-BR';

const PURPOSE = 'unsubscribe';
const SEPARATOR = '~';

async function unsubscribeLinkOf(
  app: NoticesApp,
  platformId: string,
  personId: string,
  topics: readonly NotificationTopic[],
): Promise<string> {
  const token = signToken(app.config.encryptionKey, PURPOSE, [platformId, personId, ...topics].join(SEPARATOR));
  return `${await app.findPlatformUrl(platformId)}/notifications/unsubscribe?token=${token}`;
}

interface Unsubscription {
  personId: string;
  topics: NotificationTopic[];
}

/** Returns whose mails about what a link ends; null where it is not of this platform. */
export function readUnsubscription(
  { config }: Pick<FastifyInstance, 'config'>,
  platformId: string,
  token: string,
): Unsubscription | null {
  const subject = readToken([config.encryptionKey, ...config.previousEncryptionKeys], PURPOSE, token);
  const [platform, personId, ...topics] = subject?.split(SEPARATOR) ?? [];
  if (platform !== platformId || !personId) return null;
  return { personId, topics: NOTIFICATION_TOPICS.filter((topic) => topics.includes(topic)) };
}

export const unsubscribe = (
  app: Pick<FastifyInstance, 'database'>,
  platformId: string,
  { personId, topics }: Unsubscription,
): Promise<unknown> =>
  app.database.write(
    platformId,
    topics.map((topic) => setChoice(platformId, personId, topic, { email: 'OFF' }, channelsOf({}, topic))),
  );

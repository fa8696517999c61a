/** Writes what the address of a person gets for a notification, and says when, as the person chose. */
import { CURRENCIES, type Locale } from '@feira/schemas/common';
import type { NotificationWebhookBody } from '@feira/schemas/notification-webhook';
import { findTopic, isMailed, isSecurity } from '@feira/schemas/rules/notification-topics';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import { findQuietEnd, type QuietHours } from '../../shared/wall-clock.ts';
import { NOTICES } from '../mail/service.ts';
import { CHOICES, type Choices, HOURS, type Notice } from './mail-model.ts';
import { channelsOf } from './mails.ts';

type App = Pick<FastifyInstance, 'database' | 'clock' | 'findPlatform' | 'findPlatformUrl'>;

interface WebhookNotice extends Notice, QuietHours {
  createdAt: Date;
  locale: Locale | null;
  choices: Choices;
}

/** Returns no row where the notification is gone, or its person may not sign in. */
const selectWebhookNotice = (platformId: string, id: string): Statement<WebhookNotice> => ({
  name: 'notification-webhook',
  text: `SELECT n.type, n.parameters, n.href, n.created_at, p.locale, ${CHOICES}, ${HOURS}
    FROM notification n JOIN person p ON p.platform_id = n.platform_id AND p.id = n.person_id AND p.status = 'ACTIVE'
    WHERE n.platform_id = $1 AND n.id = $2`,
  values: [platformId, id],
});

/** Notifications about the safety of the account have mails of their own, and need a title here. */
const SECURITY_TITLES: Record<Locale, Record<string, string>> = {
  'pt-BR': {
    'account.newDevice': 'Novo acesso à sua conta',
    'account.passwordChanged': 'A senha da sua conta foi trocada',
    'account.permissionsChanged': 'As suas permissões mudaram',
    'payout.destinationAdded': 'Uma chave de saque foi cadastrada na sua conta',
  },
  en: {
    'account.newDevice': 'New sign-in to your account',
    'account.passwordChanged': 'The password of your account was changed',
    'account.permissionsChanged': 'Your permissions changed',
    'payout.destinationAdded': 'A payout destination was added to your account',
  },
};

const LONGEST_SUBJECT = 200;

/** Returns the body; the time at which the quiet hours end, where they hold it back; or the reason why it is not sent. */
export async function readWebhookNotice(
  app: App,
  platformId: string,
  notificationId: string,
): Promise<NotificationWebhookBody | Date | 'NOT_CHOSEN' | 'ERASED'> {
  const notice = await app.database.find(platformId, selectWebhookNotice(platformId, notificationId), true);
  if (!notice) return 'ERASED';
  if (!isChosen(notice)) return 'NOT_CHOSEN';
  const quietEnd = isSecurity(notice.type) ? null : findQuietEnd(app.clock.now(), notice);
  return quietEnd ?? toBody(app, platformId, notificationId, notice);
}

function isChosen({ type, choices }: WebhookNotice): boolean {
  const topic = findTopic(type);
  return isSecurity(type) || (topic !== null && channelsOf(choices, topic).webhook);
}

type Shown = Notice & Pick<WebhookNotice, 'createdAt' | 'locale'>;

/** Keeps what a buyer is called out of it. */
async function toBody(
  app: App,
  platformId: string,
  id: string,
  { type, parameters, href, createdAt, locale: chosen }: Shown,
): Promise<NotificationWebhookBody> {
  const locale = chosen ?? (await app.findPlatform(platformId))?.settings.locale ?? 'pt-BR';
  const { title, text = null } = isMailed(type)
    ? NOTICES[locale][type]
    : { title: SECURITY_TITLES[locale][type] ?? type };
  const subject = String(parameters.title ?? parameters.connection ?? '').slice(0, LONGEST_SUBJECT);
  const { amount } = parameters;
  const isAmount = typeof amount === 'number';
  return {
    id,
    type: 'notification',
    isTest: false,
    createdAt: createdAt.toISOString(),
    data: {
      kind: type as NotificationWebhookBody['data']['kind'],
      title,
      text,
      subject: subject || null,
      amount: isAmount ? amount : null,
      currency: isAmount ? (CURRENCIES.find((known) => known === parameters.currency) ?? 'BRL') : null,
      link: (await app.findPlatformUrl(platformId)) + (href ?? '/account'),
    },
  };
}

/** Returns made-up data, by which a person tries their address. */
export async function writeTestNotice(app: App, platformId: string, id: string): Promise<NotificationWebhookBody> {
  const sale = { title: 'Curso de Pão', amount: 9_990, currency: 'BRL' };
  const notice = { type: 'sale.approved', parameters: sale, href: null, createdAt: app.clock.now(), locale: null };
  return { ...(await toBody(app, platformId, id, notice)), isTest: true };
}

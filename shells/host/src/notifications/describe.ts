/** Turns a notification's values into a title and a text. The functions are pure, so that every type has a test. */
import { CURRENCIES, type Currency, type Locale } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import type { IconName } from '@feira/shell-kit/components/icon';
import { formatDate } from '@feira/shell-kit/format';
import type { NotificationList } from '../layout/use-notifications.ts';

export type Notification = NotificationList['notifications'][number];

export const NOTIFICATION_ICONS: Record<Notification['type'], IconName> = {
  'sale.approved': 'check',
  'sale.refunded': 'refund',
  'sale.chargeback': 'dispute',
  'account.newDevice': 'devices',
  'account.passwordChanged': 'lock',
  'account.permissionsChanged': 'person',
  'account.apiKey': 'lock',
  'connection.certificateExpiring': 'shield',
  'connection.wanted': 'plug',
  'connection.circuitOpened': 'dispute',
  'connection.rolledBack': 'refund',
  'balance.released': 'check',
  'payout.destinationAdded': 'lock',
  'payout.destinationDecided': 'shield',
  'payout.destinationWaiting': 'bank',
  'payout.waiting': 'person',
  'payout.secondWanted': 'person',
  'payout.paid': 'check',
  'payout.failed': 'refund',
  'payout.unknown': 'dispute',
  'payment.parked': 'dispute',
  'payment.review': 'person',
  'anticipation.waiting': 'person',
  'anticipation.paid': 'check',
  'anticipation.refused': 'refund',
  'refund.requested': 'refund',
  'refund.unanswered': 'refund',
  'refund.failed': 'dispute',
  'refund.unsettled': 'dispute',
  'dispute.opened': 'dispute',
  'dispute.waiting': 'dispute',
  'dispute.defended': 'dispute',
  'dispute.expired': 'dispute',
  'dispute.closed': 'check',
  'receiver.decided': 'shield',
  'receiver.documentsWanted': 'person',
  'receiver.unknown': 'dispute',
  'verification.asked': 'upload',
  'verification.waiting': 'person',
  'verification.verified': 'shield',
  'verification.refused': 'upload',
  'verification.expired': 'clock',
  'product.submitted': 'person',
  'product.approved': 'check',
  'product.blocked': 'dispute',
  'product.keysFew': 'lock',
  'product.keysOut': 'dispute',
  'shipment.overdue': 'truck',
  'cart.abandoned': 'bag',
  'webhook.switchedOff': 'dispute',
  'integration.switchedOff': 'dispute',
  'fiscalInvoice.refused': 'dispute',
  'fiscalInvoice.notCanceled': 'dispute',
  'subscription.pastDue': 'dispute',
  'subscription.ended': 'refund',
  'question.asked': 'mail',
  'partner.offered': 'person',
  'partner.requested': 'person',
  'partner.decided': 'check',
  'partner.ended': 'refund',
  'reconciliation.found': 'dispute',
  'log.review': 'history',
  'rules.waiting': 'person',
  'rules.decided': 'check',
  'rules.lapsed': 'dispute',
  'platform.announcement': 'mail',
};

/** The amount of a notification, and the thing that was paid for. */
const MONEY =
  /^(sale|balance|payout|payment|anticipation|refund|dispute|product|shipment|cart|subscription|partner|receiver|reconciliation|log|rules|question|verification)\./;

/** Returns the line below the title: the sale and its amount, the device, or the connection. Missing values are left out. */
export function describeNotification(
  { type, parameters }: Pick<Notification, 'type' | 'parameters'>,
  locale: Locale,
): string {
  const { amount, currency, title, device, name, ip, connection, version, expiresAt } = parameters;
  if (type.startsWith('connection.')) {
    const end = typeof expiresAt === 'string' && !Number.isNaN(Date.parse(expiresAt)) && formatDate(expiresAt, locale);
    return [connection, version, end].filter(Boolean).join(' · ');
  }
  if (type === 'platform.announcement') return [title, parameters.text].filter(Boolean).join(': ');
  if (!MONEY.test(type)) return [device ?? name, ip].filter(Boolean).join(' · ');
  const isMoney = typeof amount === 'number' && Number.isSafeInteger(amount);
  const coin: Currency = CURRENCIES.find((known) => known === currency) ?? 'BRL';
  return [isMoney && formatCurrency(amount, coin, locale), title].filter(Boolean).join(' · ');
}

/** Accepts only addresses of this platform: a notification must not lead away. */
export const isOwnPage = (href: string | null): href is string =>
  href !== null && /^\/[^/\\]/.test(href) && new URL(href, 'https://feira.invalid').origin === 'https://feira.invalid';

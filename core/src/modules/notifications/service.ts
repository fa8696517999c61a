import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { AdminPermission } from '@feira/schemas/options';
import { findTopic } from '@feira/schemas/rules/notification-topics';
import type { FastifyInstance } from 'fastify';
import type { Statement } from '../../plugins/database.ts';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import { newId } from '../../shared/ids.ts';
import {
  insertAdminNotifications,
  insertMasterNotifications,
  insertNotification,
  insertNotificationByEmail,
  insertSaleNotification,
  type NewNotification,
  type NotificationType,
  type WorkNotice,
} from './model.ts';

export { readWebhookNotice, writeTestNotice } from './webhook-notices.ts';

/** Returns a statement for the write() or transaction of the change. */
export const prepareNotification = (platformId: string, personId: string, notification: NewNotification): Statement =>
  insertNotification(platformId, newId(), personId, notification);

/** Returns a statement that notifies the person with this proven e-mail, if there is one. */
export const notifyByEmail = (platformId: string, email: string, notification: NewNotification): Statement =>
  insertNotificationByEmail(platformId, newId(), email, notification);

/** Returns a statement that notifies every master of the platform. */
export const notifyMasters = (platformId: string, notification: WorkNotice): Statement =>
  insertMasterNotifications(platformId, notification);

/** Returns a statement that notifies the administrators who hold a permission, or all of several. */
export const notifyAdmins = (
  platformId: string,
  permission: AdminPermission | readonly AdminPermission[],
  notification: WorkNotice,
): Statement =>
  insertAdminNotifications(platformId, typeof permission === 'string' ? [permission] : permission, notification);

const SALE_TYPES: Record<string, NotificationType> = {
  'payment.approved': 'sale.approved',
  'payment.refunded': 'sale.refunded',
  'payment.chargeback': 'sale.chargeback',
};

/** Events are delivered at least once. The event's type and payment identify a repeat. */
export async function notifySeller(
  app: Pick<FastifyInstance, 'database'>,
  { platformId, type, paymentId }: Pick<OutboxEvent, 'platformId' | 'type' | 'paymentId'>,
): Promise<void> {
  const told = SALE_TYPES[type];
  if (!told) return;
  const href = `${DASHBOARD_PATHS.seller}/my-sales`;
  const source = `${type}:${paymentId}`;
  const notification = { id: newId(), paymentId, type: told, topic: findTopic(told), href, source };
  await app.database.writeShared(platformId, insertSaleNotification(platformId, notification));
}

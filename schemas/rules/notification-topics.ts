/** Lists the topics for which each person chooses how they hear of notifications. The bell lists all of them. */
import type { Role } from '../src/procedure.ts';

/** `work` holds the tasks that wait for the platform's team. */
export const NOTIFICATION_TOPICS = [
  'sales',
  'shipments',
  'carts',
  'refunds',
  'disputes',
  'payouts',
  'products',
  'partners',
  'integrations',
  'announcements',
  'work',
] as const;
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number];

/** DAILY, WEEKLY: one mail at eight in the morning, every day or on Mondays, with what came since the last one. */
export const MAIL_MODES = ['EACH', 'DAILY', 'WEEKLY', 'OFF'] as const;
export type MailMode = (typeof MAIL_MODES)[number];

/** Topics that stand together where people choose. */
export const TOPIC_GROUPS = {
  selling: ['sales', 'carts', 'shipments', 'refunds', 'disputes'],
  money: ['payouts'],
  business: ['products', 'partners', 'integrations'],
  platform: ['announcements'],
  team: ['work'],
} as const satisfies Record<string, readonly NotificationTopic[]>;
export type TopicGroup = keyof typeof TOPIC_GROUPS;

/** Notifications about the safety of the account: they have mails of their own, which nobody turns off and which wait for nothing. */
const SECURITY_TYPES: readonly string[] = [
  'account.newDevice',
  'account.passwordChanged',
  'account.permissionsChanged',
  'payout.destinationAdded',
];
export const isSecurity = (type: string): boolean => SECURITY_TYPES.includes(type);

/** The topic of each type that is mailed. The other types have a mail of their own, or are not important enough for one. */
export const TOPIC_OF = {
  'sale.approved': 'sales',
  'subscription.pastDue': 'sales',
  'subscription.ended': 'sales',
  'shipment.overdue': 'shipments',
  'cart.abandoned': 'carts',
  'sale.refunded': 'refunds',
  'sale.chargeback': 'disputes',
  'refund.requested': 'refunds',
  'refund.failed': 'refunds',
  'dispute.opened': 'disputes',
  'dispute.expired': 'disputes',
  'dispute.closed': 'disputes',
  'payout.paid': 'payouts',
  'payout.failed': 'payouts',
  'payout.destinationDecided': 'payouts',
  'anticipation.paid': 'payouts',
  'anticipation.refused': 'payouts',
  'receiver.decided': 'payouts',
  'receiver.documentsWanted': 'payouts',
  'verification.asked': 'payouts',
  'verification.verified': 'payouts',
  'verification.refused': 'payouts',
  'verification.expired': 'payouts',
  'product.approved': 'products',
  'product.blocked': 'products',
  'product.keysFew': 'products',
  'product.keysOut': 'products',
  'partner.requested': 'partners',
  'partner.decided': 'partners',
  'partner.ended': 'partners',
  'webhook.switchedOff': 'integrations',
  'integration.switchedOff': 'integrations',
  'fiscalInvoice.refused': 'integrations',
  'fiscalInvoice.notCanceled': 'integrations',
  'account.apiKey': 'integrations',
  'platform.announcement': 'announcements',
  'payout.destinationWaiting': 'work',
  'verification.waiting': 'work',
  'payout.waiting': 'work',
  'payout.secondWanted': 'work',
  'dispute.waiting': 'work',
  'dispute.defended': 'work',
  'payout.unknown': 'work',
  'anticipation.waiting': 'work',
  'product.submitted': 'work',
  'payment.parked': 'work',
  'payment.review': 'work',
  'refund.unanswered': 'work',
  'refund.unsettled': 'work',
  'receiver.unknown': 'work',
  'reconciliation.found': 'work',
  'log.review': 'work',
  'rules.waiting': 'work',
  'rules.decided': 'work',
  'rules.lapsed': 'work',
  'connection.wanted': 'work',
  'connection.circuitOpened': 'work',
  'connection.rolledBack': 'work',
} as const satisfies Record<string, NotificationTopic>;
export type MailedType = keyof typeof TOPIC_OF;

export const isMailed = (type: string): type is MailedType => Object.hasOwn(TOPIC_OF, type);

/** Topics that are new in the bell of everybody, who dismisses each. */
export const FIXED_IN_BELL: readonly NotificationTopic[] = ['announcements'];

/** Returns null for types that belong to no topic. */
export const findTopic = (type: string): NotificationTopic | null => (isMailed(type) ? TOPIC_OF[type] : null);

/** Returns how a topic is mailed until the person chooses: the team's queues and abandoned carts once a day, because they fill all day. */
export const defaultModeOf = (topic: NotificationTopic): MailMode =>
  topic === 'work' || topic === 'carts' ? 'DAILY' : 'EACH';

const SELLERS = NOTIFICATION_TOPICS.filter((topic) => topic !== 'work');
const TOPICS: Record<Role, readonly NotificationTopic[]> = {
  seller: SELLERS,
  affiliate: ['payouts', 'partners', 'announcements'],
  'co-producer': ['payouts', 'partners', 'announcements'],
  manager: ['payouts', 'announcements'],
  admin: ['announcements', 'work'],
  master: ['announcements', 'work', 'disputes'],
  customer: [],
};

/** Returns the topics of which a person with these roles is notified, in their order. */
export const topicsOf = (roles: readonly Role[]): NotificationTopic[] =>
  NOTIFICATION_TOPICS.filter((topic) => roles.some((role) => TOPICS[role].includes(topic)));

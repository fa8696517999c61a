/** Cases of lists that show the caller's own rows. */
import { type ProcedureCase, plain } from '../case.ts';

const PUSH_ENDPOINT = 'https://push.example/authz';
/** A point of the curve P-256. */
const PUSH_KEY = 'BJoShfFXzBI-Tu08tDmTCdwNMPOh_VTwrX13BEDkKUSfIX60ZYSFJWiCwqJ3RhexA5rmSCFrJaJ_9gFXWSOYn8k';

export const OWN_LISTS: Record<string, ProcedureCase> = {
  'notifications.listNotifications': plain(),
  'notifications.getPreferences': plain(),
  'notifications.updatePreference': {
    ...plain(() => ({ topic: 'sales', email: 'OFF' })),
    isPersonal: true,
  },
  'sellerWebhooks.getNotificationWebhook': plain(),
  'sellerWebhooks.setNotificationWebhook': {
    ...plain(() => ({ url: 'https://hooks.example/notices', isEnabled: true })),
    isPersonal: true,
  },
  'sellerWebhooks.removeNotificationWebhook': { ...plain(), isPersonal: true },
  'sellerWebhooks.testNotificationWebhook': { ...plain(() => ({}), 'SELLER_WEBHOOK_NOT_FOUND'), isPersonal: true },
  'notifications.updateHours': {
    ...plain(() => ({ timeZone: 'America/Sao_Paulo', quiet: { from: '22:00', until: '07:00' } })),
    isPersonal: true,
  },
  'notifications.subscribePush': {
    ...plain(() => ({ endpoint: PUSH_ENDPOINT, p256dh: PUSH_KEY, auth: 'A'.repeat(22) })),
    isPersonal: true,
  },
  'notifications.keepPush': { ...plain(() => ({ endpoint: PUSH_ENDPOINT })), isPersonal: true },
  'notifications.unsubscribePush': { ...plain(() => ({ endpoint: PUSH_ENDPOINT })), isPersonal: true },
  'notifications.markRead': {
    isPersonal: true,
    ids: ['ids'],
    variants: {
      own: { input: ({ caller }) => ({ ids: [caller.notificationId] }), outcome: 'ok' },
      other: { input: ({ other }) => ({ ids: [other.notificationId] }), outcome: 'nothing' },
      foreign: { input: ({ foreign }) => ({ ids: [foreign.notificationId] }), outcome: 'nothing' },
      operated: { input: ({ operated }) => ({ ids: [operated.notificationId] }), outcome: 'nothing' },
    },
  },
  'media.createUpload': plain(({ caller: { permissions } }) => ({
    kind: permissions.includes('isConfigAvailable') ? 'PLATFORM_LOGO' : 'PRODUCT_COVER',
    contentType: 'image/jpeg',
    bytes: 100,
  })),
  'media.finishUpload': {
    ids: ['uploadId'],
    variants: {
      own: { input: ({ caller }) => ({ uploadId: caller.uploadId }), outcome: 'ok' },
      other: { input: ({ other }) => ({ uploadId: other.uploadId }), outcome: 'UPLOAD_NOT_FOUND' },
      foreign: { input: ({ foreign }) => ({ uploadId: foreign.uploadId }), outcome: 'UPLOAD_NOT_FOUND' },
      operated: { input: ({ operated }) => ({ uploadId: operated.uploadId }), outcome: 'UPLOAD_NOT_FOUND' },
    },
  },
  'media.listUploads': plain(),
  'media.deleteUpload': {
    ids: ['uploadId'],
    variants: {
      own: { input: ({ caller }) => ({ uploadId: caller.uploadId }), outcome: 'ok' },
      other: { input: ({ other }) => ({ uploadId: other.uploadId }), outcome: 'UPLOAD_NOT_FOUND' },
      foreign: { input: ({ foreign }) => ({ uploadId: foreign.uploadId }), outcome: 'UPLOAD_NOT_FOUND' },
      operated: { input: ({ operated }) => ({ uploadId: operated.uploadId }), outcome: 'UPLOAD_NOT_FOUND' },
    },
  },
  'purchases.listPurchases': plain(),
  'sales.listSales': {
    ids: ['productId', 'customerId'],
    variants: {
      own: { input: () => ({}), outcome: 'ok' },
      customer: { input: ({ caller }) => ({ customerId: caller.customerId }), outcome: 'nothing' },
      otherCustomer: { input: ({ other }) => ({ customerId: other.customerId }), outcome: 'nothing' },
      foreignCustomer: { input: ({ foreign }) => ({ customerId: foreign.customerId }), outcome: 'nothing' },
      other: { input: ({ other }) => ({ productId: other.productId }), outcome: 'nothing' },
      foreign: { input: ({ foreign }) => ({ productId: foreign.productId }), outcome: 'nothing' },
      operated: { input: ({ operated }) => ({ productId: operated.productId }), outcome: 'nothing' },
    },
  },
  'sales.listPlatformSales': {
    ids: ['sellerId', 'productId'],
    variants: {
      own: { input: () => ({}), outcome: 'ok' },
      other: { input: ({ other }) => ({ sellerId: other.personId }), outcome: 'ok' },
      foreign: {
        input: ({ foreign }) => ({ sellerId: foreign.personId, productId: foreign.productId }),
        outcome: 'nothing',
      },
      operated: { input: ({ operated }) => ({ sellerId: operated.personId }), outcome: 'nothing' },
    },
  },
  'fulfilment.listShipments': plain(() => ({ tab: 'TO_SHIP' })),
  'fiscalInvoices.listInvoices': plain(),
  'fulfilment.countShipments': plain(),
  'fulfilment.getSender': plain(),
  'sales.getSummary': plain(() => ({ from: '2026-01-01', to: '2026-01-31' })),
  'offers.listOffers': plain(),
  'balances.getBalance': plain(),
  'balances.listStatement': plain(),
  'balances.listHolds': plain(),
  'balances.listReceiverParts': plain(() => ({ from: '2026-11-01', to: '2026-11-30' })),
};

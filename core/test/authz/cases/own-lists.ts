/** Cases of lists that show the caller's own rows. */
import { type ProcedureCase, plain } from '../case.ts';

export const OWN_LISTS: Record<string, ProcedureCase> = {
  'notifications.listNotifications': plain(),
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
  'purchases.listPurchases': plain(),
  'sales.listSales': plain(),
  'sales.getSummary': plain(() => ({ from: '2026-01-01', to: '2026-01-31' })),
  'offers.listOffers': plain(),
  'balances.getBalance': plain(),
  'balances.listStatement': plain(),
  'balances.listHolds': plain(),
  'balances.listReceiverParts': plain(() => ({ from: '2026-11-01', to: '2026-11-30' })),
};

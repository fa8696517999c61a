/** Cases of payment links: each seller has their own, of their own offers. */
import { type ProcedureCase, plain } from '../case.ts';

const named = (extra: Record<string, unknown>): ProcedureCase => ({
  ids: ['linkId'],
  variants: {
    own: { input: ({ caller }) => ({ linkId: caller.linkId, ...extra }), outcome: 'ok' },
    other: { input: ({ other }) => ({ linkId: other.linkId, ...extra }), outcome: 'PAYMENT_LINK_NOT_FOUND' },
    foreign: { input: ({ foreign }) => ({ linkId: foreign.linkId, ...extra }), outcome: 'PAYMENT_LINK_NOT_FOUND' },
    operated: { input: ({ operated }) => ({ linkId: operated.linkId, ...extra }), outcome: 'PAYMENT_LINK_NOT_FOUND' },
  },
});

export const PAYMENT_LINKS: Record<string, ProcedureCase> = {
  'paymentLinks.listMyPaymentLinks': plain(),
  'paymentLinks.getMyPaymentLink': named({}),
  'paymentLinks.createPaymentLink': {
    ids: ['offerId'],
    variants: {
      own: { input: () => ({ title: 'Aula', amount: 1_000 }), outcome: 'ok' },
      other: { input: ({ other }) => ({ offerId: other.offerId }), outcome: 'OFFER_NOT_FOUND' },
      foreign: { input: ({ foreign }) => ({ offerId: foreign.offerId }), outcome: 'OFFER_NOT_FOUND' },
      operated: { input: ({ operated }) => ({ offerId: operated.offerId }), outcome: 'OFFER_NOT_FOUND' },
    },
  },
  'paymentLinks.updatePaymentLink': named({ version: 1, note: 'Pedido 7' }),
  'paymentLinks.closePaymentLink': named({ version: 1 }),
};

/** Cases of funnels: each seller has their own, from and to their own offers. */
import { newId } from '../../../src/shared/ids.ts';
import { type Outcome, type ProcedureCase, plain } from '../case.ts';

/** The ids that terms name. Those of steps are the caller's own inventions. */
const TERM_IDS = ['offerId', 'steps.id', 'steps.offerId', 'steps.onAccept', 'steps.onDecline'];

const termsFor = (offerId: string) => ({
  name: 'Funil',
  offerId,
  isEnabled: false,
  steps: [
    {
      id: newId(),
      offerId,
      title: '',
      text: '',
      picture: null,
      price: null,
      acceptText: '',
      declineText: '',
      onAccept: null,
      onDecline: null,
    },
  ],
});

const named = (terms: (offerId: string) => Record<string, unknown>, own: Outcome): ProcedureCase => ({
  ids: ['funnelId'],
  variants: {
    own: { input: ({ caller, foreign }) => ({ funnelId: caller.funnelId, ...terms(foreign.offerId) }), outcome: own },
    other: {
      input: ({ other, foreign }) => ({ funnelId: other.funnelId, ...terms(foreign.offerId) }),
      outcome: 'FUNNEL_NOT_FOUND',
    },
    foreign: {
      input: ({ foreign }) => ({ funnelId: foreign.funnelId, ...terms(foreign.offerId) }),
      outcome: 'FUNNEL_NOT_FOUND',
    },
    operated: {
      input: ({ operated, foreign }) => ({ funnelId: operated.funnelId, ...terms(foreign.offerId) }),
      outcome: 'FUNNEL_NOT_FOUND',
    },
  },
});

export const FUNNELS: Record<string, ProcedureCase> = {
  'funnels.listMyFunnels': plain(),
  'funnels.getFunnel': named(() => ({}), 'ok'),
  'funnels.createFunnel': {
    ids: TERM_IDS,
    variants: {
      own: { input: ({ other }) => termsFor(other.offerId), outcome: 'OFFER_NOT_FOUND' },
      foreign: { input: ({ foreign }) => termsFor(foreign.offerId), outcome: 'OFFER_NOT_FOUND' },
      operated: { input: ({ operated }) => termsFor(operated.offerId), outcome: 'OFFER_NOT_FOUND' },
    },
  },
  'funnels.updateFunnel': {
    ...named((offerId) => ({ version: 1, ...termsFor(offerId) }), 'OFFER_NOT_FOUND'),
    ids: ['funnelId', ...TERM_IDS],
  },
  'funnels.deleteFunnel': named(() => ({}), 'ok'),
};

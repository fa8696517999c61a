/** Cases of stops of providers: only masters have any, each those of the own platform. The stop of the fixtures was lifted. */
import { type ProcedureCase, plain } from '../case.ts';

export const PROVIDER_STOPS: Record<string, ProcedureCase> = {
  'providerStops.listProviders': plain(),
  'providerStops.listStops': plain(),
  'providerStops.stopProvider': plain(() => ({ provider: 'nothing', reason: 'Instável' }), 'PROVIDER_UNUSED'),
  'providerStops.liftStop': {
    ids: ['stopId'],
    variants: {
      own: { input: ({ other }) => ({ stopId: other.stopId }), outcome: 'STOP_NOT_FOUND' },
      foreign: { input: ({ foreign }) => ({ stopId: foreign.stopId }), outcome: 'STOP_NOT_FOUND' },
      operated: { input: ({ operated }) => ({ stopId: operated.stopId }), outcome: 'STOP_NOT_FOUND' },
    },
  },
};

/** Cases of stops of providers: only masters have any, each those of the own platform. */
import { newId } from '../../../src/shared/ids.ts';
import { type ProcedureCase, plain } from '../case.ts';

export const PROVIDER_STOPS: Record<string, ProcedureCase> = {
  'providerStops.listProviders': plain(),
  'providerStops.listStops': plain(),
  'providerStops.stopProvider': plain(() => ({ provider: 'nothing', reason: 'Instável' }), 'PROVIDER_UNUSED'),
  'providerStops.liftStop': {
    ids: ['stopId'],
    variants: { nobody: { input: () => ({ stopId: newId() }), outcome: 'STOP_NOT_FOUND' } },
  },
};

/** Cases of figures: a manager reaches the users in the own care alone, and nobody of the fixtures is in a caller's. */
import { newId } from '../../../src/shared/ids.ts';
import { type ProcedureCase, plain } from '../case.ts';
import { onPlatform } from './platforms.ts';

const DAYS = { from: '2026-01-01', to: '2026-01-31' };

export const FIGURES: Record<string, ProcedureCase> = {
  'figures.getPlatforms': plain(),
  'figures.listCharges': onPlatform((platformId) => ({ platformId }), {
    own: 'ok',
    operated: 'ok',
    foreign: 'PLATFORM_NOT_FOUND',
  }),
  'figures.getManaged': plain(() => DAYS),
  'figures.getManagedSeller': {
    ids: ['personId'],
    variants: {
      own: { input: ({ caller }) => ({ personId: caller.personId, ...DAYS }), outcome: 'PERSON_NOT_FOUND' },
      other: { input: ({ other }) => ({ personId: other.personId, ...DAYS }), outcome: 'PERSON_NOT_FOUND' },
      foreign: { input: ({ foreign }) => ({ personId: foreign.personId, ...DAYS }), outcome: 'PERSON_NOT_FOUND' },
      operated: { input: ({ operated }) => ({ personId: operated.personId, ...DAYS }), outcome: 'PERSON_NOT_FOUND' },
      nobody: { input: () => ({ personId: newId(), ...DAYS }), outcome: 'PERSON_NOT_FOUND' },
    },
  },
};

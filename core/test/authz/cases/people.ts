/** Cases of users and staff, as administrators and masters manage them. */
import type { AdminPermission } from '@feira/schemas/options';
import { newId } from '../../../src/shared/ids.ts';
import { type Outcomes, type ProcedureCase, person, plain } from '../case.ts';
import { MASTER_ONLY, onPlatform } from './platforms.ts';

/** An administrator of the own platform or, for masters, of an operated one. */
const functionary = (extra: Record<string, unknown>, others: Outcomes): ProcedureCase => ({
  ids: ['personId', 'platformId'],
  variants: {
    own: {
      input: ({ caller }) => ({ personId: caller.personId, ...extra }),
      outcome: { rest: 'OWN_ACCESS_FIXED', master: 'OWN_ACCESS_FIXED' },
    },
    other: { input: ({ other }) => ({ personId: other.adminId, ...extra }), outcome: others },
    foreign: { input: ({ foreign }) => ({ personId: foreign.adminId, ...extra }), outcome: 'PERSON_NOT_FOUND' },
    'foreign platform': {
      input: ({ foreign }) => ({ personId: foreign.adminId, platformId: foreign.platformId, ...extra }),
      outcome: 'PLATFORM_NOT_FOUND',
    },
    operated: {
      input: ({ operated }) => ({ personId: operated.adminId, platformId: operated.platformId, ...extra }),
      outcome: { rest: 'PLATFORM_NOT_FOUND', master: 'ok' },
    },
    'operated by name alone': {
      input: ({ operated }) => ({ personId: operated.adminId, ...extra }),
      outcome: 'PERSON_NOT_FOUND',
    },
  },
});

const someone = () => `${newId()}@example.com`;

const permissions: AdminPermission[] = [];

export const PEOPLE: Record<string, ProcedureCase> = {
  'people.listUsers': plain(),
  'people.getUser': person({}, { self: 'PERSON_NOT_FOUND', staff: 'PERSON_NOT_FOUND' }),
  'people.getUserDocument': person({}, { self: 'PERSON_NOT_FOUND', staff: 'PERSON_NOT_FOUND' }),
  'people.setUserDocument': person(
    { document: '111.444.777-35', reason: 'Digitado errado.' },
    { self: 'OWN_ACCESS_FIXED', staff: 'PERSON_NOT_FOUND' },
  ),
  'people.setUserStatus': person({ status: 'DISABLED' }, { self: 'OWN_ACCESS_FIXED', staff: 'PERSON_NOT_FOUND' }),
  'people.setUserRoles': person({ roles: ['affiliate'] }, { self: 'OWN_ACCESS_FIXED', staff: 'PERSON_NOT_FOUND' }),
  'people.setPaymentMethods': person(
    { pixEnabled: false, creditCardEnabled: true, billetEnabled: true },
    { self: 'OWN_ACCESS_FIXED', staff: 'PERSON_NOT_FOUND' },
  ),
  'people.assignManager': {
    ids: ['personId', 'managerId'],
    variants: {
      own: {
        input: ({ caller, other }) => ({ personId: caller.personId, managerId: other.managerId }),
        outcome: 'OWN_ACCESS_FIXED',
      },
      other: { input: ({ other }) => ({ personId: other.personId, managerId: other.managerId }), outcome: 'ok' },
      foreign: {
        input: ({ foreign, other }) => ({ personId: foreign.personId, managerId: other.managerId }),
        outcome: 'PERSON_NOT_FOUND',
      },
      'foreign manager': {
        input: ({ foreign, other }) => ({ personId: other.personId, managerId: foreign.managerId }),
        outcome: 'MANAGER_INVALID',
      },
      'operated manager': {
        input: ({ operated, other }) => ({ personId: other.personId, managerId: operated.managerId }),
        outcome: 'MANAGER_INVALID',
      },
      'no manager': {
        input: ({ other }) => ({ personId: other.personId, managerId: other.adminId }),
        outcome: 'MANAGER_INVALID',
      },
    },
  },
  'people.listManagers': plain(),
  'people.inviteManager': plain(() => ({ name: 'Novo Gerente', email: someone() })),
  'people.revokeManager': person({}, { self: 'OWN_ACCESS_FIXED', staff: 'PERSON_NOT_FOUND', key: 'managerId' }),
  'people.listFunctionaries': onPlatform((platformId) => ({ platformId }), {
    own: 'ok',
    operated: MASTER_ONLY,
    foreign: 'PLATFORM_NOT_FOUND',
  }),
  'people.inviteFunctionary': onPlatform(
    (platformId) => ({ platformId, name: 'Nova Pessoa', email: someone(), permissions }),
    { own: 'ok', operated: MASTER_ONLY, foreign: 'PLATFORM_NOT_FOUND' },
  ),
  'people.setPermissions': functionary({ permissions }, { rest: 'PERMISSION_NOT_HELD', master: 'ok' }),
  'people.revokeFunctionary': functionary({}, { rest: 'PERMISSION_NOT_HELD', master: 'ok' }),
  'people.listManagedUsers': plain(),
};

/** Cases of people's own data: everybody asks for their own, and the team decides what stands in the way. */
import { newId } from '../../../src/shared/ids.ts';
import { type Outcome, type ProcedureCase, plain } from '../case.ts';

const onRequest = (extra: Record<string, unknown>, own: Outcome): ProcedureCase => ({
  ids: ['requestId'],
  variants: {
    own: { input: ({ other }) => ({ requestId: other.privacyRequestId, ...extra }), outcome: own },
    foreign: {
      input: ({ foreign }) => ({ requestId: foreign.privacyRequestId, ...extra }),
      outcome: 'PRIVACY_REQUEST_NOT_FOUND',
    },
    operated: {
      input: ({ operated }) => ({ requestId: operated.privacyRequestId, ...extra }),
      outcome: 'PRIVACY_REQUEST_NOT_FOUND',
    },
  },
});

/** A person who signed in by a link and has a password proves it first. */
const OWNER = { rest: 'ok', link: 'REAUTHENTICATION_REQUIRED' } as const;

export const PRIVACY: Record<string, ProcedureCase> = {
  'privacy.getOwnPrivacy': plain(),
  'privacy.openCopy': { ...plain(undefined, OWNER), isPersonal: true },
  'privacy.requestErasure': { ...plain(undefined, OWNER), isPersonal: true },
  // The seller's request is the one of the fixtures.
  'privacy.withdrawErasure': {
    ...plain(undefined, { rest: 'PRIVACY_REQUEST_NOT_FOUND', seller: 'ok' }),
    isPersonal: true,
  },
  'privacy.listRequests': plain(),
  'privacy.openRequest': plain(() => ({ email: `${newId()}@example.com` }), 'PERSON_NOT_FOUND'),
  'privacy.approveRequest': onRequest({}, 'ok'),
  'privacy.refuseRequest': onRequest({ reason: 'Há um processo em andamento.' }, 'ok'),
};

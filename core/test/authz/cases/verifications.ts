/** Cases of identity verification: everybody sends their own documents, and the team looks at those of the own platform. */
import { type Context, type Outcomes, type ProcedureCase, plain } from '../case.ts';

const NOT_FOUND = 'VERIFICATION_NOT_FOUND';

/** The caller of a case of the team has no verification. */
const onPerson = (extra: Record<string, unknown>, own: Outcomes): ProcedureCase => ({
  ids: ['personId'],
  variants: {
    own: { input: ({ caller }) => ({ personId: caller.personId, ...extra }), outcome: NOT_FOUND },
    other: { input: ({ other }) => ({ personId: other.personId, ...extra }), outcome: own },
    foreign: { input: ({ foreign }) => ({ personId: foreign.personId, ...extra }), outcome: NOT_FOUND },
    operated: { input: ({ operated }) => ({ personId: operated.personId, ...extra }), outcome: NOT_FOUND },
  },
});

/** A PNG by its first bytes. */
const PNG = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64');

export const VERIFICATIONS: Record<string, ProcedureCase> = {
  'verifications.getOwnVerification': plain(),
  'verifications.sendDocument': {
    // The seller's is in review.
    ...plain(() => ({ kind: 'addressProof', name: 'conta.png', content: PNG }), {
      rest: 'ok',
      seller: 'VERIFICATION_CLOSED',
    }),
    isPersonal: true,
  },
  'verifications.submitVerification': { ...plain(undefined, 'DOCUMENT_REQUIRED'), isPersonal: true },
  'verifications.listVerifications': plain(),
  'verifications.getVerification': onPerson({}, 'ok'),
  'verifications.openDocument': {
    ids: ['documentId'],
    isPersonal: true,
    variants: {
      own: { input: ({ other }: Context) => ({ documentId: other.personDocumentId }), outcome: 'ok' },
      foreign: { input: ({ foreign }: Context) => ({ documentId: foreign.personDocumentId }), outcome: NOT_FOUND },
      operated: { input: ({ operated }: Context) => ({ documentId: operated.personDocumentId }), outcome: NOT_FOUND },
    },
  },
  'verifications.decideVerification': onPerson({ version: 1, decision: 'REFUSE', note: 'Envie de novo.' }, 'ok'),
  'verifications.askPerson': plain(
    () => ({ email: 'nobody-known@example.com', note: 'Envie seus documentos.' }),
    'PERSON_NOT_FOUND',
  ),
};

/** Cases of people's profiles, which administrators read, each part with the permission of its own page. */
import { type ProcedureCase, person } from '../case.ts';

/** Administrators have no profile: not the caller, and no colleague. */
const HIDDEN = { self: 'PERSON_NOT_FOUND', staff: 'PERSON_NOT_FOUND' } as const;
const profile = (extra: Record<string, unknown> = {}) => person(extra, HIDDEN);

const buyer: ProcedureCase = {
  ids: ['saleId'],
  variants: {
    own: { input: ({ ownSale: { saleId } }) => ({ saleId }), outcome: 'ok' },
    other: { input: ({ other: { saleId } }) => ({ saleId }), outcome: 'ok' },
    foreign: { input: ({ foreign: { saleId } }) => ({ saleId }), outcome: 'SALE_NOT_FOUND' },
    operated: { input: ({ operated: { saleId } }) => ({ saleId }), outcome: 'SALE_NOT_FOUND' },
  },
};

export const PROFILES: Record<string, ProcedureCase> = {
  'profiles.getHead': profile(),
  'profiles.getMoney': profile(),
  'profiles.listWithdrawals': profile(),
  'profiles.getDestinations': profile(),
  'profiles.listContracts': profile(),
  'profiles.listDisputes': profile(),
  'profiles.listSessions': profile(),
  'profiles.listNotes': profile(),
  'profiles.addNote': profile({ text: 'Pediu prazo.' }),
  'profiles.deleteNote': {
    ids: ['noteId'],
    variants: {
      own: { input: ({ other }) => ({ noteId: other.noteId }), outcome: 'NOTE_FIXED' },
      foreign: { input: ({ foreign }) => ({ noteId: foreign.noteId }), outcome: 'NOTE_NOT_FOUND' },
      operated: { input: ({ operated }) => ({ noteId: operated.noteId }), outcome: 'NOTE_NOT_FOUND' },
    },
  },
  'profiles.getBuyer': buyer,
  'profiles.getPurchases': profile(),
};

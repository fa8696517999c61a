/** Cases of the inbox: work of the own platform, as far as the caller may open its list. */
import { type Context, type ProcedureCase, plain, type Variant } from '../case.ts';

/** Contracts wait for nobody here: administrators have no part in them, and the managers of the matrix have no sellers. */
const naming = (itemOf: (context: Context) => string, extra: (context: Context) => object = () => ({})): Variant => ({
  input: (context) => ({ kind: 'CONTRACTS', itemId: itemOf(context), ...extra(context) }),
  outcome: 'WORK_NOT_WAITING',
});

const releasing = (itemOf: (context: Context) => string): Variant => ({
  input: (context) => ({ kind: 'CONTRACTS', itemId: itemOf(context) }),
  outcome: 'nothing',
});

export const INBOX: Record<string, ProcedureCase> = {
  'inbox.countItems': plain(),
  'inbox.listItems': plain(),
  'inbox.takeItem': {
    ids: ['itemId', 'fromPersonId'],
    isPersonal: true,
    variants: {
      own: naming(({ caller }) => caller.contractId),
      other: naming(
        ({ other }) => other.contractId,
        ({ other }) => ({ fromPersonId: other.adminId }),
      ),
      foreign: naming(({ foreign }) => foreign.contractId),
      operated: naming(({ operated }) => operated.contractId),
    },
  },
  'inbox.releaseItem': {
    ids: ['itemId'],
    isPersonal: true,
    variants: {
      own: releasing(({ caller }) => caller.contractId),
      foreign: releasing(({ foreign }) => foreign.contractId),
      operated: releasing(({ operated }) => operated.contractId),
    },
  },
};

/** Cases of fees: agreed with people of the own platform, and costs of connections, also of operated platforms. */
import { type ProcedureCase, person } from '../case.ts';
import { onConnection } from './connections.ts';

const TERMS = { fees: { PIX: { basisPoints: 100, fixed: 0 } }, release: {}, managerBasisPoints: null };

export const FEES: Record<string, ProcedureCase> = {
  'fees.getPersonTerms': person({}, { self: 'PERSON_NOT_FOUND', staff: 'PERSON_NOT_FOUND' }),
  'fees.setPersonTerms': person(TERMS, { self: 'OWN_TERMS_FIXED', staff: 'PERSON_NOT_FOUND' }),
  'fees.previewPersonTerms': person(TERMS, { self: 'OWN_TERMS_FIXED', staff: 'PERSON_NOT_FOUND' }),
  'fees.getConnectionCosts': onConnection({}),
  'fees.setConnectionCosts': onConnection({ costs: { PIX: { basisPoints: 99, fixed: 1 } } }),
  'fees.previewConnectionCosts': onConnection({ costs: { PIX: { basisPoints: 99, fixed: 1 } } }),
};

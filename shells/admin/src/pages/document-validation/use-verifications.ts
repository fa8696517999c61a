import type { Output } from '@feira/schemas/procedure';
import {
  askPerson,
  decideVerification,
  getVerification,
  listVerifications,
  openDocument,
} from '@feira/schemas/procedures/verifications';
import type { RefusalReason } from '@feira/schemas/verification';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Listed = Output<typeof listVerifications>['items'][number];
export type Verification = Output<typeof getVerification>;
/** Why documents will not do, by their kind. */
export type Verdicts = Partial<Record<Verification['documents'][number]['kind'], RefusalReason>>;
export type SentDocument = NonNullable<Verification['documents'][number]['sent']>;

export const useVerifications = (input: Parameters<typeof useListQuery<typeof listVerifications>>[1]) =>
  useListQuery(listVerifications, input);
export const useVerification = (personId: string) => useProcedureQuery(getVerification, { personId });
export const useAsking = () => useChange(askPerson, listVerifications, getVerification);
export const useDecision = () => useChange(decideVerification, listVerifications, getVerification);
export const useOpening = () => useChange(openDocument);

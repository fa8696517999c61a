import type { Output } from '@feira/schemas/procedure';
import { listEvents } from '@feira/schemas/procedures/audit';
import { getUser } from '@feira/schemas/procedures/people';
import { listProducts } from '@feira/schemas/procedures/products';
import {
  addNote,
  deleteNote,
  getDestinations,
  getMoney,
  getPurchases,
  listContracts,
  listDisputes,
  listNotes,
  listSessions,
  listWithdrawals,
} from '@feira/schemas/procedures/profiles';
import { listPlatformSales } from '@feira/schemas/procedures/sales';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type User = Output<typeof getUser>;

/** The newest records that the page of a person shows; a link leads to the list of all. */
const FEW = 5;

export const useUser = (personId: string) => useProcedureQuery(getUser, { personId });
export const useMoney = (personId: string) => useProcedureQuery(getMoney, { personId });
export const useDestinations = (personId: string) => useProcedureQuery(getDestinations, { personId });
export const useContracts = (personId: string) => useProcedureQuery(listContracts, { personId });
export const useDisputes = (personId: string) => useProcedureQuery(listDisputes, { personId });
export const useWithdrawals = (personId: string) => useProcedureQuery(listWithdrawals, { personId });
export const useSessions = (personId: string) => useProcedureQuery(listSessions, { personId });
export const usePurchases = (personId: string) => useProcedureQuery(getPurchases, { personId });
export const useLatestSales = (sellerId: string) => useProcedureQuery(listPlatformSales, { sellerId, limit: FEW });
export const useProducts = (sellerId: string) => useProcedureQuery(listProducts, { sellerId, limit: FEW });
export const useLog = (personId: string) => useProcedureQuery(listEvents, { personId, limit: FEW });
export const useNotes = (personId: string, after: string | null) =>
  useProcedureQuery(listNotes, { personId, limit: 10, ...(after && { after }) });
export const useNewNote = () => useChange(addNote, listNotes);
export const useNoteDeletion = () => useChange(deleteNote, listNotes);

import { IMPORT_LIMITS, type ImportState } from '@feira/schemas/imports';
import type { Input, Output } from '@feira/schemas/procedure';
import {
  addPart,
  checkImport,
  createImport,
  discardImport,
  finishUpload,
  getCustomer,
  getImport,
  inviteSubscribers,
  listCustomers,
  listImports,
  listProblems,
  listSales,
  listSubscriptions,
  runImport,
  undoImport,
} from '@feira/schemas/procedures/imports';
import { listMyOffers, listOffers } from '@feira/schemas/procedures/offers';
import { listMyProducts } from '@feira/schemas/procedures/products';
import { readContent } from '@feira/shell-desk/disputes/file-content.ts';
import type { ApiError } from '@feira/shell-kit/client';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useState } from 'react';

export type ImportItem = Output<typeof listImports>['items'][number];
export type ImportDetails = Output<typeof getImport>;
export type Problem = Output<typeof listProblems>['items'][number];
export type Customer = Output<typeof listCustomers>['items'][number];
export type Subscriber = Output<typeof listSubscriptions>['items'][number];
export type ImportedSale = Output<typeof listSales>['items'][number];

const MOVING: readonly ImportState[] = ['READING', 'CHECKING', 'RUNNING', 'UNDOING'];
export const isMoving = ({ state }: { state: ImportState }): boolean => MOVING.includes(state);

export const useImports = (after: string | null) =>
  useProcedureQuery(listImports, after ? { after } : {}, ({ items }) => items.some(isMoving));
export const useImport = (input: Input<typeof getImport>) => useProcedureQuery(getImport, input, isMoving);
export const useProblems = (importId: string, of: 'REFUSED' | 'KEPT', after: number) =>
  useProcedureQuery(listProblems, { importId, of, after });
export const useCustomers = (input: Input<typeof listCustomers>) => useListQuery(listCustomers, input);
export const useCustomer = (customerId: string) => useProcedureQuery(getCustomer, { customerId });
export const useImportedSales = (input: Input<typeof listSales>) => useListQuery(listSales, input);

export const useSubscribers = (input: Input<typeof listSubscriptions>) => useListQuery(listSubscriptions, input);
export const useInvitation = () => useChange(inviteSubscribers, listSubscriptions);

const SHOWN = [getImport, listImports, listProblems] as const;
const MADE = [listCustomers, listSales, listSubscriptions, listMyProducts, listMyOffers, listOffers] as const;

export const useCheck = () => useChange(checkImport, ...SHOWN);
export const useRun = () => useChange(runImport, ...SHOWN, ...MADE);
export const useUndo = () => useChange(undoImport, ...SHOWN, ...MADE);
export const useDiscard = () => useChange(discardImport, listImports);

/** Sends a file part by part. `send` returns the id of its import; undefined where the server refused it. */
export function useSending() {
  const create = useProcedureMutation(createImport);
  const part = useProcedureMutation(addPart);
  const finish = useProcedureMutation(finishUpload);
  const [share, setShare] = useState<number | null>(null);
  const error: ApiError | null = create.error ?? part.error ?? finish.error;
  const send = async (file: File): Promise<string | undefined> => {
    for (const call of [create, part, finish]) call.reset();
    setShare(0);
    try {
      const { importId, partBytes } = await create.mutateAsync({ fileName: file.name.slice(-120), bytes: file.size });
      for (let number = 0; number * partBytes < file.size; number += 1) {
        const content = await readContent(file.slice(number * partBytes, (number + 1) * partBytes));
        await part.mutateAsync({ importId, number, content });
        setShare(Math.min(1, ((number + 1) * partBytes) / file.size));
      }
      await finish.mutateAsync({ importId });
      return importId;
    } catch {
      return undefined;
    } finally {
      setShare(null);
    }
  };
  return { send, share, error };
}

export const MOST_BYTES = IMPORT_LIMITS.fileBytes;

import type { Output } from '@feira/schemas/procedure';
import {
  addKeys,
  createDeliverable,
  createUpload,
  deleteFreeKeys,
  listDeliverables,
  removeDeliverable,
  sortDeliverables,
  updateDeliverable,
} from '@feira/schemas/procedures/deliverables';
import { getMyProduct } from '@feira/schemas/procedures/products';
import { useSending } from '@feira/shell-desk/uploads/use-upload.ts';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Deliverable = Output<typeof listDeliverables>['items'][number];

export const useDeliverables = (productId: string) => useProcedureQuery(listDeliverables, { productId });
export const useDeliverableCreation = () => useChange(createDeliverable, listDeliverables, getMyProduct);
export const useDeliverableChange = () => useChange(updateDeliverable, listDeliverables);
export const useDeliverableOrder = () => useChange(sortDeliverables, listDeliverables);
export const useDeliverableRemoval = () => useChange(removeDeliverable, listDeliverables, getMyProduct);
export const useKeyAddition = () => useChange(addKeys, listDeliverables);
export const useKeyDeletion = () => useChange(deleteFreeKeys, listDeliverables);

/** Uploads a private file. It is checked when it becomes a part of the delivery. */
export function useFileUpload(mostBytes: number, onDone: (file: { uploadId: string; name: string }) => void) {
  const { mutateAsync: create } = useProcedureMutation(createUpload);
  return useSending({
    mostBytes,
    begin: ({ name, size }) => create({ fileName: name, bytes: size }),
    finish:
      async (uploadId, { name }) =>
      () =>
        onDone({ uploadId, name }),
  });
}

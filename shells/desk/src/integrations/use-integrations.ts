import type { Output } from '@feira/schemas/procedure';
import {
  create,
  get,
  getDelivery,
  type IntegrationOwner,
  list,
  listDeliveries,
  remove,
  resend,
  sendTest,
  update,
} from '@feira/schemas/procedures/integrations';
import { listMyProducts } from '@feira/schemas/procedures/products';
import type { DeliveryState } from '@feira/schemas/seller-webhook';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** As many as a connection can name. */
const MOST_PRODUCTS = 100;
/** From the third attempt on nobody waits in front of the page. */
const WATCHED_ATTEMPTS = 2;

type Listed = Output<typeof list>;
export type Integration = Listed['catalogue'][number];
export type ListedConnection = Listed['connections'][number];
export type Connection = Output<typeof get>;
export type Delivery = Output<typeof listDeliveries>['items'][number];

const isOnItsWay = ({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): boolean =>
  state === 'WAITING' && attempts < WATCHED_ATTEMPTS;

export const useIntegrations = (kind: IntegrationOwner) => useProcedureQuery(list, { kind });
export const useConnection = (connectionId: string) => useProcedureQuery(get, { connectionId });
export const useDeliveries = (connectionId: string, state: DeliveryState | null, after: string | null) =>
  useListQuery(listDeliveries, { connectionId, ...(state && { state }), ...(after && { after }) }, ({ items }) =>
    items.some(isOnItsWay),
  );
export const useDelivery = (deliveryId: string) => useProcedureQuery(getDelivery, { deliveryId }, isOnItsWay);
export const useProductChoice = () => useProcedureQuery(listMyProducts, { limit: MOST_PRODUCTS });

export const useCreation = () => useChange(create, list);
export const useUpdate = () => useChange(update, list, get, listDeliveries);
export const useRemoval = () => useChange(remove, list);
export const useTest = () => useChange(sendTest, listDeliveries, list);
export const useResending = () => useChange(resend, listDeliveries, getDelivery, list);

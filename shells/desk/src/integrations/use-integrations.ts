import type { Input, Output } from '@feira/schemas/procedure';
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
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { isOnItsWay } from '../deliveries/delivery.ts';

type Listed = Output<typeof list>;
export type Integration = Listed['catalogue'][number];
export type ListedConnection = Listed['connections'][number];
export type Connection = Output<typeof get>;

export const useIntegrations = (kind: IntegrationOwner) => useProcedureQuery(list, { kind });
export const useConnection = (connectionId: string) => useProcedureQuery(get, { connectionId });
export const useDeliveries = (input: Input<typeof listDeliveries>) =>
  useListQuery(listDeliveries, input, ({ items }) => items.some(isOnItsWay));
export const useDelivery = (deliveryId: string) => useProcedureQuery(getDelivery, { deliveryId }, isOnItsWay);

export const useCreation = () => useChange(create, list);
export const useUpdate = () => useChange(update, list, get, listDeliveries);
export const useRemoval = () => useChange(remove, list);
export const useTest = () => useChange(sendTest, listDeliveries, list);
export const useResending = () => useChange(resend, listDeliveries, getDelivery, list);

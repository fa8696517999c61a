import type { ApiKeyKind } from '@feira/schemas/api';
import type { Input, Output } from '@feira/schemas/procedure';
import { listUsers } from '@feira/schemas/procedures/people';
import {
  create,
  get,
  getDelivery,
  list,
  listDeliveries,
  remove,
  replay,
  resend,
  rotateSecret,
  sendTest,
  update,
} from '@feira/schemas/procedures/seller-webhooks';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { isOnItsWay } from '../deliveries/delivery.ts';

/** The sellers that a search shows; typing more narrows them. */
const SHOWN_SELLERS = 20;

export type ListedWebhook = Output<typeof list>['webhooks'][number];
export type Webhook = Output<typeof get>;

export const useWebhooks = (owner: ApiKeyKind) => useProcedureQuery(list, { owner });
export const useWebhook = (webhookId: string) => useProcedureQuery(get, { webhookId });
export const useDeliveries = (input: Input<typeof listDeliveries>) =>
  useListQuery(listDeliveries, input, ({ items }) => items.some(isOnItsWay));
export const useDelivery = (deliveryId: string) => useProcedureQuery(getDelivery, { deliveryId }, isOnItsWay);

/** Finds sellers by name, e-mail or document. */
export const useSellerChoice = (search: string) =>
  useProcedureQuery(listUsers, { role: 'seller', limit: SHOWN_SELLERS, ...(search && { search }) });

export const useCreation = () => useChange(create, list);
export const useUpdate = () => useChange(update, list, get, listDeliveries);
export const useRemoval = () => useChange(remove, list);
export const useRotation = () => useChange(rotateSecret, get);
export const useReplay = () => useChange(replay, listDeliveries, list);
export const useTest = () => useChange(sendTest, listDeliveries, list);
export const useResending = () => useChange(resend, listDeliveries, getDelivery, list);

import type { ApiKeyKind } from '@feira/schemas/api';
import type { Output } from '@feira/schemas/procedure';
import { listUsers } from '@feira/schemas/procedures/people';
import { listMyProducts } from '@feira/schemas/procedures/products';
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
import type { DeliveryState } from '@feira/schemas/seller-webhook';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

/** As many as a webhook can name. */
const MOST_PRODUCTS = 100;
/** The sellers that a search shows; typing more narrows them. */
const SHOWN_SELLERS = 20;
/** From the third attempt on nobody waits in front of the page. */
const WATCHED_ATTEMPTS = 2;

export type ListedWebhook = Output<typeof list>['webhooks'][number];
export type Webhook = Output<typeof get>;
export type Delivery = Output<typeof listDeliveries>['items'][number];

const isOnItsWay = ({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): boolean =>
  state === 'WAITING' && attempts < WATCHED_ATTEMPTS;

export const useWebhooks = (owner: ApiKeyKind) => useProcedureQuery(list, { owner });
export const useWebhook = (webhookId: string) => useProcedureQuery(get, { webhookId });
export const useDeliveries = (webhookId: string, state: DeliveryState | null, after: string | null) =>
  useListQuery(listDeliveries, { webhookId, ...(state && { state }), ...(after && { after }) }, ({ items }) =>
    items.some(isOnItsWay),
  );
export const useDelivery = (deliveryId: string) => useProcedureQuery(getDelivery, { deliveryId }, isOnItsWay);
export const useProductChoice = () => useProcedureQuery(listMyProducts, { limit: MOST_PRODUCTS });

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

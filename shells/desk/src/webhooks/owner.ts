/** Tells the parts of these pages whose webhooks and events they show, and where their pages are. */
import { DASHBOARD_PATHS } from '@feira/schemas/addresses';
import type { ApiKeyKind } from '@feira/schemas/api';
import { createContext, useContext } from 'react';

export const Owner = createContext<ApiKeyKind>('SELLER');
export const useOwner = (): ApiKeyKind => useContext(Owner);

const BASES: Record<ApiKeyKind, string> = { SELLER: DASHBOARD_PATHS.seller, PLATFORM: DASHBOARD_PATHS.admin };

/** Returns the address of the list of integrations, or of the one that the rest of the path names. */
export const toIntegrations = (owner: ApiKeyKind, id?: string): string =>
  `${BASES[owner]}/integrations${id ? `/${id}` : ''}`;

export const toSale = (owner: ApiKeyKind, saleId: string): string =>
  owner === 'SELLER' ? `${BASES.SELLER}/my-sales/${saleId}` : `${BASES.PLATFORM}/manage-sales/${saleId}`;

import type { Input, Output } from '@feira/schemas/procedure';
import { listRoutes } from '@feira/schemas/procedures/routing';
import { getWebhook, listExchanges, listWebhooks, replayWebhook } from '@feira/schemas/procedures/webhooks';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Webhook = Output<typeof listWebhooks>['webhooks'][number];
export type WholeWebhook = Output<typeof getWebhook>;
export type Exchange = Output<typeof listExchanges>['exchanges'][number];

export const useWebhooks = (input: Input<typeof listWebhooks>) => useListQuery(listWebhooks, input);
export const useExchanges = (input: Input<typeof listExchanges>) => useListQuery(listExchanges, input);

const toPlatform = (platformId: string | null) => (platformId ? { platformId } : {});

export const useWebhook = (platformId: string | null, webhookId: string) =>
  useProcedureQuery(getWebhook, { ...toPlatform(platformId), webhookId });

export function useReplay(platformId: string | null, webhookId: string) {
  const { run, ...change } = useChange(replayWebhook, getWebhook, listWebhooks);
  return { ...change, run: () => run({ ...toPlatform(platformId), webhookId }) };
}

/** Lists the connections by which the list can be filtered, by name. */
export function useConnectionNames(platformId: string | null): { id: string; name: string }[] {
  const { data } = useProcedureQuery(listRoutes, toPlatform(platformId));
  return data?.connections ?? [];
}

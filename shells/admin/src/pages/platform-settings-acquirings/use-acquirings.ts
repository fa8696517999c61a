import type { Input, Output } from '@feira/schemas/procedure';
import { closeCircuit, getHealth, listDecisions, listRoutes } from '@feira/schemas/procedures/routing';
import { getSettings } from '@feira/schemas/procedures/settings';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';
import type { Hours } from './acquirings-address.ts';

export type Connection = Output<typeof listRoutes>['connections'][number];
export type Health = Output<typeof getHealth>['connections'][number];
export type Decision = Output<typeof listDecisions>['decisions'][number];

export const useHealth = (hours: Hours) => useProcedureQuery(getHealth, { hours });
export const useConnections = () => useProcedureQuery(listRoutes, {});
export const useDecisions = (input: Input<typeof listDecisions>) => useListQuery(listDecisions, input);
export const useCurrency = () => useProcedureQuery(getSettings, {}).data?.settings.currency ?? 'BRL';
export const useCircuit = () => useChange(closeCircuit, getHealth, listRoutes);

import type { Input, Output } from '@feira/schemas/procedure';
import { countShipments, getSender, listShipments } from '@feira/schemas/procedures/fulfilment';
import { useListQuery, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type Listed = Output<typeof listShipments>['shipments'][number];
export type ShipmentTab = Input<typeof listShipments>['tab'];

export const useShipments = (input: Input<typeof listShipments>) => useListQuery(listShipments, input);
export const useSender = () => useProcedureQuery(getSender, {}).data?.sender;
export const useShipmentCounts = () => useProcedureQuery(countShipments, {});

import type { Output } from '@feira/schemas/procedure';
import {
  approveRequest,
  listRequests,
  openRequest,
  PRIVACY_STATES,
  refuseRequest,
} from '@feira/schemas/procedures/privacy';
import { defineFilter, oneOf, type PageOf } from '@feira/shell-kit/filter';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery } from '@feira/shell-kit/use-procedure';

export type PrivacyRequest = Output<typeof listRequests>['items'][number];
export type PrivacyState = (typeof PRIVACY_STATES)[number];

export const REQUEST_FILTER = defineFilter({ state: oneOf('state', PRIVACY_STATES) }, null);

export const useRequests = (input: PageOf<typeof REQUEST_FILTER>) => useListQuery(listRequests, input);

export const useOpening = () => useChange(openRequest, listRequests);
export const useApproval = () => useChange(approveRequest, listRequests);
export const useRefusal = () => useChange(refuseRequest, listRequests);

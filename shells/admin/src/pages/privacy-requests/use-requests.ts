import type { Output } from '@feira/schemas/procedure';
import {
  approveRequest,
  listRequests,
  openRequest,
  type PRIVACY_STATES,
  refuseRequest,
} from '@feira/schemas/procedures/privacy';
import { useChange } from '@feira/shell-kit/use-change';
import { useListQuery } from '@feira/shell-kit/use-procedure';

export type PrivacyRequest = Output<typeof listRequests>['items'][number];
export type PrivacyState = (typeof PRIVACY_STATES)[number];

export const useRequests = (state: PrivacyState | undefined, after: string | null) =>
  useListQuery(listRequests, { ...(state && { state }), ...(after && { after }) });

export const useOpening = () => useChange(openRequest, listRequests);
export const useApproval = () => useChange(approveRequest, listRequests);
export const useRefusal = () => useChange(refuseRequest, listRequests);

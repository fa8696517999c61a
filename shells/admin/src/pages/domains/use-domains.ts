import type { Output, Procedure } from '@feira/schemas/procedure';
import { claimDomain, listDomains, proveDomain, removeDomain } from '@feira/schemas/procedures/settings';
import { useChange } from '@feira/shell-kit/use-change';

export type Domain = Output<typeof listDomains>['domains'][number];

const useDomainChange = <const P extends Procedure>(procedure: P) => useChange(procedure, listDomains);

export const useClaim = () => useDomainChange(claimDomain);
export const useProof = () => useDomainChange(proveDomain);
export const useRemoval = () => useDomainChange(removeDomain);

import type { Terms } from './terms-fields.ts';

/** Apart from the fields, which only the dialog needs. */
export const hasTerms = ({
  fees,
  release,
  managerBasisPoints,
}: Omit<Terms, 'currency' | 'currencies' | 'version'>): boolean =>
  managerBasisPoints !== null || Object.keys(fees).length > 0 || Object.keys(release).length > 0;

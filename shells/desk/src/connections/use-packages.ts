import type { Output } from '@feira/schemas/procedure';
import { getPackage, listPackages } from '@feira/schemas/procedures/marketplace';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type PackageSummary = Output<typeof listPackages>['packages'][number];
export type PackageVersion = PackageSummary['versions'][number];

export const usePackages = () => useProcedureQuery(listPackages, {});
export const usePackage = (provider: string, version: string) => useProcedureQuery(getPackage, { provider, version });

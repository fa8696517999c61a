import type { Input, Output } from '@feira/schemas/procedure';
import * as marketplace from '@feira/schemas/procedures/marketplace';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureMutation, useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type PackageSummary = Output<typeof marketplace.listPackages>['packages'][number];
export type PackageVersion = PackageSummary['versions'][number];
export type PackageDetails = Output<typeof marketplace.getPackage>;
export type Inspection = Output<typeof marketplace.inspectPackage>;
export type PackageSource = Input<typeof marketplace.inspectPackage>['source'];
export type Publisher = Output<typeof marketplace.getTrust>['publishers'][number];

const SHOWN = [marketplace.listPackages, marketplace.getPackage];

export const usePackages = () => useProcedureQuery(marketplace.listPackages, { isBrief: true });
export const usePackage = (provider: string, version: string | null) =>
  useProcedureQuery(marketplace.getPackage, { provider, ...(version && { version }) });
export const useInspection = () => useProcedureMutation(marketplace.inspectPackage);
export const useInstallation = () => useChange(marketplace.installPackage, ...SHOWN);
export const useRemoval = () => useChange(marketplace.removePackage, ...SHOWN);

export const useTrust = () => useProcedureQuery(marketplace.getTrust, {});
export const useSignatureRule = () => useChange(marketplace.setSignatureRequired, marketplace.getTrust);
export const usePublisherAddition = () => useChange(marketplace.addPublisher, marketplace.getTrust);
export const usePublisherRemoval = () => useChange(marketplace.removePublisher, marketplace.getTrust);

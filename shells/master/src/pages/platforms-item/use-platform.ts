import type { Output } from '@feira/schemas/procedure';
import * as platforms from '@feira/schemas/procedures/platforms';
import { useChange } from '@feira/shell-kit/use-change';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';

export type PlatformDetails = Output<typeof platforms.getPlatform>;
export type Settings = Required<PlatformDetails['settings']>;

export const usePlatform = (platformId: string) => useProcedureQuery(platforms.getPlatform, { platformId });

const SHOWN = [platforms.getPlatform, platforms.listPlatforms];
export const usePlatformChange = () => useChange(platforms.updatePlatform, ...SHOWN);
export const useHostAddition = () => useChange(platforms.addHost, ...SHOWN);
export const useHostRemoval = () => useChange(platforms.removeHost, ...SHOWN);

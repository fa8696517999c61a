/** The open tab of a package and its version, where that is not the newest, as they stand in the address. */
import { versionSchema } from '@feira/schemas/procedures/marketplace';

export const TABS = ['overview', 'proofs', 'versions', 'changes', 'readme'] as const;
export type Tab = (typeof TABS)[number];
const VERSION = new RegExp(versionSchema.pattern);

export const readTab = (address: URLSearchParams): Tab => TABS.find((tab) => tab === address.get('tab')) ?? 'overview';

/** Null means the newest version, and also replaces anything that is no version. */
export function readVersion(address: URLSearchParams): string | null {
  const version = address.get('version') ?? '';
  return VERSION.test(version) && version.length <= versionSchema.maxLength ? version : null;
}

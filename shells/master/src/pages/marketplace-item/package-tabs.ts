/** What of a package is shown, as it stands in the address: a part, and a version where it is not the newest. */
import { versionSchema } from '@feira/schemas/procedures/marketplace';

export const TABS = ['overview', 'proofs', 'versions', 'changes', 'readme'] as const;
export type Tab = (typeof TABS)[number];
const VERSION = new RegExp(versionSchema.pattern);

export const readTab = (address: URLSearchParams): Tab => TABS.find((tab) => tab === address.get('tab')) ?? 'overview';

/** Null is the newest one, and also what no version could be called. */
export function readVersion(address: URLSearchParams): string | null {
  const version = address.get('version') ?? '';
  return VERSION.test(version) && version.length <= versionSchema.maxLength ? version : null;
}

import type { Host } from '@feira/shell-kit/dashboard';
import { createContext } from 'react';

/** The host's values for pages that the host itself draws; dashboards get them as a value, because contexts do not cross between bundles. */
export const HostContext = createContext<Host | null>(null);

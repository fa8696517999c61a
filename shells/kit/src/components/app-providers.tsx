import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Host } from '../dashboard.ts';
import { HostContext } from '../host-context.ts';
import { createQueryClient } from '../use-procedure.ts';

/** The providers around every dashboard's pages, so that all read the host's values and keep what the server answered. */
export default function AppProviders({ host, children }: { host: Host; children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  return (
    <HostContext value={host}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </HostContext>
  );
}

import { useAddress } from '@feira/shell-kit/use-address';

/** Returns whether the address of the page of integrations opens a connection, or a system to connect. */
export function useOpenedIntegration(): boolean {
  const { search } = useAddress();
  return search.has('connect') || search.has('connection');
}

import type { AdminPermission } from '@feira/schemas/options';
import { useHost } from '@feira/shell-kit/host-context';

/** Whether the administrator of this session may do something; the server decides anew with every call. */
export function usePermission(): (permission: AdminPermission) => boolean {
  const { session } = useHost();
  return (permission) => session.permissions.includes(permission);
}

import type { AdminPermission } from '@feira/schemas/options';
import { useHost } from '@feira/shell-kit/host-context';

/** Returns whether the administrator of this session holds a permission; the server checks it again with every call. */
export function usePermission(): (permission: AdminPermission) => boolean {
  const { session } = useHost();
  return (permission) => session.permissions.includes(permission);
}

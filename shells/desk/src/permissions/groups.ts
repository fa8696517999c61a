import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';

/** The permissions in the groups in which people search them. Each stands in exactly one group. */
export const PERMISSION_GROUPS = [
  {
    key: 'start',
    permissions: ['isDashboardAvailable', 'isNotificationsAvailable', 'isConfigAvailable', 'isConnectionsAvailable'],
  },
  {
    key: 'people',
    permissions: [
      'isUsersAvailable',
      'isUserAdvancedOptionsAvailable',
      'isUserDocumentsAvailable',
      'isExportUsersAvailable',
      'isUsersLoginAvailable',
      'isManagersAvailable',
      'isFunctionariesAvailable',
    ],
  },
  { key: 'sales', permissions: ['isProductsAvailable', 'isSalesAvailable', 'isChargesAvailable'] },
  {
    key: 'money',
    permissions: [
      'isWithdrawsRequestUsersAvailable',
      'isWithdrawsAvailable',
      'isWithdrawsRequestManagersAvailable',
      'isWithdrawsManagerAvailable',
      'isAntecipationsAvailable',
    ],
  },
  { key: 'checks', permissions: ['isValidateDocumentsAvailable', 'isValidateBankAccountsAvailable'] },
] as const satisfies { key: string; permissions: AdminPermission[] }[];

/** The permissions of the usual posts of a team, to start from; each choice can be changed afterwards. */
export const PERMISSION_PRESETS = {
  support: ['isUsersAvailable', 'isSalesAvailable', 'isChargesAvailable', 'isUsersLoginAvailable'],
  finance: [
    'isDashboardAvailable',
    'isSalesAvailable',
    'isWithdrawsRequestUsersAvailable',
    'isWithdrawsAvailable',
    'isWithdrawsRequestManagersAvailable',
    'isWithdrawsManagerAvailable',
    'isAntecipationsAvailable',
    'isValidateBankAccountsAvailable',
  ],
  risk: [
    'isUsersAvailable',
    'isUserDocumentsAvailable',
    'isSalesAvailable',
    'isChargesAvailable',
    'isValidateDocumentsAvailable',
    'isValidateBankAccountsAvailable',
  ],
  catalogue: ['isProductsAvailable', 'isNotificationsAvailable'],
  everything: ADMIN_PERMISSIONS,
  none: [],
} as const satisfies Record<string, readonly AdminPermission[]>;

/** Permissions that open nothing without another one. */
export const NEEDED_PERMISSION: Partial<Record<AdminPermission, AdminPermission>> = {
  isUserAdvancedOptionsAvailable: 'isUsersAvailable',
  isUserDocumentsAvailable: 'isUsersAvailable',
  isExportUsersAvailable: 'isUsersAvailable',
  isUsersLoginAvailable: 'isUsersAvailable',
};

/**
 * Returns the permissions to send: the choice among the caller's own ones, and unchanged those that the caller does not hold.
 * Sending these along says the same whether the server reads the list as a whole or only its part.
 */
export const mergePermissions = (
  current: readonly AdminPermission[],
  chosen: readonly AdminPermission[],
  held: readonly AdminPermission[],
): AdminPermission[] => [
  ...current.filter((permission) => !held.includes(permission)),
  ...chosen.filter((permission) => held.includes(permission)),
];

/** Returns the permissions that the caller lacks: revoking all of a person's permissions requires each of them. */
export const findUnheld = (
  permissions: readonly AdminPermission[],
  held: readonly AdminPermission[],
): AdminPermission[] => permissions.filter((permission) => !held.includes(permission));

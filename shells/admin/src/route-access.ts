import type { AdminPermission } from '@feira/schemas/options';
import type { RouteAccess } from '@feira/shell-kit/dashboard';

const withPermission = (permission: AdminPermission): RouteAccess => ({ roles: ['admin'], permission });

/** Every address of administrators, and the permission that opens it. */
export const ROUTE_ACCESS = {
  // It holds what the permissions of the person show, which is nothing without any.
  '/inbox': { roles: ['admin'] },
  '/dashboard': withPermission('isDashboardAvailable'),
  '/manage-users': withPermission('isUsersAvailable'),
  '/manage-users/:id': withPermission('isUsersAvailable'),
  '/manage-products': withPermission('isProductsAvailable'),
  '/manage-functionaries': withPermission('isFunctionariesAvailable'),
  '/manage-withdraws': withPermission('isWithdrawsRequestUsersAvailable'),
  '/manage-managers-withdraws': withPermission('isWithdrawsRequestManagersAvailable'),
  '/paid-withdrawals': withPermission('isWithdrawsAvailable'),
  '/paid-managers-withdraws': withPermission('isWithdrawsManagerAvailable'),
  '/manage-bank-accounts': withPermission('isValidateBankAccountsAvailable'),
  '/manage-receivers': withPermission('isValidateBankAccountsAvailable'),
  '/audit-log': withPermission('isFunctionariesAvailable'),
  '/export-accounting': withPermission('isDashboardAvailable'),
  '/manage-anticipations': withPermission('isAntecipationsAvailable'),
  '/manage-paid-anticipations': withPermission('isAntecipationsAvailable'),
  '/manage-sales': withPermission('isSalesAvailable'),
  '/manage-sales/:id': withPermission('isSalesAvailable'),
  '/manage-sales/:id/buyer': withPermission('isSalesAvailable'),
  '/platform-settings': withPermission('isConfigAvailable'),
  '/money-rules': withPermission('isConfigAvailable'),
  '/platform-pixels': withPermission('isConfigAvailable'),
  '/risk': withPermission('isConfigAvailable'),
  '/privacy-requests': withPermission('isUserAdvancedOptionsAvailable'),
  '/document-validation': withPermission('isValidateDocumentsAvailable'),
  '/platform-settings/connections': withPermission('isConnectionsAvailable'),
  '/platform-settings/connections/:connectionId': withPermission('isConnectionsAvailable'),
  '/platform-settings/acquirings': withPermission('isConfigAvailable'),
  '/manage-managers': withPermission('isManagersAvailable'),
  // Disputes for the one, refunds and what buyers ask for to the other.
  '/charges': { roles: ['admin'], permissions: ['isChargesAvailable', 'isSalesAvailable'] },
  '/notifications': withPermission('isNotificationsAvailable'),
  '/integrations': withPermission('isConfigAvailable'),
  '/integrations/:id': withPermission('isConfigAvailable'),
  '/domains': withPermission('isConfigAvailable'),
  '/customization': withPermission('isConfigAvailable'),
  '/seller-revenue': withPermission('isDashboardAvailable'),
  '/seller-profit': withPermission('isDashboardAvailable'),
  '/seller-negative': withPermission('isWithdrawsRequestUsersAvailable'),
  '/garantee-released': withPermission('isDashboardAvailable'),
  '/subscriptions': withPermission('isSalesAvailable'),
  '/subscriptions/:id': withPermission('isSalesAvailable'),
} as const satisfies Record<string, RouteAccess>;

import type { AdminPermission } from '@feira/schemas/options';
import type { IconName } from '@feira/shell-kit/components/icon';

/** The most visited screens, in the order of the menu. */
export const SHORTCUTS = [
  { path: '/manage-users', title: 'users.title', text: 'start.users', icon: 'people', permission: 'isUsersAvailable' },
  {
    path: '/manage-functionaries',
    title: 'functionaries.title',
    text: 'start.functionaries',
    icon: 'shield',
    permission: 'isFunctionariesAvailable',
  },
  {
    path: '/manage-managers',
    title: 'managers.title',
    text: 'start.managers',
    icon: 'suitcase',
    permission: 'isManagersAvailable',
  },
  {
    path: '/platform-settings',
    title: 'settings.title',
    text: 'start.settings',
    icon: 'settings',
    permission: 'isConfigAvailable',
  },
  {
    path: '/customization',
    title: 'customization.title',
    text: 'start.customization',
    icon: 'brush',
    permission: 'isConfigAvailable',
  },
  { path: '/domains', title: 'domains.title', text: 'start.domains', icon: 'globe', permission: 'isConfigAvailable' },
  {
    path: '/manage-withdraws',
    title: 'withdraws.title',
    text: 'start.withdraws',
    icon: 'withdrawal',
    permission: 'isWithdrawsRequestUsersAvailable',
  },
  {
    path: '/manage-anticipations',
    title: 'anticipations.title',
    text: 'start.anticipations',
    icon: 'history',
    permission: 'isAntecipationsAvailable',
  },
  {
    path: '/charges',
    title: 'charges.title',
    text: 'start.charges',
    icon: 'dispute',
    permission: 'isChargesAvailable',
  },
  {
    path: '/manage-bank-accounts',
    title: 'bankAccounts.title',
    text: 'start.bankAccounts',
    icon: 'bank',
    permission: 'isValidateBankAccountsAvailable',
  },
  {
    path: '/seller-profit',
    title: 'sellerProfit.title',
    text: 'start.profit',
    icon: 'chart',
    permission: 'isDashboardAvailable',
  },
  {
    path: '/export-accounting',
    title: 'exportAccounting.title',
    text: 'start.accounting',
    icon: 'table',
    permission: 'isDashboardAvailable',
  },
] as const satisfies { path: string; title: string; text: string; icon: IconName; permission: AdminPermission }[];

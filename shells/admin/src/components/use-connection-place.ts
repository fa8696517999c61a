import type { ConnectionPlace } from '@feira/shell-desk/connections/connection-place.ts';
import { useTranslation } from 'react-i18next';

const LIST = '/admin-root/platform-settings/connections';
const OWN = {};

/** Returns where the connections of the own platform stand in this dashboard. */
export function useConnectionPlace(): ConnectionPlace {
  const { t } = useTranslation('admin');
  return { of: OWN, list: LIST, listName: t('connections.title'), base: LIST };
}

import { getPlatform } from '@feira/schemas/procedures/platforms';
import type { ConnectionPlace } from '@feira/shell-desk/connections/connection-place.ts';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import '@feira/shell-desk/connections/add-texts.ts';

/** Returns where the connections of a platform stand in this dashboard. */
export function useConnectionPlace(platformId: string): ConnectionPlace {
  const { t } = useTranslation('connections');
  const { data } = useProcedureQuery(getPlatform, { platformId });
  const listName = data ? t('new.back', { name: data.name }) : t('list.title');
  return useMemo(
    () => ({
      of: { platformId },
      list: `/master-root/platforms/${platformId}?part=connections`,
      listName,
      base: `/master-root/platforms/${platformId}/connections`,
      marketplace: '/master-root/marketplace',
    }),
    [platformId, listName],
  );
}

import { RoutesEditor } from '@feira/shell-desk/routes-editor/routes-editor.tsx';
import { formatBasisPoints } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { useCurrency, useHealth } from './use-acquirings.ts';

/** Edits the order of connections, and shows the health of each. */
export function RoutesTab() {
  const { t } = useTranslation('acquirings');
  const { locale } = useHost();
  const currency = useCurrency();
  const { data } = useHealth(24);
  const findRate = (connectionId: string, method: string) =>
    data?.connections
      .find((health) => health.connectionId === connectionId)
      ?.methods.find((known) => known.method === method)?.successRate ?? null;
  return (
    <RoutesEditor
      currency={currency}
      note={(connectionId, method) => {
        const rate = findRate(connectionId, method);
        return rate === null ? null : (
          <span className="muted">{t('routeNote', { rate: formatBasisPoints(rate, locale) })}</span>
        );
      }}
    />
  );
}

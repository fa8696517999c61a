import { countShipments } from '@feira/schemas/procedures/fulfilment';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';

/** Leads to the orders whose days to ship are over; nothing where there are none. */
export function OverdueNotice() {
  const { t } = useTranslation('seller');
  const count = useProcedureQuery(countShipments, {}).data?.OVERDUE;
  if (!count) return null;
  return (
    <p className="notice notice-error">
      {t('dashboard.overdue', { count })}{' '}
      <PageLink to="/platform/shipments?tab=OVERDUE">{t('dashboard.seeOverdue')}</PageLink>
    </p>
  );
}

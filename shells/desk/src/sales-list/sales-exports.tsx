import { ExportLinks } from '@feira/shell-kit/components/list-exports';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { type SalesFilter, toSalesInput } from './sales-filter.ts';

/** Downloads the sales of the filter, however many. */
export function SalesExports({ path, filter }: { path: string; filter: SalesFilter }) {
  const { t } = useTranslation('salesList');
  const { locale: lang } = useHost();
  return (
    <ExportLinks
      label={t('export')}
      addressOf={(format) => `${path}?${new URLSearchParams({ ...toSalesInput(filter), format, lang })}`}
    />
  );
}

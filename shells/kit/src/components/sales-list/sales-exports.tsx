import { EXPORT_FORMATS } from '@feira/schemas/procedures/balances';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host-context.ts';
import { Icon } from '../icon.tsx';
import { type SalesFilter, toSalesInput } from './sales-filter.ts';

/** Downloads the sales of the filter, however many. The browser shows the progress. */
export function SalesExports({ path, filter }: { path: string; filter: SalesFilter }) {
  const { t } = useTranslation('salesList');
  const { locale } = useHost();
  const addressOf = (format: (typeof EXPORT_FORMATS)[number]) =>
    `${path}?${new URLSearchParams({ ...toSalesInput(filter), format, lang: locale })}`;
  return (
    <span className="sales-exports">
      {EXPORT_FORMATS.map((format) => (
        <a key={format} className="button" href={addressOf(format)} download>
          <Icon name="download" size={18} />
          <span className="visually-hidden">{t('export')} </span>
          {format.toUpperCase()}
        </a>
      ))}
    </span>
  );
}

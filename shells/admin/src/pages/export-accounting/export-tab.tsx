import { CURRENCIES, type Currency } from '@feira/schemas/common';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { useHost } from '@feira/shell-kit/host-context';
import { readPeriod, toPeriod, writePeriod } from '@feira/shell-kit/period';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import { MONTH } from '../../components/reports/report-filter.ts';
import { toExportAddress } from './export-address.ts';

const FORMATS = ['xlsx', 'csv'] as const;

/** Exports every entry of the ledger in a period as a file. */
export function ExportTab() {
  const { t } = useTranslation('adminMoney');
  const { locale } = useHost();
  const { search, change } = useAddress();
  const choice = readPeriod(search, MONTH);
  const period = toPeriod(choice.kind === 'all' ? MONTH : choice);
  const currency = CURRENCIES.find((known) => known === search.get('currency')) ?? '';
  const options: { value: Currency | ''; label: string }[] = [
    { value: '', label: t('accounting.ownCurrency') },
    ...CURRENCIES.map((value) => ({ value, label: value })),
  ];
  return (
    <section className="panel form accounting-export" aria-labelledby="accounting-export">
      <h2 id="accounting-export">{t('accounting.exportTitle')}</h2>
      <p className="muted">{t('accounting.exportText')}</p>
      <PeriodFilter choice={choice} onChange={(next) => change(writePeriod(next), { isReplaced: true })} />
      <div className="form-grid">
        <SelectField
          label={t('currency')}
          hint={t('accounting.currencyHint')}
          value={currency}
          options={options}
          onChange={(chosen) => change({ currency: chosen || null }, { isReplaced: true })}
        />
      </div>
      <div className="accounting-files">
        {FORMATS.map((format) => (
          <a
            key={format}
            className={format === 'xlsx' ? 'button button-primary' : 'button'}
            href={toExportAddress({ ...period, format, currency, locale })}
            download
          >
            <Icon name="download" size={18} />
            {t(`accounting.formats.${format}`)}
          </a>
        ))}
      </div>
      <p className="form-hint">{t('accounting.recorded')}</p>
    </section>
  );
}

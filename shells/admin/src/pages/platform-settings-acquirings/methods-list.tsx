import { SaleMethod } from '@feira/shell-desk/sale/sale-words.tsx';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { formatBasisPoints, formatCount, formatMilliseconds } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { Health } from './use-acquirings.ts';

type MethodHealth = Health['methods'][number];
const COUNTS = ['attempts', 'approved', 'waiting', 'refused', 'failed', 'unknown'] as const;
const TIMES = ['medianMs', 'slowMs'] as const;

export function MethodsList({ methods, name }: { methods: Health['methods']; name: string }) {
  const { t } = useTranslation('acquirings');
  const { locale } = useHost();
  const columns: RecordColumn<MethodHealth>[] = [
    { key: 'method', title: t('method'), isHead: true, show: ({ method }) => <SaleMethod method={method} /> },
    {
      key: 'successRate',
      title: t('successRate'),
      isNumber: true,
      show: ({ successRate }) => (
        <strong>{successRate === null ? t('nothing') : formatBasisPoints(successRate, locale)}</strong>
      ),
    },
    ...COUNTS.map((key) => ({
      key,
      title: t(key),
      isNumber: true,
      show: (record: MethodHealth) => formatCount(record[key], locale),
    })),
    ...TIMES.map((key) => ({
      key,
      title: t(key),
      isNumber: true,
      show: (record: MethodHealth) => {
        const time = record[key];
        return time === null ? t('nothing') : formatMilliseconds(time, locale);
      },
    })),
  ];
  return (
    <div className="acquiring-part">
      <h3>{t('methods')}</h3>
      <RecordList
        label={`${t('methods')}: ${name}`}
        columns={columns}
        records={methods}
        keyOf={({ method }) => method}
      />
      <p className="form-hint acquiring-help">
        {t('successRateHelp')} {t('slowHelp')}
      </p>
    </div>
  );
}

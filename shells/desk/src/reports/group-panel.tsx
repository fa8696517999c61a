import type { Currency, PaymentMethod } from '@feira/schemas/common';
import { formatCount, formatShare } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import './reports.css';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { SaleMethod } from '../sale/sale-words.tsx';
import './add-texts.ts';
import type { Measure } from './day-panel.tsx';

type Group<K extends string> = { sales: number; gross: number } & Record<K, number>;

interface GroupNumbers<K extends string> {
  currency: Currency;
  /** The further figures of each group; the last one matters most. */
  measures: readonly Measure<K>[];
  /** The title of the column of sold amounts. */
  gross: string;
}

interface GroupPanelProps<K extends string, G> extends GroupNumbers<K> {
  title: string;
  head: string;
  /** Undefined while they load. */
  groups: readonly G[] | undefined;
  keyOf: (group: G) => string;
  name: (group: G) => ReactNode;
}

/** Shows the numbers of each group of sales. */
export function GroupPanel<K extends string, G extends Group<K>>(props: GroupPanelProps<K, G>) {
  const { title, head, currency, groups, keyOf, name, measures, gross: grossTitle } = props;
  const { t } = useTranslation('groups');
  const { locale } = useHost();
  const id = useId();
  const whole = groups?.reduce((sum, { gross }) => sum + gross, 0) ?? 0;
  const money = (cents: number) => formatSigned(cents, currency, locale);
  const columns: RecordColumn<G>[] = [
    { key: 'name', title: head, isHead: true, show: name },
    { key: 'sales', title: t('sales'), isNumber: true, show: ({ sales }) => formatCount(sales, locale) },
    { key: 'gross', title: grossTitle, isNumber: true, show: ({ gross }) => money(gross) },
    { key: 'share', title: t('share'), show: ({ gross }) => <Share part={gross} whole={whole} /> },
    ...measures.map(({ key, title }, index) => ({
      key,
      title,
      isNumber: true,
      show: (group: G) => (index === measures.length - 1 ? <strong>{money(group[key])}</strong> : money(group[key])),
    })),
  ];
  if (groups?.length === 0) return null;
  return (
    <section className="report-group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <RecordList label={title} columns={columns} records={groups} keyOf={keyOf} skeletonCount={3} />
    </section>
  );
}

interface SaleGroupsProps<K extends string> extends GroupNumbers<K> {
  methods: readonly (Group<K> & { method: PaymentMethod })[] | undefined;
  products: readonly (Group<K> & { productId: string; name: string })[] | undefined;
}

/** Groups sales by payment method and by product. */
export function SaleGroups<K extends string>({ methods, products, ...numbers }: SaleGroupsProps<K>) {
  const { t } = useTranslation('groups');
  return (
    <>
      <GroupPanel
        {...numbers}
        title={t('byMethod')}
        head={t('method')}
        groups={methods}
        keyOf={({ method }) => method}
        name={({ method }) => <SaleMethod method={method} />}
      />
      <GroupPanel
        {...numbers}
        title={t('byProduct')}
        head={t('product')}
        groups={products}
        keyOf={({ productId }) => productId}
        name={({ name }) => <strong className="report-name">{name}</strong>}
      />
    </>
  );
}

/** Shows a number with a bar to compare it. */
function Share({ part, whole }: { part: number; whole: number }) {
  const { locale } = useHost();
  return (
    <span className="report-share">
      <span aria-hidden="true">
        <span style={{ width: `${whole > 0 ? (100 * part) / whole : 0}%` }} />
      </span>
      <span className="number">{formatShare(part, whole, locale)}</span>
    </span>
  );
}

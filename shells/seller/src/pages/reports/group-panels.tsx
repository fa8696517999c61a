import type { Currency } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { SaleMethod } from '@feira/shell-kit/components/sale-words';
import { formatCount, formatShare } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Earnings, Group } from './use-earnings.ts';

/** The same numbers by what buyers paid with, by what they bought, and by the part the person had in it. */
export function GroupPanels({ earnings }: { earnings: Earnings | undefined }) {
  const { t } = useTranslation(['reports', 'kit']);
  const currency = earnings?.currency ?? 'BRL';
  return (
    <>
      <GroupPanel
        title={t('byMethod')}
        head={t('method')}
        currency={currency}
        groups={earnings?.methods}
        keyOf={({ method }) => method}
        name={({ method }) => <SaleMethod method={method} />}
      />
      <GroupPanel
        title={t('byProduct')}
        head={t('product')}
        currency={currency}
        groups={earnings?.products}
        keyOf={({ productId }) => productId}
        name={({ name }) => <strong className="report-name">{name}</strong>}
      />
      {earnings && earnings.roles.length > 1 && (
        <GroupPanel
          title={t('byRole')}
          head={t('role')}
          currency={currency}
          groups={earnings.roles}
          keyOf={({ role }) => role}
          name={({ role }) => t(`kit:role.${role}`)}
        />
      )}
    </>
  );
}

interface GroupPanelProps<G> {
  title: string;
  head: string;
  currency: Currency;
  groups: readonly G[] | undefined;
  keyOf: (group: G) => string;
  name: (group: G) => ReactNode;
}

function GroupPanel<G extends Group>({ title, head, currency, groups, keyOf, name }: GroupPanelProps<G>) {
  const { t } = useTranslation('reports');
  const { locale } = useHost();
  const id = useId();
  const whole = groups?.reduce((sum, { gross }) => sum + gross, 0) ?? 0;
  const amount = (key: 'gross' | 'refunded' | 'net'): RecordColumn<G> => ({
    key,
    title: t(key),
    isNumber: true,
    show: (group) => formatCurrency(group[key], currency, locale),
  });
  const columns: RecordColumn<G>[] = [
    { key: 'name', title: head, isHead: true, show: name },
    { key: 'sales', title: t('sales'), isNumber: true, show: ({ sales }) => formatCount(sales, locale) },
    amount('gross'),
    { key: 'share', title: t('share'), show: ({ gross }) => <Share part={gross} whole={whole} /> },
    amount('refunded'),
    { ...amount('net'), show: ({ net }) => <strong>{formatCurrency(net, currency, locale)}</strong> },
  ];
  if (groups?.length === 0) return null;
  return (
    <section className="report-group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <RecordList label={title} columns={columns} records={groups} keyOf={keyOf} skeletonCount={3} />
    </section>
  );
}

/** A number with a bar that only helps to compare. */
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

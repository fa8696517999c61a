import type { Currency } from '@feira/schemas/common';
import { listStatement, POSTING_KINDS } from '@feira/schemas/procedures/balances';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useHost } from '@feira/shell-kit/host-context';
import { writePeriod } from '@feira/shell-kit/period';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useProcedureQuery } from '@feira/shell-kit/use-procedure';
import { useTranslation } from 'react-i18next';
import { ChoiceFilter } from './choice-filter.tsx';
import { Moment } from './moment.tsx';
import { STATEMENT_FILTER } from './money-address.ts';
import { SaleLink, type SaleTo } from './sale-link.tsx';
import { StatementExports } from './statement-exports.tsx';
import type { BalanceAfter, StatementLine } from './use-money.ts';

const PARTS = ['available', 'pending', 'reserved', 'owed', 'receiver'] as const;

interface StatementTabProps {
  saleTo: SaleTo | undefined;
  /** The currency of the balance; undefined while that loads. */
  currency: Currency | undefined;
}

/** Lists every movement of the balance, newest first. */
export function StatementTab({ saleTo, currency }: StatementTabProps) {
  const { t } = useTranslation('money');
  const { filter, input, onChange, ...list } = useListFilter(STATEMENT_FILTER);
  const query = useProcedureQuery(listStatement, input);
  const columns: RecordColumn<StatementLine>[] = [
    { key: 'at', title: t('statement.date'), show: ({ occurredAt }) => <Moment at={occurredAt} /> },
    { key: 'kind', title: t('statement.kind'), isHead: true, show: (line) => <LineName line={line} saleTo={saleTo} /> },
    {
      key: 'change',
      title: t('statement.change'),
      isNumber: true,
      show: (line) => <Changes line={line} currency={currency ?? 'BRL'} />,
    },
    // A list of one kind has no balance, because other movements lie between its lines.
    ...(filter.kind
      ? []
      : [
          {
            key: 'balance',
            title: t('statement.balance'),
            isNumber: true,
            show: ({ balance }: StatementLine) => balance && <Balance {...balance} currency={currency ?? 'BRL'} />,
          },
        ]),
  ];
  return (
    <>
      <search className="list-filters">
        <PeriodFilter hasAll choice={filter.period} onChange={(next) => onChange(writePeriod(next))} />
        <ChoiceFilter
          label={t('statement.kind')}
          all={t('statement.allKinds')}
          choices={POSTING_KINDS}
          nameOf={(kind) => t(`postings.${kind}`)}
          value={filter.kind}
          onChange={(kind) => onChange({ kind })}
        />
      </search>
      <PagedList
        {...list}
        query={query}
        count={query.data?.items.length}
        noMatch={{ title: t('noMatchTitle'), text: t('noMatchText') }}
        empty={<EmptyState icon="history" title={t('statement.emptyTitle')} text={t('statement.emptyText')} />}
        exports={<StatementExports period={filter.period} currency={filter.currency} kind={filter.kind} />}
        pagerLabel={t('statement.pages')}
      >
        <RecordList
          isCompact
          label={t('tabs.statement')}
          columns={columns}
          records={currency && query.data?.items}
          keyOf={({ id }) => id}
          skeletonCount={8}
        />
      </PagedList>
    </>
  );
}

function LineName({ line: { kind, sale }, saleTo }: { line: StatementLine; saleTo: SaleTo | undefined }) {
  const { t } = useTranslation('money');
  const name = <strong className="money-name">{t(`postings.${kind}`)}</strong>;
  if (!sale?.title) return name;
  const about = [sale.buyerName, orderCodeOf(sale.saleId)].filter(Boolean).join(' · ');
  return (
    <TwoLines
      first={name}
      second={
        <>
          <SaleLink sale={sale} saleTo={saleTo} />
          <span className="money-about"> · {about}</span>
        </>
      }
    />
  );
}

/** The balance after a movement: what can be used, and below it the whole where that is more. */
function Balance({ available, total, currency }: BalanceAfter & { currency: Currency }) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  return (
    <span className="money-changes">
      <span>{formatSigned(available, currency, locale)}</span>
      {total !== available && (
        <span className="muted">{t('statement.whole', { amount: formatSigned(total, currency, locale) })}</span>
      )}
    </span>
  );
}

/** Signs and words show the direction of the money; colour only helps. */
function Changes({ line, currency }: { line: StatementLine; currency: Currency }) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  return (
    <span className="money-changes">
      {PARTS.filter((part) => line[part] !== 0).map((part) => (
        <span key={part}>
          <span className={part === 'available' && line[part] > 0 ? 'money-more' : undefined}>
            {line[part] > 0 ? '+' : '−'}
            {formatCurrency(Math.abs(line[part]), currency, locale)}
          </span>{' '}
          <span className="muted">{t(`parts.${part}`)}</span>
        </span>
      ))}
    </span>
  );
}

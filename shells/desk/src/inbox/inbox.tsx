import { WORK_HOLDERS, WORK_KINDS, type WorkKind } from '@feira/schemas/procedures/inbox';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/lists.css';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { FilterSelect } from '@feira/shell-kit/components/filter-select';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { defineFilter, oneOf } from '@feira/shell-kit/filter';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useSelection } from '@feira/shell-kit/use-selection';
import type { Batch } from '../batch/batch.ts';
import { BatchBar } from '../batch/batch-bar.tsx';
import './add-texts.ts';
import './inbox.css';
import { DueTime, ItemHolder, ItemName } from './item-cells.tsx';
import { useWorkCounts, useWorkItems, type WorkItem } from './use-inbox.ts';

interface InboxProps {
  /** Returns the page where an item is decided; null where there is none. */
  addressOf: (item: WorkItem) => string | null;
  /** The actions for several items at once; without it nothing can be chosen. */
  batch?: Batch<WorkItem>;
}

const PAGE_SIZE = 25;
const WORK_FILTER = defineFilter({ kind: oneOf('kind', WORK_KINDS), holder: oneOf('holder', WORK_HOLDERS) }, PAGE_SIZE);

/** Lists what waits for this person, the earliest deadline first: what it is, whose, and until when. */
export function Inbox({ addressOf, batch }: InboxProps) {
  const { t } = useTranslation('inbox');
  const { locale } = useHost();
  const selection = useSelection<WorkItem>(({ id }) => id);
  const { filter, input, onChange, ...list } = useListFilter(WORK_FILTER, selection.clear);
  const counts = useWorkCounts();
  const query = useWorkItems(input);
  const items = query.data?.items;
  const columns: RecordColumn<WorkItem>[] = [
    {
      key: 'item',
      title: t('item'),
      isHead: true,
      show: (item) => <ItemName item={item} to={addressOf(item)} />,
    },
    { key: 'person', title: t('person'), show: ({ person }) => person?.name ?? '–' },
    {
      key: 'amount',
      title: t('amount'),
      isNumber: true,
      show: ({ amount, currency }) => (amount === null || !currency ? '–' : formatCurrency(amount, currency, locale)),
    },
    { key: 'due', title: t('due'), show: (item) => <DueTime item={item} /> },
    { key: 'holder', title: t('holder'), isAction: true, show: (item) => <ItemHolder item={item} /> },
  ];
  const nameItem = ({ kind: known, person }: WorkItem) =>
    `${t('choose')}: ${[t(`kind.${known}`), person?.name].filter(Boolean).join(', ')}`;
  const waiting = counts.data?.items.filter(({ count, kind: known }) => count > 0 || known === filter.kind) ?? [];
  const total = waiting.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <search className="list-filters">
        <KindButton count={total} label={t('all')} isOn={!filter.kind} onChoose={() => onChange({ kind: null })} />
        {waiting.map(({ kind: known, count }) => (
          <KindButton
            key={known}
            count={count}
            label={t(`kinds.${known as WorkKind}`)}
            isOn={known === filter.kind}
            onChoose={() => onChange({ kind: known })}
          />
        ))}
        <FilterSelect
          name="holder"
          label={t('holder')}
          all={t('everyone')}
          choices={WORK_HOLDERS.map((value) => ({ value, label: t(`holders.${value}`) }))}
          value={filter.holder}
          onChange={onChange}
        />
      </search>
      <PagedList
        {...list}
        query={query}
        count={items?.length}
        pagerLabel={t('pages')}
        noMatch={{ title: t('noMatchTitle'), text: t('noMatchText') }}
        empty={<EmptyState icon="check" title={t('emptyTitle')} text={t('emptyText')} />}
      >
        <RecordList
          label={t('list')}
          columns={columns}
          records={items}
          keyOf={({ id }) => id}
          selection={batch && { ...selection, labelOf: nameItem, mayChoose: ({ mayApprove }) => mayApprove }}
        />
      </PagedList>
      {batch && <BatchBar selection={selection} batch={batch} />}
    </>
  );
}

interface KindButtonProps {
  label: string;
  count: number;
  isOn: boolean;
  onChoose: () => void;
}

function KindButton({ label, count, isOn, onChoose }: KindButtonProps) {
  const { locale } = useHost();
  return (
    <button type="button" className="inbox-kind" aria-pressed={isOn} onClick={onChoose}>
      {label} <strong>{formatCount(count, locale)}</strong>
    </button>
  );
}

import { PAYMENT_METHODS } from '@feira/schemas/common';
import { AwaitedDialog } from '@feira/shell-kit/components/awaited-dialog';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { FilterSelect } from '@feira/shell-kit/components/filter-select';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import type { FilterOf } from '@feira/shell-kit/filter';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import { type ChangeFilter, useListFilter } from '@feira/shell-kit/use-list-filter';
import { useOpened } from '@feira/shell-kit/use-opened';
import { useTranslation } from 'react-i18next';
import { DECISION_FILTER } from './acquirings-address.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { DecisionsList } from './decisions-list.tsx';
import { type Decision, useConnections, useDecisions } from './use-acquirings.ts';

/** Lists attempts, newest first; a dialog explains the route of each. */
export function DecisionsTab() {
  const { t } = useTranslation('acquirings');
  const { filter, input, onChange, ...list } = useListFilter(DECISION_FILTER);
  const query = useDecisions(input);
  const opened = useOpened('attempt');
  return (
    <>
      <Filters filter={filter} onChange={onChange} />
      <PagedList
        {...list}
        query={query}
        count={query.data?.decisions.length}
        noMatch={{ title: t('noMatchTitle'), text: t('noMatchText') }}
        empty={<EmptyState icon="card" title={t('noDecisionsTitle')} text={t('noDecisionsText')} />}
        pagerLabel={t('pages')}
      >
        <DecisionsList decisions={query.data?.decisions} onOpen={(decision) => opened.open(nameOf(decision))} />
      </PagedList>
      {opened.id && (
        <DialogEntry value={false}>
          <OpenedDecision
            name={opened.id}
            known={query.data?.decisions.find((decision) => nameOf(decision) === opened.id)}
            onClose={opened.close}
          />
        </DialogEntry>
      )}
    </>
  );
}

/** Names an attempt in an address: attempts are found by the id of their payment. */
const nameOf = ({ paymentId, attemptId }: Decision) => `${paymentId}.${attemptId}`;

interface OpenedDecisionProps {
  name: string;
  /** Undefined where this page of the list does not show it. */
  known: Decision | undefined;
  onClose: () => void;
}

function OpenedDecision({ name, known, onClose }: OpenedDecisionProps) {
  return known ? (
    <DecisionDialog decision={known} onClose={onClose} />
  ) : (
    <SoughtDecision name={name} onClose={onClose} />
  );
}

function SoughtDecision({ name, onClose }: Omit<OpenedDecisionProps, 'known'>) {
  const { t } = useTranslation('acquirings');
  const { data, error, refetch } = useDecisions({ search: name.split('.')[0]! });
  const decision = data?.decisions.find((one) => nameOf(one) === name);
  if (decision) return <DecisionDialog decision={decision} onClose={onClose} />;
  return (
    <AwaitedDialog
      title={t('decision')}
      error={data ? null : error}
      isLoading={!data && !error}
      onRetry={refetch}
      missing={{ title: t('missingTitle'), text: t('missingText') }}
      close={t('close')}
      onClose={onClose}
    />
  );
}

interface FiltersProps {
  filter: FilterOf<typeof DECISION_FILTER>;
  onChange: ChangeFilter;
}

function Filters({ filter, onChange }: FiltersProps) {
  const { t } = useTranslation(['acquirings', 'kit']);
  const { data } = useConnections();
  return (
    <search className="list-filters">
      <SelectBox
        label={t('connection')}
        options={data?.connections ?? []}
        getValue={({ id }) => id}
        displayValue={({ name }) => name}
        value={filter.connectionId}
        onChange={(connection) => onChange({ connection })}
        allLabel={t('allConnections')}
      />
      <FilterSelect
        name="method"
        label={t('method')}
        all={t('allMethods')}
        choices={PAYMENT_METHODS.map((value) => ({ value, label: t(`kit:method.${value}`) }))}
        value={filter.method}
        onChange={onChange}
      />
      <SearchInput
        value={filter.search}
        label={t('searchLabel')}
        hint={t('searchHint')}
        onSearch={(text) => onChange({ search: text || null }, true)}
      />
    </search>
  );
}

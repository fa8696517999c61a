import { PAYMENT_METHODS } from '@feira/schemas/common';
import { AwaitedDialog } from '@feira/shell-kit/components/awaited-dialog';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import type { AddressChange } from '@feira/shell-kit/use-address';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import { useOpened } from '@feira/shell-kit/use-opened';
import { usePages } from '@feira/shell-kit/use-pages';
import { useTranslation } from 'react-i18next';
import { isFiltered, NO_FILTER, type Shown, toDecisionsInput } from './acquirings-address.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { DecisionsList } from './decisions-list.tsx';
import { type Decision, useConnections, useDecisions } from './use-acquirings.ts';

interface DecisionsTabProps {
  shown: Shown;
  onChange: (changes: AddressChange, isReplaced?: boolean) => void;
}

/** Lists attempts, newest first; a dialog explains the route of each. */
export function DecisionsTab({ shown, onChange }: DecisionsTabProps) {
  const { t } = useTranslation('acquirings');
  const pages = usePages();
  const query = useDecisions(toDecisionsInput(shown, pages.after));
  const opened = useOpened('attempt');
  const empty = isFiltered(shown) ? (
    <EmptyState icon="search" title={t('noMatchTitle')} text={t('noMatchText')}>
      <button type="button" className="button" onClick={() => onChange(NO_FILTER)}>
        {t('clearFilters')}
      </button>
    </EmptyState>
  ) : (
    <EmptyState icon="card" title={t('noDecisionsTitle')} text={t('noDecisionsText')} />
  );
  return (
    <>
      <Filters shown={shown} onChange={onChange} />
      <PagedList query={query} pages={pages} count={query.data?.decisions.length} empty={empty} pagerLabel={t('pages')}>
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

function Filters({ shown, onChange }: DecisionsTabProps) {
  const { t } = useTranslation(['acquirings', 'kit']);
  const { data } = useConnections();
  return (
    <search className="list-filters">
      <SelectBox
        label={t('connection')}
        options={data?.connections ?? []}
        getValue={({ id }) => id}
        displayValue={({ name }) => name}
        value={shown.connectionId}
        onChange={(connection) => onChange({ connection })}
        allLabel={t('allConnections')}
      />
      <SelectBox
        label={t('method')}
        options={PAYMENT_METHODS}
        getValue={(method) => method}
        displayValue={(method) => t(`kit:method.${method}`)}
        value={shown.method}
        onChange={(method) => onChange({ method })}
        allLabel={t('allMethods')}
      />
      <SearchInput
        value={shown.search}
        label={t('searchLabel')}
        hint={t('searchHint')}
        onSearch={(text) => onChange({ search: text || null }, true)}
      />
    </search>
  );
}

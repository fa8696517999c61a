import { PAYMENT_METHODS } from '@feira/schemas/common';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { SelectBox } from '@feira/shell-kit/components/select-box';
import type { AddressChange } from '@feira/shell-kit/use-address';
import { usePages } from '@feira/shell-kit/use-pages';
import { useState } from 'react';
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
  const [open, setOpen] = useState<Decision | null>(null);
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
        <DecisionsList decisions={query.data?.decisions} onOpen={setOpen} />
      </PagedList>
      {open && <DecisionDialog decision={open} onClose={() => setOpen(null)} />}
    </>
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

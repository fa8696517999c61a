import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { EmailText } from '@feira/shell-kit/components/email-text';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { PeriodFilter } from '@feira/shell-kit/components/period-filter';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { SearchInput } from '@feira/shell-kit/components/search-input';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { defineFilter, words } from '@feira/shell-kit/filter';
import { formatBasisPoints, formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEarnedColumn } from '../../components/partners/earned-column.tsx';
import { EndAffiliationDialog } from '../../components/partners/end-affiliation-dialog.tsx';
import { useEarnedPeriod } from '../../components/partners/use-earned-period.ts';
import { type Affiliation, useAffiliationDecision, useAffiliations } from '../../components/partners/use-partners.ts';
import type { AffiliateTab } from './affiliate-tabs.ts';

type Act = 'APPROVE' | 'REFUSE' | 'END';
interface Open {
  affiliation: Affiliation;
  act: Act;
}

const AFFILIATES_FILTER = defineFilter({ search: words() }, null);

interface AffiliatesTabProps {
  status: Exclude<AffiliateTab, 'products'>;
  onDone: (message: string) => void;
}

export function AffiliatesTab({ status, onDone }: AffiliatesTabProps) {
  const { t } = useTranslation('partners');
  const { filter, input, onChange, ...list } = useListFilter(AFFILIATES_FILTER);
  const { choice, period, choose } = useEarnedPeriod();
  const query = useAffiliations({ status, ...input, ...(status === 'ACTIVE' && period) });
  const [open, setOpen] = useState<Open | null>(null);
  const columns = useColumns(status, (affiliation, act) => setOpen({ affiliation, act }));
  const close = () => setOpen(null);
  const finish = (message: string) => {
    close();
    onDone(message);
  };
  return (
    <>
      <div className="page-filters">
        {status === 'ACTIVE' && <PeriodFilter choice={choice} onChange={choose} />}
        <SearchInput
          value={filter.search}
          label={t('own.search')}
          hint={t('own.search')}
          onSearch={(text) => onChange({ search: text || null }, true)}
        />
      </div>
      <PagedList
        {...list}
        query={query}
        count={query.data?.items.length}
        noMatch={{ title: t('own.noMatch'), text: t('own.noMatchText') }}
        empty={<EmptyState icon="person" title={t(`own.empty.${status}`)} text={t(`own.emptyText.${status}`)} />}
        pagerLabel={t('own.pages')}
      >
        <RecordList
          label={t(`own.tabs.${status}`)}
          columns={columns}
          records={query.data?.items}
          keyOf={({ id }) => id}
        />
      </PagedList>
      {open?.act === 'END' && (
        <EndAffiliationDialog affiliationId={open.affiliation.id} onDone={finish} onClose={close} />
      )}
      {open && open.act !== 'END' && (
        <DecideDialog affiliation={open.affiliation} decision={open.act} onDone={finish} onClose={close} />
      )}
    </>
  );
}

function useColumns(
  status: AffiliatesTabProps['status'],
  onAct: (affiliation: Affiliation, act: Act) => void,
): RecordColumn<Affiliation>[] {
  const { t } = useTranslation('partners');
  const { locale } = useHost();
  const earned = useEarnedColumn();
  const button = (affiliation: Affiliation, act: Act, label: string, description: string) => (
    <button type="button" className="button" aria-label={description} onClick={() => onAct(affiliation, act)}>
      {label}
    </button>
  );
  return [
    {
      key: 'person',
      title: t('person'),
      isHead: true,
      show: ({ person }) => <TwoLines first={person.name} second={<EmailText email={person.email} />} />,
    },
    { key: 'product', title: t('product'), show: ({ product }) => product.name },
    { key: 'share', title: t('share'), show: ({ basisPoints }) => formatBasisPoints(basisPoints, locale) },
    {
      key: 'since',
      title: t(status === 'REQUESTED' ? 'own.asked' : status === 'REFUSED' ? 'own.refusedAt' : 'since'),
      show: ({ createdAt, decidedAt }) => formatDate(decidedAt ?? createdAt, locale),
    },
    ...(status === 'ACTIVE' ? [earned] : []),
    {
      key: 'acts',
      title: t('actions'),
      isAction: true,
      show: (affiliation) => {
        const { name } = affiliation.person;
        return (
          <>
            {status !== 'ACTIVE' && button(affiliation, 'APPROVE', t('own.approve'), t('own.approveOf', { name }))}
            {status === 'REQUESTED' && button(affiliation, 'REFUSE', t('own.refuse'), t('own.refuseOf', { name }))}
            {status === 'ACTIVE' && button(affiliation, 'END', t('end'), t('endOf', { name }))}
          </>
        );
      },
    },
  ];
}

interface DecideDialogProps {
  affiliation: Affiliation;
  decision: 'APPROVE' | 'REFUSE';
  onDone: (message: string) => void;
  onClose: () => void;
}

function DecideDialog({ affiliation, decision, onDone, onClose }: DecideDialogProps) {
  const { t } = useTranslation('partners');
  const { locale } = useHost();
  const { id, person, product, basisPoints } = affiliation;
  const isApproval = decision === 'APPROVE';
  const kind = isApproval ? 'approve' : 'refuse';
  const words = { name: person.name, product: product.name, share: formatBasisPoints(basisPoints, locale) };
  return (
    <ConfirmChange
      isDanger={!isApproval}
      title={t(`own.${kind}Title`, words)}
      text={t(`own.${kind}Text`, words)}
      action={t(`own.${kind}`)}
      change={useAffiliationDecision()}
      input={{ affiliationId: id, decision }}
      onClose={onClose}
      onDone={() => onDone(t(isApproval ? 'own.approved' : 'own.refused'))}
    />
  );
}

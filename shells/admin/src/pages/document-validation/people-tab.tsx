import { VERIFICATION_STATUSES } from '@feira/schemas/verification';
import { Moment } from '@feira/shell-desk/money/moment.tsx';
import '@feira/shell-desk/verification/add-texts.ts';
import { VerificationStatus } from '@feira/shell-desk/verification/verification-status.tsx';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { useTranslation } from 'react-i18next';
import { MoneyFilters } from '../../components/money/money-filters.tsx';
import { MoneyAction, MoneyList } from '../../components/money/money-list.tsx';
import { PersonCell } from '../../components/money/person-cell.tsx';
import { useMoneyFilter } from '../../components/money/use-money-filter.ts';
import { type Listed, useVerifications } from './use-verifications.ts';

/** Nobody is listed who has none. ALL takes the place of the queue that is shown first. */
const STATES = [...VERIFICATION_STATUSES.filter((status) => status !== 'NONE'), 'ALL'] as const;

/** Lists people whose documents were asked for; first those who wait for the team, the longest wait on top. */
export function PeopleTab({ onOpen }: { onOpen: (personId: string) => void }) {
  const { t } = useTranslation(['adminVerification', 'verification']);
  const { filter, onChange, onClear, pages, isFiltered } = useMoneyFilter(STATES);
  const state = filter.state ?? 'IN_REVIEW';
  const search = filter.search.trim();
  const query = useVerifications({
    ...(state !== 'ALL' && { status: state }),
    ...(search && { search }),
    ...(pages.after && { after: pages.after }),
  });
  return (
    <>
      <MoneyFilters
        hasPeriod={false}
        hasCurrency={false}
        allLabel={t('verification:statuses.IN_REVIEW')}
        states={STATES.filter((value) => value !== 'IN_REVIEW').map((value) => ({
          value,
          label: value === 'ALL' ? t('allStates') : t(`verification:statuses.${value}`),
        }))}
        filter={filter}
        onChange={onChange}
      />
      <p className="muted">{t('lead')}</p>
      <MoneyList
        query={query}
        label={t('people')}
        columns={useColumns(onOpen)}
        keyOf={({ person }) => person.id}
        pages={pages}
        isFiltered={isFiltered}
        onClear={onClear}
        empty={{ icon: 'shield', title: t('emptyTitle'), text: t('emptyText') }}
      />
    </>
  );
}

function useColumns(onOpen: (personId: string) => void): RecordColumn<Listed>[] {
  const { t } = useTranslation('adminVerification');
  return [
    { key: 'person', title: t('person'), isHead: true, show: ({ person }) => <PersonCell person={person} /> },
    { key: 'kind', title: t('kind'), show: ({ documentType }) => documentType && t(`kinds.${documentType}`) },
    {
      key: 'state',
      title: t('state'),
      show: ({ status, isHalf }) => {
        const badge = <VerificationStatus status={status} />;
        return isHalf ? <TwoLines first={badge} second={t('half')} /> : badge;
      },
    },
    { key: 'since', title: t('since'), show: ({ submittedAt }) => submittedAt && <Moment at={submittedAt} /> },
    { key: 'decided', title: t('decided'), show: ({ decidedAt }) => decidedAt && <Moment at={decidedAt} /> },
    {
      key: 'acts',
      title: t('acts'),
      isAction: true,
      show: ({ person, status, needsAnother }) => {
        const isWaiting = status === 'IN_REVIEW' && !needsAnother;
        return (
          <MoneyAction
            isPrimary={isWaiting}
            label={t(isWaiting ? 'review' : 'look')}
            name={person.name}
            onClick={() => onOpen(person.id)}
          />
        );
      },
    },
  ];
}

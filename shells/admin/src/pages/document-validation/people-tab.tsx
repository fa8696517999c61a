import { VERIFICATION_STATUSES } from '@feira/schemas/verification';
import { Moment } from '@feira/shell-desk/money/moment.tsx';
import '@feira/shell-desk/verification/add-texts.ts';
import { VerificationStatus } from '@feira/shell-desk/verification/verification-status.tsx';
import type { RecordColumn } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { defineFilter, oneOf, words } from '@feira/shell-kit/filter';
import { useListFilter } from '@feira/shell-kit/use-list-filter';
import { useTranslation } from 'react-i18next';
import { MoneyFilters } from '../../components/money/money-filters.tsx';
import { MoneyAction, MoneyList } from '../../components/money/money-list.tsx';
import { PersonCell } from '../../components/money/person-cell.tsx';
import { type Listed, useVerifications } from './use-verifications.ts';

/** Nobody is listed who has none. ALL takes the place of the queue that is shown first. */
const STATES = [...VERIFICATION_STATUSES.filter((status) => status !== 'NONE'), 'ALL'] as const;
const FILTER = defineFilter({ search: words(), state: oneOf('state', STATES) }, null);

/** Lists people whose documents were asked for; first those who wait for the team, the longest wait on top. */
export function PeopleTab({ onOpen }: { onOpen: (personId: string) => void }) {
  const { t } = useTranslation(['adminVerification', 'verification']);
  const { filter, input, onChange, ...list } = useListFilter(FILTER);
  const { state = 'IN_REVIEW', ...page } = input;
  const query = useVerifications({ ...page, ...(state !== 'ALL' && { status: state }) });
  return (
    <>
      <MoneyFilters
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
        {...list}
        query={query}
        label={t('people')}
        columns={useColumns(onOpen)}
        keyOf={({ person }) => person.id}
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

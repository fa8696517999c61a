import type { Currency } from '@feira/schemas/common';
import type { MoneyRuleKind } from '@feira/schemas/procedures/money-rules';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@feira/shell-kit/styles/lists.css';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PagedList } from '@feira/shell-kit/components/paged-list';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { DialogEntry } from '@feira/shell-kit/use-dialog-entry';
import { useOpened } from '@feira/shell-kit/use-opened';
import { usePages } from '@feira/shell-kit/use-pages';
import { Moment } from '../money/moment.tsx';
import './add-texts.ts';
import './money-rules.css';
import { ProposalDialog } from './proposal-dialog.tsx';
import { nameFields, ProposalName, ProposalState, useProposalTitle } from './proposal-words.tsx';
import { type Proposal, useProposals } from './use-money-rules.ts';

export interface ProposalsProps {
  /** The own platform by default. */
  platformId?: string | undefined;
  /** Only the changes of one kind, or of one thing; all by default. */
  kind?: MoneyRuleKind;
  subject?: string;
  currency: Currency;
}

/** Lists the changes that wait, and the history: each opens with its values before and after, and the way back. */
export default function Proposals({ platformId, kind, subject, currency }: ProposalsProps) {
  const { t } = useTranslation('moneyRules');
  const filter = { ...(platformId && { platformId }), ...(kind && { kind }), ...(subject && { subject }) };
  const pages = usePages();
  const open = useProposals({ ...filter, view: 'OPEN' });
  const past = useProposals({ ...filter, view: 'PAST', ...(pages.after && { after: pages.after }) });
  const opened = useOpened('proposal');
  const [done, setDone] = useState('');
  const id = useId();
  // Within the panel of one thing there is no room for a wide table, and no need to name the thing again.
  const isPart = subject !== undefined;
  const Title = isPart ? 'h3' : 'h2';
  const columns = useColumns(isPart, (proposal) => {
    setDone('');
    opened.open(proposal.id);
  });
  return (
    <>
      <DoneNote text={done} />
      <section aria-labelledby={`${id}open`} className="rule-list">
        <Title id={`${id}open`}>{t('open')}</Title>
        {open.error && !open.data && <LoadError error={open.error} onRetry={open.refetch} />}
        {!open.data && !open.error && <Skeleton height={64} />}
        {open.data?.proposals.length === 0 && <p className="muted">{t('openNone')}</p>}
        {open.data && open.data.proposals.length > 0 && (
          <RecordList label={t('open')} columns={columns} records={open.data.proposals} keyOf={({ id: key }) => key} />
        )}
      </section>
      <section aria-labelledby={`${id}past`} className="rule-list">
        <Title id={`${id}past`}>{t('past')}</Title>
        <PagedList
          query={past}
          pages={pages}
          count={past.data?.proposals.length}
          pagerLabel={t('pages')}
          empty={
            isPart ? (
              <p className="muted">{t('pastNone')}</p>
            ) : (
              <EmptyState icon="history" title={t('pastNone')} text={t('pastNoneText')} />
            )
          }
        >
          <RecordList label={t('past')} columns={columns} records={past.data?.proposals} keyOf={({ id: key }) => key} />
        </PagedList>
      </section>
      {opened.id && (
        <DialogEntry value={false}>
          <ProposalDialog
            key={opened.id}
            id={opened.id}
            platformId={platformId}
            currency={currency}
            onDone={(message) => {
              setDone(message);
              opened.close();
            }}
            onClose={opened.close}
          />
        </DialogEntry>
      )}
    </>
  );
}

function useColumns(isPart: boolean, onView: (proposal: Proposal) => void): RecordColumn<Proposal>[] {
  const { t } = useTranslation('moneyRules');
  const { locale } = useHost();
  const columns: RecordColumn<Proposal>[] = [
    { key: 'change', title: t('change'), isHead: true, show: (proposal) => <ProposalName proposal={proposal} /> },
    { key: 'state', title: t('state'), show: ({ status }) => <ProposalState status={status} /> },
    {
      key: 'by',
      title: t('by'),
      show: ({ proposer, createdAt }) => <TwoLines first={proposer} second={formatDate(createdAt, locale)} />,
    },
    {
      key: 'when',
      title: t('when'),
      show: ({ status, effectiveAt, endedAt }) => {
        const at = status === 'APPLIED' ? endedAt : effectiveAt;
        if (at) return <Moment at={at} />;
        return status === 'WAITING' ? t('atOnce') : '–';
      },
    },
    {
      key: 'acts',
      title: t('actions'),
      isAction: true,
      show: (proposal) => <ViewButton proposal={proposal} onView={() => onView(proposal)} />,
    },
  ];
  if (!isPart) return columns;
  const short: RecordColumn<Proposal> = {
    key: 'short',
    title: t('change'),
    isHead: true,
    show: ({ proposer, createdAt, ...proposal }) => (
      <TwoLines first={nameFields(proposal, locale)} second={`${proposer}, ${formatDate(createdAt, locale)}`} />
    ),
  };
  return [short, ...columns.filter(({ key }) => key === 'state' || key === 'acts')];
}

function ViewButton({ proposal, onView }: { proposal: Proposal; onView: () => void }) {
  const { t } = useTranslation('moneyRules');
  const title = useProposalTitle(proposal);
  return (
    <button type="button" className="button" onClick={onView}>
      {t('view')}
      <span className="visually-hidden"> ({title})</span>
    </button>
  );
}

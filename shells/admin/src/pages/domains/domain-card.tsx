import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { DomainState, DomainTarget } from '../../components/domain-state.tsx';
import { useDomainState } from '../../components/use-domain-list.ts';
import { type Domain, useProof } from './use-domains.ts';

interface DomainCardProps {
  domain: Domain;
  onRemove: () => void;
  onDone: (message: string) => void;
}

export function DomainCard({ domain, onRemove, onDone }: DomainCardProps) {
  const { t } = useTranslation('admin');
  const { locale } = useHost();
  const { host, isProven, record, createdAt } = domain;
  return (
    <>
      <div className="domain-head">
        <h2>{host === '*' ? t('domains.anyHost') : host}</h2>
        <StatusBadge
          tone={isProven ? 'approved' : 'pending'}
          icon={isProven ? 'check' : 'clock'}
          label={t(isProven ? 'domains.proven' : 'domains.waiting')}
        />
        <span className="muted">{t('domains.since', { date: formatDate(createdAt, locale) })}</span>
        <button type="button" className="button" onClick={onRemove}>
          {t('domains.remove')}
          <span className="visually-hidden"> {host}</span>
        </button>
      </div>
      {isProven && <ProvenState host={host} />}
      {record && <Proof host={host} record={record} onDone={onDone} />}
    </>
  );
}

/** Loads by itself: DNS and the handshake may take seconds. */
function ProvenState({ host }: { host: string }) {
  const { t } = useTranslation('admin');
  const { data, error, isFetching, refetch } = useDomainState(host);
  if (!data && !error) return <p className="muted">{t('domainState.looking')}</p>;
  return (
    <div className="domain-state">
      {data ? <DomainState state={data} /> : <p className="muted">{t('domainState.unanswered')}</p>}
      {data && data.dns !== 'HERE' && data.dns !== 'LOCAL' && <DomainTarget state={data} />}
      <button type="button" className="button" aria-busy={isFetching} onClick={() => !isFetching && refetch()}>
        {t('domainState.again')}
        <span className="visually-hidden"> {host}</span>
      </button>
    </div>
  );
}

interface ProofProps extends Pick<DomainCardProps, 'onDone'> {
  host: string;
  record: NonNullable<Domain['record']>;
}

function Proof({ host, record, onDone }: ProofProps) {
  const { t } = useTranslation('admin');
  const { run, error, isBusy } = useProof();
  const prove = async () => {
    if (await run({ host })) onDone(t('domains.provenNow', { host }));
  };
  return (
    <div className="domain-proof">
      <ol>
        <li>{t('domains.stepOpen')}</li>
        <li>
          {t('domains.stepRecord')}
          <dl className="domain-record">
            <dt>{t('domains.recordType')}</dt>
            <dd>
              <code>TXT</code>
            </dd>
            <Copyable label={t('domains.recordName')} value={record.name} />
            <Copyable label={t('domains.recordValue')} value={record.value} />
          </dl>
        </li>
        <li>{t('domains.stepPoint')}</li>
        <li>{t('domains.stepProve')}</li>
      </ol>
      <Refusal error={error} />
      <div>
        <button type="button" className="button button-primary" aria-busy={isBusy} onClick={() => !isBusy && prove()}>
          {t(isBusy ? 'domains.proving' : 'domains.prove')}
          <span className="visually-hidden"> {host}</span>
        </button>
      </div>
    </div>
  );
}

function Copyable({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('admin');
  const id = useId();
  return (
    <>
      <dt id={id}>{label}</dt>
      <dd>
        <code>{value}</code>
        <CopyButton text={value} label={t('domains.copy')} description={label} />
      </dd>
    </>
  );
}

import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDomainList } from '../../components/use-domain-list.ts';
import { ClaimForm } from './claim-form.tsx';
import { DomainCard } from './domain-card.tsx';
import './domains.css';
import { type Domain, useRemoval } from './use-domains.ts';

export default function DomainsPage() {
  const { t } = useTranslation('admin');
  const { data, error, refetch } = useDomainList();
  const [leaving, setLeaving] = useState<Domain | null>(null);
  const [done, setDone] = useState('');
  return (
    <PageFrame title={t('domains.title')}>
      <p className="domains-intro">{t('domains.intro')}</p>
      <ClaimForm onDone={setDone} />
      <DoneNote text={done} />
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && (
        <div className="domains" aria-busy="true">
          {['first', 'second'].map((name) => (
            <div key={name} className="panel">
              <Skeleton height={40} />
            </div>
          ))}
        </div>
      )}
      {data?.domains.length === 0 && (
        <EmptyState icon="globe" title={t('domains.emptyTitle')} text={t('domains.emptyText')} />
      )}
      {data && data.domains.length > 0 && (
        <ul className="domains" aria-label={t('domains.title')}>
          {data.domains.map((domain) => (
            <li key={domain.host} className="panel">
              <DomainCard domain={domain} onRemove={() => setLeaving(domain)} onDone={setDone} />
            </li>
          ))}
        </ul>
      )}
      {leaving && <RemoveDialog domain={leaving} onDone={setDone} onClose={() => setLeaving(null)} />}
    </PageFrame>
  );
}

interface RemoveDialogProps {
  domain: Domain;
  onDone: (message: string) => void;
  onClose: () => void;
}

function RemoveDialog({ domain: { host, isProven }, onDone, onClose }: RemoveDialogProps) {
  const { t } = useTranslation('admin');
  const { run, error, isBusy } = useRemoval();
  const remove = async () => {
    if (!(await run({ host }))) return;
    onDone(t('domains.removed', { host }));
    onClose();
  };
  return (
    <ConfirmDialog
      isDanger
      title={t('domains.removeTitle', { host })}
      text={t(isProven ? 'domains.removeText' : 'domains.removeClaimText')}
      action={t('domains.remove')}
      error={error}
      isBusy={isBusy}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}

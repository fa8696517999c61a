import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { useTranslation } from 'react-i18next';
import { useDomainList } from '../../components/use-domain-list.ts';
import { StartPanel } from './start-panel.tsx';

/** Lists domains that wait for their DNS record; a domain serves nothing until it is found. */
export function DomainsPanel() {
  const { t } = useTranslation('admin');
  const query = useDomainList();
  const domains = query.data?.domains ?? [];
  const waiting = domains.filter(({ isProven }) => !isProven);
  const proven = domains.length - waiting.length;
  return (
    <StartPanel
      title={t('domains.title')}
      link={{ to: '/admin-root/domains', label: t('start.openDomains') }}
      query={query}
    >
      <p>{waiting.length === 0 ? t('start.nothingWaits') : t('start.waiting', { count: waiting.length })}</p>
      <ul className="start-list">
        {waiting.map(({ host }) => (
          <li key={host}>
            <span className="start-text">{host}</span>
            <StatusBadge tone="pending" label={t('domains.waiting')} />
          </li>
        ))}
      </ul>
      <p className="muted">{t('start.proven', { count: proven })}</p>
    </StartPanel>
  );
}

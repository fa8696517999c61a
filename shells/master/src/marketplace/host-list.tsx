import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './asks.css';

/** Lists the hosts to which the provider may send data, and marks those that the former version did not use. */
export function HostList({ hosts, fresh = [] }: { hosts: readonly string[]; fresh?: readonly string[] }) {
  const { t } = useTranslation('marketplace');
  return (
    <ul className="asks">
      {hosts.map((host) => (
        <li key={host} className={fresh.includes(host) ? 'asks-new' : undefined}>
          <code>{host}</code>
          {fresh.includes(host) && <span className="tag asks-tag">{t('review.newTag')}</span>}
        </li>
      ))}
    </ul>
  );
}

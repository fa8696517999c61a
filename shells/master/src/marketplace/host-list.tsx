import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './asks.css';

/** Where it may send what. Those it did not talk to before stand out. */
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

import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './asks.css';

interface HostListProps {
  hosts: readonly string[];
  fresh?: readonly string[];
  /** The settings with which an owner types any host. */
  openBases?: readonly string[];
}

/** Lists the hosts to which the provider may send data, and marks those that the former version did not use. */
export function HostList({ hosts, fresh = [], openBases = [] }: HostListProps) {
  const { t } = useTranslation('marketplace');
  return (
    <ul className="asks">
      {hosts.map((host) => (
        <li key={host} className={fresh.includes(host) ? 'asks-new' : undefined}>
          <code>{host}</code>
          {fresh.includes(host) && <span className="tag asks-tag">{t('review.newTag')}</span>}
        </li>
      ))}
      {openBases.map((setting) => (
        <li key={setting}>
          {t('facts.anyHost')} <code>{setting}</code>
        </li>
      ))}
    </ul>
  );
}

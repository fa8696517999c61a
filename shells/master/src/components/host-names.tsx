import { useTranslation } from 'react-i18next';
import './host-names.css';

/** Lists the host names of a platform; the star stands for every name that no other platform has. */
export function HostNames({ hosts, most = hosts.length }: { hosts: readonly string[]; most?: number }) {
  const { t } = useTranslation('master');
  return (
    <span className="host-names">
      {hosts.slice(0, most).map((host) => (
        <HostName key={host} host={host} />
      ))}
      {hosts.length > most && <span className="muted">{t('platforms.moreHosts', { count: hosts.length - most })}</span>}
    </span>
  );
}

export function HostName({ host }: { host: string }) {
  const { t } = useTranslation('master');
  return <span>{host === '*' ? t('platforms.anyHost') : host}</span>;
}

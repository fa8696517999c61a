import { ActiveStatus } from '@feira/shell-desk/people/person-words.tsx';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { type RecordColumn, RecordList } from '@feira/shell-kit/components/record-list';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { HostNames } from './host-names.tsx';
import './platforms-list.css';
import type { Platform } from './use-platforms.ts';

/** The list counts further hosts, which the platform's page names. */
const SHOWN_HOSTS = 3;

export function PlatformsList({ platforms }: { platforms: Platform[] | undefined }) {
  const { t } = useTranslation('master');
  const { locale } = useHost();
  const columns: RecordColumn<Platform>[] = [
    {
      key: 'name',
      title: t('platforms.name'),
      isHead: true,
      show: ({ id, name, isOwn }) => (
        <span className="platform-name">
          <PageLink to={`/master-root/platforms/${id}`}>{name}</PageLink>
          {isOwn && <span className="tag">{t('platforms.own')}</span>}
        </span>
      ),
    },
    {
      key: 'hosts',
      title: t('platforms.hosts'),
      show: ({ hosts }) => <HostNames hosts={hosts} most={SHOWN_HOSTS} />,
    },
    { key: 'createdAt', title: t('platforms.since'), show: ({ createdAt }) => formatDate(createdAt, locale) },
    {
      key: 'status',
      title: t('platforms.status'),
      isHead: true,
      show: ({ status }) => <ActiveStatus status={status} />,
    },
  ];
  return (
    <RecordList
      label={t('platforms.title')}
      columns={columns}
      records={platforms}
      keyOf={({ id }) => id}
      skeletonCount={3}
    />
  );
}

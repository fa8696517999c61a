import { EventStory } from '@feira/shell-desk/audit-log/event-words.tsx';
import '@feira/shell-desk/audit-log/events-list.tsx';
import { describeDevice } from '@feira/schemas/rules/describe-device';
import { formatElapsed } from '@feira/shell-kit/elapsed';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { ProfileLines, ProfilePanel } from './profile-panel.tsx';
import { useLog, useSessions } from './use-profile.ts';

/** Shows the newest events and sessions of a person. The words of events are large, so that the page loads them last. */
export default function LogPanels({ personId }: { personId: string }) {
  return (
    <>
      <LogPanel personId={personId} />
      <SessionsPanel personId={personId} />
    </>
  );
}

function LogPanel({ personId }: { personId: string }) {
  const { t } = useTranslation('profile');
  const { locale } = useHost();
  return (
    <ProfilePanel
      title={t('log.title')}
      query={useLog(personId)}
      all={{ to: `/admin-root/audit-log?person=${personId}`, name: t('log.all') }}
    >
      {({ events, currency }) => (
        <ProfileLines
          none={t('log.none')}
          items={events}
          keyOf={({ id }) => id}
          lineOf={(event) => ({
            first: <EventStory event={event} currency={currency} />,
            second: [
              event.actor?.name,
              `${formatDate(event.createdAt, locale)}, ${formatTime(event.createdAt, locale)}`,
            ]
              .filter(Boolean)
              .join(', '),
          })}
        />
      )}
    </ProfilePanel>
  );
}

function nameDevice(userAgent: string | null): string {
  const { browser, system } = describeDevice(userAgent);
  return [browser, system].filter(Boolean).join(', ') || '–';
}

function SessionsPanel({ personId }: { personId: string }) {
  const { t } = useTranslation(['profile', 'auditLog']);
  const { locale } = useHost();
  return (
    <ProfilePanel title={t('sessions.title')} query={useSessions(personId)}>
      {({ items }) => (
        <ProfileLines
          none={t('sessions.none')}
          items={items}
          keyOf={({ id }) => id}
          lineOf={({ userAgent, ip, createdAt, lastSeenAt, isOpen }) => ({
            first: nameDevice(userAgent),
            second: [
              ip,
              formatDate(createdAt, locale),
              t('sessions.seen', { elapsed: formatElapsed(lastSeenAt, locale) }),
            ]
              .filter(Boolean)
              .join(', '),
            end: t(isOpen ? 'sessions.open' : 'sessions.ended'),
          })}
        />
      )}
    </ProfilePanel>
  );
}

import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import type { Session } from '@feira/shell-kit/dashboard';
import { lazy, Suspense, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Preferences } from '../preferences.ts';
import { useClient } from '../use-client.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { useKeptPush } from './use-kept-push.ts';
import type { Notifications } from './use-notifications.ts';
import { usePopover } from './use-popover.ts';

const Panel = lazy(() => import(/* webpackChunkName: "notifications" */ '../notifications/panel.tsx'));

interface NotificationsBellProps {
  session: Session;
  preferences: Preferences;
  path: string;
  notifications: Notifications;
}

/** The server counts no further than this. */
const MOST = 99;

export function NotificationsBell({ session, preferences, path, notifications }: NotificationsBellProps) {
  const { t } = useTranslation();
  const client = useClient(preferences.locale);
  const { isOpen, setIsOpen, box, button } = usePopover();
  const { list, markAllRead } = notifications;
  useKeptPush(client, session);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the panel that led there.
  useEffect(() => setIsOpen(false), [path]);
  const unread = list?.unread ?? 0;
  return (
    <div className="bell" ref={box}>
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="bell" />
        <span className="visually-hidden">
          {t('notifications')}
          {unread > 0 && ` (${t('unread', { count: unread })})`}
        </span>
        {unread > 0 && (
          <span className="badge" aria-hidden="true">
            {unread >= MOST ? `${MOST}+` : unread}
          </span>
        )}
      </button>
      <section id={id} className="bell-panel" aria-label={t('notifications')} hidden={!isOpen}>
        {isOpen && (
          <ErrorBoundary path={path} fallback={<p className="bell-empty">{t('unanswered')}</p>}>
            <Suspense fallback={<Skeleton height={96} />}>
              <Panel
                list={list}
                locale={preferences.locale}
                isReadOnly={session.impersonator !== null}
                onMarkRead={markAllRead}
              />
            </Suspense>
          </ErrorBoundary>
        )}
      </section>
    </div>
  );
}

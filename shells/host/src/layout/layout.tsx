import { Icon } from '@feira/shell-kit/components/icon';
import type { DashboardRegister, Session } from '@feira/shell-kit/dashboard';
import { useMediaQuery } from '@feira/shell-kit/use-media-query';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Preferences } from '../preferences.ts';
import type { SessionControl } from '../session/use-session.ts';
import { useClient } from '../use-client.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { FinderButton } from './finder-button.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { NotificationsBell } from './notifications-bell.tsx';
import { LanguageSwitch, ThemeSwitch } from './preference-switches.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { Sidebar } from './sidebar.tsx';
import { useBrowser } from './use-browser.ts';
import { useNotifications } from './use-notifications.ts';
import { useWorkCounts } from './use-work-counts.ts';
import { Wordmark } from './wordmark.tsx';

const Announcement = lazy(() => import(/* webpackChunkName: "notifications" */ '../notifications/announcement.tsx'));

/** Below this the menu stands in a drawer, as layout.css says. */
const NO_SIDEBAR = '(max-width: 959.98px)';

interface LayoutProps {
  /** Undefined while the dashboard loads or cannot load; null for a person without a dashboard. */
  register: DashboardRegister | undefined | null;
  session: Session | undefined;
  path: string;
  preferences: Preferences;
  control: SessionControl;
  onSessionChange: (session: Session) => void;
  children: ReactNode;
}

export function Layout({ register, session, path, preferences, control, onSessionChange, children }: LayoutProps) {
  const { t } = useTranslation();
  const drawer = useRef<HTMLDialogElement>(null);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const hasSidebar = !useMediaQuery(NO_SIDEBAR);
  // The menu is there when the drawer opens, so that the focus finds it.
  useLayoutEffect(() => {
    if (isDrawerOpen) drawer.current?.showModal();
  }, [isDrawerOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu that led there.
  useEffect(() => drawer.current?.close(), [path]);
  const hasMenu = register !== null;
  const { onLoginRequired } = control;
  const client = useClient(preferences.locale);
  const counts = useWorkCounts(client, session, onLoginRequired);
  const notifications = useNotifications(client, session?.person.id ?? null, onLoginRequired);
  useBrowser(path, preferences.locale, session?.impersonator ? null : notifications.list, notifications.load);
  const announcement = notifications.list?.announcement;
  const menu = hasMenu && <Sidebar register={register} session={session} path={path} counts={counts} />;
  return (
    <div className={hasMenu ? 'layout' : 'layout layout-plain'}>
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      {hasMenu && hasSidebar && (
        <aside className="sidebar">
          <Wordmark />
          {menu}
        </aside>
      )}
      <header className="header">
        {session && (
          <ImpersonationBanner
            session={session}
            preferences={preferences}
            onSessionChange={onSessionChange}
            onLoginRequired={onLoginRequired}
          />
        )}
        <div className="header-row">
          {hasMenu && (
            <button
              type="button"
              className="icon-button header-menu"
              aria-label={t('openMenu')}
              onClick={() => setIsDrawerOpen(true)}
            >
              <Icon name="menu" />
            </button>
          )}
          <span className="header-wordmark">
            <Wordmark />
          </span>
          <div className="header-tools">
            {session && register && (
              <FinderButton
                register={register}
                session={session}
                preferences={preferences}
                onLoginRequired={onLoginRequired}
              />
            )}
            <LanguageSwitch preferences={preferences} />
            <ThemeSwitch preferences={preferences} />
            {session && (
              <NotificationsBell
                session={session}
                preferences={preferences}
                path={path}
                notifications={notifications}
              />
            )}
            {session && <ProfileMenu session={session} path={path} onSignOut={control.signOut} />}
          </div>
        </div>
      </header>
      <main id="main" className="main" tabIndex={-1}>
        {session && announcement && (
          <ErrorBoundary path={path} fallback={null}>
            <Suspense>
              <Announcement
                key={announcement.id}
                client={client}
                announcement={announcement}
                isReadOnly={session.impersonator !== null}
                onDismiss={notifications.load}
              />
            </Suspense>
          </ErrorBoundary>
        )}
        {children}
      </main>
      {hasMenu && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the menu is one more way to close it; Escape and the button are the others.
        <dialog
          ref={drawer}
          className="drawer"
          aria-label={t('menu')}
          onClose={() => setIsDrawerOpen(false)}
          onClick={(event) => event.target === drawer.current && drawer.current.close()}
        >
          {isDrawerOpen && (
            <div className="drawer-content">
              <div className="drawer-head">
                <Wordmark />
                <button
                  type="button"
                  className="icon-button"
                  aria-label={t('closeMenu')}
                  onClick={() => drawer.current?.close()}
                >
                  <Icon name="close" />
                </button>
              </div>
              {menu}
            </div>
          )}
        </dialog>
      )}
    </div>
  );
}

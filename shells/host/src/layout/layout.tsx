import { Icon } from '@feira/shell-kit/components/icon';
import type { DashboardRegister, Session } from '@feira/shell-kit/dashboard';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Preferences } from '../preferences.ts';
import { LanguageSwitch, ThemeSwitch } from './preference-switches.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { Sidebar } from './sidebar.tsx';
import { Wordmark } from './wordmark.tsx';

interface LayoutProps {
  /** Undefined while it loads, or when it cannot be. */
  register: DashboardRegister | undefined;
  session: Session | undefined;
  path: string;
  preferences: Preferences;
  onSignOut: (isEverywhere: boolean) => Promise<void>;
  children: ReactNode;
}

export function Layout({ register, session, path, preferences, onSignOut, children }: LayoutProps) {
  const { t } = useTranslation();
  const drawer = useRef<HTMLDialogElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu that led there.
  useEffect(() => drawer.current?.close(), [path]);
  const menu = <Sidebar register={register} session={session} path={path} />;
  return (
    <div className="layout">
      <a className="skip-link" href="#main">
        {t('skip')}
      </a>
      <aside className="sidebar">
        <Wordmark />
        {menu}
      </aside>
      <header className="header">
        <button
          type="button"
          className="icon-button header-menu"
          aria-label={t('openMenu')}
          onClick={() => drawer.current?.showModal()}
        >
          <Icon name="menu" />
        </button>
        <span className="header-wordmark">
          <Wordmark />
        </span>
        <span className="header-platform">{session?.platformName}</span>
        <div className="header-tools">
          <LanguageSwitch preferences={preferences} />
          <ThemeSwitch preferences={preferences} />
          {session && <ProfileMenu session={session} onSignOut={onSignOut} />}
        </div>
      </header>
      <main id="main" className="main" tabIndex={-1}>
        {children}
      </main>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the menu is one more way to close it; Escape and the button are the others. */}
      <dialog
        ref={drawer}
        className="drawer"
        aria-label={t('menu')}
        onClick={(event) => event.target === drawer.current && drawer.current.close()}
      >
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
      </dialog>
    </div>
  );
}

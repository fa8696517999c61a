import { HOST_PATHS } from '@feira/schemas/addresses';
import { Icon } from '@feira/shell-kit/components/icon';
import type { Session } from '@feira/shell-kit/dashboard';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { DashboardSwitch } from './dashboard-switch.tsx';
import { usePopover } from './use-popover.ts';

const SignOutDialog = lazy(() => import(/* webpackChunkName: "sign-out" */ './sign-out-dialog.tsx'));

interface ProfileMenuProps {
  session: Session;
  path: string;
  onSignOut: (isEverywhere: boolean) => Promise<void>;
}

const initialsOf = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean);
  return [words.at(0), words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0] ?? '').join('');
};

export function ProfileMenu({ session, path, onSignOut }: ProfileMenuProps) {
  const { t } = useTranslation();
  const { isOpen, setIsOpen, box, button } = usePopover();
  const [hasFailed, setHasFailed] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu that led there.
  useEffect(() => setIsOpen(false), [path]);

  const signOut = () => {
    setHasFailed(false);
    onSignOut(false).catch(() => setHasFailed(true));
  };
  const { name, email } = session.person;
  return (
    <div className="profile" ref={box}>
      <button
        ref={button}
        type="button"
        className="profile-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="avatar" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className="visually-hidden">{t('account')}</span>
        <span className="profile-name">{name}</span>
        <Icon name="chevron" size={16} />
      </button>
      <div id={id} className="profile-panel" hidden={!isOpen}>
        <p>
          <strong>{name}</strong>
          <span className="muted">{email}</span>
        </p>
        <DashboardSwitch session={session} path={path} />
        <Link className="menu-button" href={HOST_PATHS.account}>
          <Icon name="person" />
          {t('myAccount')}
        </Link>
        <button type="button" className="menu-button" onClick={signOut}>
          <Icon name="signOut" />
          {t('signOut')}
        </button>
        {!session.impersonator && (
          <button
            type="button"
            className="menu-button"
            onClick={() => {
              setIsOpen(false);
              setIsAsking(true);
            }}
          >
            <Icon name="devices" />
            {t('signOutEverywhere')}
          </button>
        )}
        {hasFailed && (
          <p className="field-error" role="alert">
            {t('signOutFailed')}
          </p>
        )}
      </div>
      {isAsking && (
        <Suspense>
          <SignOutDialog email={email} onConfirm={() => onSignOut(true)} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}

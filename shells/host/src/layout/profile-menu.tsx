import { Icon } from '@feira/shell-kit/components/icon';
import type { Session } from '@feira/shell-kit/dashboard';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SignOutDialog } from './sign-out-dialog.tsx';

interface ProfileMenuProps {
  session: Session;
  onSignOut: (isEverywhere: boolean) => Promise<void>;
}

const initialsOf = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean);
  return [words.at(0), words.length > 1 ? words.at(-1) : ''].map((word) => word?.[0] ?? '').join('');
};

/** A button and what it opens, one after the other: Tab goes in and out, Escape closes. */
export function ProfileMenu({ session, onSignOut }: ProfileMenuProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setIsOpen(false);
    };
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setIsOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByEscape);
    };
  }, [isOpen]);

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
        <button type="button" className="menu-button" onClick={signOut}>
          <Icon name="signOut" />
          {t('signOut')}
        </button>
        <button
          type="button"
          className="menu-button"
          onClick={() => {
            setIsOpen(false);
            dialog.current?.showModal();
          }}
        >
          <Icon name="devices" />
          {t('signOutEverywhere')}
        </button>
        {hasFailed && (
          <p className="field-error" role="alert">
            {t('signOutFailed')}
          </p>
        )}
      </div>
      <SignOutDialog ref={dialog} email={email} onConfirm={() => onSignOut(true)} />
    </div>
  );
}

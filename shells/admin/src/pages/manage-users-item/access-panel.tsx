import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnAccessNote } from '../../components/person-words.tsx';
import { usePermission } from '../../components/use-permission.ts';
import type { User } from './use-profile.ts';
import { useSignInAs, useUserStatus } from './use-user-changes.ts';
import { isStaff, mayBeEntered } from './user-rules.ts';

interface AccessPanelProps {
  user: User;
  isOwn: boolean;
}

/** Blocks or restores a person's access, or signs the administrator in as the person for a moment. */
export function AccessPanel({ user, isOwn }: AccessPanelProps) {
  const { t } = useTranslation('admin');
  const can = usePermission();
  return (
    <section className="panel" aria-labelledby="user-access">
      <h2 id="user-access">{t('users.access')}</h2>
      {isOwn && <OwnAccessNote />}
      {!isOwn && (
        <div className="user-actions">
          <StatusAction user={user} />
          {can('isUsersLoginAvailable') && <EntryAction user={user} />}
        </div>
      )}
    </section>
  );
}

function StatusAction({ user }: { user: User }) {
  const { t } = useTranslation('admin');
  // The question stays open while the list reloads and the person already shows the new state.
  const [asked, setAsked] = useState<'disable' | 'enable' | null>(null);
  const { run, error, isBusy, reset } = useUserStatus();
  const act = user.status === 'ACTIVE' ? 'disable' : 'enable';
  if (isStaff(user)) return <p className="muted">{t('users.staffNote')}</p>;
  const ask = () => {
    reset();
    setAsked(act);
  };
  const confirm = async () => {
    const status = asked === 'disable' ? 'DISABLED' : 'ACTIVE';
    if (await run({ personId: user.id, status })) setAsked(null);
  };
  return (
    <div>
      <p>{t(`users.${act}Hint`)}</p>
      <button type="button" className="button" onClick={ask}>
        {t(`users.${act}`)}
      </button>
      {asked && (
        <ConfirmDialog
          title={t(`users.${asked}Title`, { name: user.name })}
          text={t(`users.${asked}Text`)}
          action={t(`users.${asked}`)}
          isDanger={asked === 'disable'}
          error={error}
          isBusy={isBusy}
          onConfirm={confirm}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

function EntryAction({ user }: { user: User }) {
  const { t } = useTranslation('admin');
  const [isAsking, setIsAsking] = useState(false);
  const { enter, error, isBusy } = useSignInAs();
  if (!mayBeEntered(user)) return <p className="muted">{t('users.entryClosed')}</p>;
  return (
    <div>
      <p>{t('users.entryHint')}</p>
      <button type="button" className="button" onClick={() => setIsAsking(true)}>
        {t('users.enter')}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('users.enterTitle', { name: user.name })}
          text={t('users.enterText')}
          action={t('users.enterNow')}
          error={error}
          isBusy={isBusy}
          onConfirm={() => enter(user.id)}
          onClose={() => setIsAsking(false)}
        >
          <ul className="user-consequences">
            <li>{t('users.enterRecorded')}</li>
            <li>{t('users.enterClosed')}</li>
            <li>{t('users.enterBack')}</li>
          </ul>
        </ConfirmDialog>
      )}
    </div>
  );
}

import { ActiveStatus } from '@feira/shell-desk/people/person-words.tsx';
import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PlatformDetails, usePlatformChange } from './use-platform.ts';

/** Switches a platform on and off. The own one is always on, because nobody could switch it on again. */
export function StatusPanel({ platform }: { platform: PlatformDetails }) {
  const { t } = useTranslation('master');
  // The question stays open while the platform already shows its new state.
  const [asked, setAsked] = useState<'disable' | 'enable' | null>(null);
  const { run, error, isBusy, reset } = usePlatformChange();
  const id = useId();
  const { name, status, isOwn } = platform;
  const isActive = status === 'ACTIVE';
  const close = () => {
    setAsked(null);
    reset();
  };
  const confirm = async () => {
    if (await run({ platformId: platform.id, status: asked === 'disable' ? 'DISABLED' : 'ACTIVE' })) close();
  };
  const verb = isActive ? 'disable' : 'enable';
  return (
    <section className="panel platform-part" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{t('platforms.status')}</h2>
        <ActiveStatus status={status} />
      </div>
      <p className="muted">
        {t(isOwn ? 'platform.ownStatus' : isActive ? 'platform.activeText' : 'platform.disabledText')}
      </p>
      {!isOwn && (
        <button type="button" className="button" onClick={() => setAsked(verb)}>
          {t(`platform.${verb}`)}
        </button>
      )}
      {asked && (
        <ConfirmDialog
          isDanger={asked === 'disable'}
          title={t(`platform.${asked}Title`, { name })}
          text={t(`platform.${asked}Text`)}
          action={t(`platform.${asked}`)}
          isBusy={isBusy}
          error={error}
          onConfirm={confirm}
          onClose={close}
        />
      )}
    </section>
  );
}

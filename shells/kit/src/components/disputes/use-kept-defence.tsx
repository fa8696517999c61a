import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { UnsavedGuard } from '../unsaved-guard.tsx';
import './add-texts.ts';
import type { DisputeCase } from './use-defence.ts';

interface KeptDefence {
  text: string;
  type: (text: string) => void;
  /** For the dialog it is written in. */
  mayClose: () => boolean;
  /** For a button that closes the dialog. */
  leave: () => void;
  /** Stands in the dialog. */
  guard: ReactNode;
}

/** What is written of a defence, so that no key, button or step back loses it unasked. */
export function useKeptDefence(dispute: DisputeCase | undefined, onClose: () => void): KeptDefence {
  const { t } = useTranslation('defence');
  const [typed, setTyped] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const saved = dispute?.defence ?? '';
  const isDirty = dispute?.state === 'OPEN' && typed !== null && typed.trim() !== saved;
  const mayClose = () => {
    if (isDirty) setIsAsking(true);
    return !isDirty;
  };
  const guard = (
    <>
      <UnsavedGuard isDirty={isDirty} />
      {isAsking && (
        <ConfirmDialog
          isDanger
          title={t('discardTitle')}
          text={t('discardText')}
          action={t('discard')}
          onConfirm={onClose}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
  return { text: typed ?? saved, type: setTyped, mayClose, leave: () => mayClose() && onClose(), guard };
}

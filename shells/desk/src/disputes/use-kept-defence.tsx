import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import type { DisputeCase } from './use-defence.ts';

interface KeptDefence {
  text: string;
  type: (text: string) => void;
  /** Decides whether the dialog may close. */
  mayClose: () => boolean;
  /** Closes the dialog after the same question. */
  leave: () => void;
  /** The elements that ask; the dialog renders them. */
  guard: ReactNode;
}

/** Keeps the text of a defence, so that no key, button or step back loses it without a question. */
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

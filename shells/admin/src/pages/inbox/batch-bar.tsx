import type { WorkItem } from '@feira/shell-kit/components/inbox/use-inbox';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BatchDialog } from './batch-dialog.tsx';

interface BatchBarProps {
  chosen: WorkItem[];
  onClear: () => void;
}

/** Says how many items are chosen, and asks before it approves them. */
export function BatchBar({ chosen, onClear }: BatchBarProps) {
  const { t } = useTranslation('inbox');
  // The items that were asked about: those that are done leave the list, and stay in the dialog.
  const [asked, setAsked] = useState<WorkItem[] | null>(null);
  return (
    <>
      <section className="inbox-chosen" aria-label={t('chosen', { count: chosen.length })}>
        <p role="status">{t('chosen', { count: chosen.length })}</p>
        <button type="button" className="button" onClick={onClear}>
          {t('unchoose')}
        </button>
        <button type="button" className="button button-primary" onClick={() => setAsked(chosen)}>
          {t('approveChosen')}
        </button>
      </section>
      {asked && (
        <BatchDialog
          items={asked}
          onClose={() => {
            setAsked(null);
            onClear();
          }}
        />
      )}
    </>
  );
}

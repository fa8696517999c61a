import type { Selection } from '@feira/shell-kit/use-selection';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './batch.css';
import type { Batch } from './batch.ts';
import { BatchDialog } from './batch-dialog.tsx';

interface BatchBarProps<R> {
  selection: Pick<Selection<R>, 'chosen' | 'clear'>;
  batch: Batch<R>;
}

/** Says how many records are chosen, and asks before it acts on them. Nothing is shown while none is chosen. */
export function BatchBar<R>({ selection: { chosen, clear }, batch }: BatchBarProps<R>) {
  const { t } = useTranslation('batch');
  // The records that were asked about: those that are done leave the list, and stay in the dialog.
  const [asked, setAsked] = useState<readonly R[] | null>(null);
  const words = t('chosen', { count: chosen.length });
  return (
    <>
      {chosen.length > 0 && (
        <section className="batch-bar" aria-label={words}>
          <p role="status">{words}</p>
          <button type="button" className="button" onClick={clear}>
            {t('clear')}
          </button>
          <button type="button" className="button button-primary" onClick={() => setAsked(chosen)}>
            {batch.words.button}
          </button>
        </section>
      )}
      {asked && (
        <BatchDialog
          records={asked}
          batch={batch}
          onClose={(isDone) => {
            setAsked(null);
            if (isDone) clear();
          }}
        />
      )}
    </>
  );
}

import { Icon } from '@feira/shell-kit/components/icon';
import type { ComponentProps } from 'react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const FinderDialog = lazy(() => import(/* webpackChunkName: "finder" */ '../finder/dialog.tsx'));

/** Opens the search by its button and by Ctrl K or ⌘ K. It loads when it is first opened. */
export function FinderButton(props: Omit<ComponentProps<typeof FinderDialog>, 'onClose'>) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      // The browser's own search stays out of the way, and an open dialog keeps what was typed into it.
      event.preventDefault();
      if (!document.querySelector('[aria-modal=true], dialog[open]')) setIsOpen(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={t('finder')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        <Icon name="search" />
      </button>
      {isOpen && (
        <Suspense>
          <FinderDialog {...props} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate } from 'wouter/use-browser-location';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Stands on a page with a form: while it is dirty, links, the back button and closing the window ask first. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation('kit');
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useLeaving(isDirty, (go) => setLeave(() => go));
  if (!leave) return null;
  return (
    <ConfirmDialog
      isDanger
      title={t('form.leaveTitle')}
      text={t('form.leaveText')}
      action={t('form.leave')}
      onConfirm={leave}
      onClose={() => setLeave(null)}
    />
  );
}

/** Calls back with the way on, instead of leaving. */
function useLeaving(isDirty: boolean, onLeave: (go: () => void) => void): void {
  const ask = useRef(onLeave);
  useEffect(() => {
    ask.current = onLeave;
  });
  useEffect(() => {
    if (!isDirty) return;
    const guarded = location.pathname;
    let isReturning = false;
    let isLeaving = false;
    const unload = (event: BeforeUnloadEvent) => event.preventDefault();
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || !isPlain(event, link) || new URL(link.href).pathname === guarded) return;
      event.preventDefault();
      event.stopPropagation();
      const { pathname, search, hash } = new URL(link.href);
      ask.current(() => navigate(pathname + search + hash));
    };
    // The address has changed already: it is put back before anybody else hears of it, and only then asked.
    const pop = (event: PopStateEvent) => {
      if (isLeaving || (!isReturning && location.pathname === guarded)) return;
      event.stopImmediatePropagation();
      if (!isReturning) {
        isReturning = true;
        history.forward();
        return;
      }
      isReturning = false;
      ask.current(() => {
        isLeaving = true;
        history.back();
      });
    };
    window.addEventListener('beforeunload', unload);
    document.addEventListener('click', click, true);
    window.addEventListener('popstate', pop, true);
    return () => {
      window.removeEventListener('beforeunload', unload);
      document.removeEventListener('click', click, true);
      window.removeEventListener('popstate', pop, true);
    };
  }, [isDirty]);
}

const isPlain = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  link.target !== '_blank' &&
  !link.hasAttribute('download') &&
  link.origin === location.origin;

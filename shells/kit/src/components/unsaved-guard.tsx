import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate } from 'wouter/use-browser-location';
import { DialogEntry } from '../use-dialog-entry.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Guards a page with a form: while it is dirty, links, the back button and closing the window ask first. */
export function UnsavedGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation('kit');
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useLeaving(isDirty, (go) => setLeave(() => go));
  if (!leave) return null;
  return (
    <DialogEntry value={false}>
      <ConfirmDialog
        isDanger
        title={t('form.leaveTitle')}
        text={t('form.leaveText')}
        action={t('form.leave')}
        onConfirm={() => {
          setLeave(null);
          leave();
        }}
        onClose={() => setLeave(null)}
      />
    </DialogEntry>
  );
}

/** Marks the history entry between a form and the page before it. */
const SENTINEL = 'unsaved';
const isSentinel = (): boolean => (history.state as Record<string, unknown> | null)?.[SENTINEL] === true;

/** The events that a form has taken. The first of several forms that gets an event asks for all of them. */
const heard = new WeakSet<Event>();

function isFirstToHear(event: Event): boolean {
  if (heard.has(event)) return false;
  heard.add(event);
  return true;
}

/** Hands the navigation to the callback instead of leaving. */
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
    // Going back first reaches the same page, because other listeners would otherwise have left it before this one asks.
    if (!isSentinel()) history.pushState({ ...history.state, [SENTINEL]: true }, '');
    const unload = (event: BeforeUnloadEvent) => {
      if (!isLeaving) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || !isPlain(event, link) || new URL(link.href).pathname === guarded || !isFirstToHear(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const { pathname, search, hash } = new URL(link.href);
      ask.current(() => navigate(pathname + search + hash));
    };
    const pop = (event: PopStateEvent) => {
      if (isLeaving || location.pathname !== guarded) return;
      if (!isSentinel()) {
        isReturning = true;
        if (isFirstToHear(event)) history.forward();
        return;
      }
      if (!isReturning) return;
      isReturning = false;
      if (!isFirstToHear(event)) return;
      ask.current(() => {
        isLeaving = true;
        history.go(-2);
      });
    };
    window.addEventListener('beforeunload', unload);
    document.addEventListener('click', click, true);
    window.addEventListener('popstate', pop);
    return () => {
      window.removeEventListener('beforeunload', unload);
      document.removeEventListener('click', click, true);
      window.removeEventListener('popstate', pop);
    };
  }, [isDirty]);
}

const isPlain = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
  link.target !== '_blank' &&
  !link.hasAttribute('download') &&
  link.origin === location.origin;

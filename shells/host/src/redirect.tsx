import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';

interface RedirectProps {
  to: string;
  onGone?: () => void;
}

/** Redirects without a history entry. */
export function Redirect({ to, onGone }: RedirectProps) {
  useEffect(() => {
    navigate(to, { replace: true });
    onGone?.();
  }, [to, onGone]);
  return null;
}

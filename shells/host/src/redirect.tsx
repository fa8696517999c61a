import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';

interface RedirectProps {
  to: string;
  onGone?: () => void;
}

/** Goes elsewhere without leaving a step to come back to. */
export function Redirect({ to, onGone }: RedirectProps) {
  useEffect(() => {
    navigate(to, { replace: true });
    onGone?.();
  }, [to, onGone]);
  return null;
}

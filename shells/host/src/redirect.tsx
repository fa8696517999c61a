import { useEffect } from 'react';
import { navigate } from 'wouter/use-browser-location';

/** Goes elsewhere without leaving a step to come back to. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}

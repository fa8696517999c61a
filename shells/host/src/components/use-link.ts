import { useEffect } from 'react';
import { useToken } from '../token.ts';
import { useSubmit } from './use-submit.ts';

/** The link that led to a page: what was sent with it, and whether it still opens anything. */
export function useLink() {
  const token = useToken();
  const { failure, isBusy, submit, setFailure } = useSubmit();
  // A newer link is judged by itself.
  useEffect(() => {
    if (token) setFailure(null);
  }, [token, setFailure]);
  return { token, isLost: !token || failure?.code === 'TOKEN_INVALID', failure, isBusy, submit };
}

import { useEffect } from 'react';
import { useToken } from '../token.ts';
import { useSubmit } from './use-submit.ts';

/** Reads the token of the link that led to a page, and whether the link is still good. */
export function useLink() {
  const token = useToken();
  const { failure, isBusy, submit, setFailure } = useSubmit();
  // The page checks a newer link anew.
  useEffect(() => {
    if (token) setFailure(null);
  }, [token, setFailure]);
  return { token, isLost: !token || failure?.code === 'TOKEN_INVALID', failure, isBusy, submit };
}

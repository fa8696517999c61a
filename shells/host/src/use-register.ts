import type { DashboardRegister } from '@feira/shell-kit/dashboard';
import { useEffect, useState } from 'react';
import { readLocale } from './preferences.ts';
import { loadRegister } from './registers.ts';
import { mountTexts } from './texts.ts';

export type LoadedRegister =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'ready'; register: DashboardRegister };

/** Loads a dashboard together with its texts; loads nothing while the dashboard is unknown. */
export function useRegister(remote: string | undefined): LoadedRegister {
  const [loaded, setLoaded] = useState<LoadedRegister>({ kind: 'loading' });
  useEffect(() => {
    if (!remote) return;
    let isCurrent = true;
    const load = async () => {
      const register = await loadRegister(remote);
      await mountTexts(register, readLocale());
      return register;
    };
    load().then(
      (register) => isCurrent && setLoaded({ kind: 'ready', register }),
      (error) => isCurrent && setLoaded({ kind: 'failed', error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [remote]);
  return loaded;
}

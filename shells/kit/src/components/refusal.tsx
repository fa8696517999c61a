import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../client.ts';
import { Icon } from './icon.tsx';

interface RefusalProps {
  error: ApiError | null;
  /** Where it is mended. */
  children?: ReactNode;
}

/** Why a change was not made, in the server's words where it had any. */
export function Refusal({ error, children }: RefusalProps) {
  const { t } = useTranslation('kit');
  if (!error) return null;
  const isSilent = error.status === 0 || !error.message;
  return (
    <div className="notice notice-error" role="alert">
      <Icon name="alert" />
      <p>
        {isSilent ? t('noAnswer') : error.message} {children}
      </p>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import type { ApiError } from '../client.ts';
import { Icon } from './icon.tsx';

/** Why a change was not made, in the server's words where it had any. */
export function Refusal({ error }: { error: ApiError | null }) {
  const { t } = useTranslation('kit');
  if (!error) return null;
  const isSilent = error.status === 0 || !error.message;
  return (
    <div className="notice notice-error" role="alert">
      <Icon name="alert" />
      <p>{isSilent ? t('noAnswer') : error.message}</p>
    </div>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../client.ts';
import { Icon } from './icon.tsx';

interface RefusalProps {
  error: ApiError | null;
  /** Links to the page where people can mend the cause. */
  children?: ReactNode;
}

/** The details name who saved meanwhile, and when; a form that compares field by field says more. Or they name the documents that are missing. */
const TOLD: readonly string[] = ['EDIT_CONFLICT', 'VERIFICATION_REQUIRED'];

/** Shows why the server refused a change, in the server's words where it sent any. */
export function Refusal({ error, children }: RefusalProps) {
  const { t } = useTranslation('kit');
  if (!error) return null;
  const isSilent = error.status === 0 || !error.message;
  const changes = TOLD.includes(error.code) ? error.details.map(({ message }) => message) : [];
  const more = [...new Set(changes)].filter((message) => message !== error.message).join(' ');
  return (
    <div className="notice notice-error" role="alert">
      <Icon name="alert" />
      <p>
        {isSilent ? t(error.code === 'TIMED_OUT' ? 'timedOut' : 'noAnswer') : error.message} {more} {children}
      </p>
    </div>
  );
}

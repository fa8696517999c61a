import type { Role } from '@feira/schemas/procedure';
import { EmailText } from '@feira/shell-kit/components/email-text';
import { TwoLines } from '@feira/shell-kit/components/two-lines';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

export function RoleTags({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('kit');
  if (roles.length === 0) return <span className="muted">{t('role.none')}</span>;
  return (
    <span className="tags">
      {roles.map((role) => (
        <span key={role} className="tag">
          {t(`role.${role}`)}
        </span>
      ))}
    </span>
  );
}

/** Shows a moment in two lines, or the word for never. */
export function SeenAt({ at }: { at: string | null }) {
  const { t } = useTranslation('kit');
  const { locale } = useHost();
  if (!at) return <span className="muted">{t('never')}</span>;
  return (
    <time dateTime={at}>
      <TwoLines first={formatDate(at, locale)} second={formatTime(at, locale)} />
    </time>
  );
}

interface PersonNameProps {
  person: { id: string; email: string };
  /** The name itself, or a link that shows it. */
  children: ReactNode;
}

/** Shows a person's name and e-mail, and says whether the person is the reader. */
export function PersonName({ person, children }: PersonNameProps) {
  const { t } = useTranslation('admin');
  const { session } = useHost();
  const isOwn = person.id === session.person.id;
  return (
    <TwoLines
      first={
        <span className="list-name">
          {children} {isOwn && <span className="tag">{t('people.you')}</span>}
        </span>
      }
      second={<EmailText email={person.email} />}
    />
  );
}

/** People cannot change their own access. */
export function OwnAccessNote() {
  const { t } = useTranslation('admin');
  return <span className="muted list-own">{t('people.ownAccess')}</span>;
}

interface RowActionProps {
  label: string;
  /** Names the person, for those who hear the button alone. */
  name: string;
  /** Says beside the disabled button why the action is not possible. */
  reason?: string | undefined;
  onClick: () => void;
}

export function RowAction({ label, name, reason, onClick }: RowActionProps) {
  const { t } = useTranslation('admin');
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={reason !== undefined}
        aria-describedby={reason && id}
        onClick={onClick}
      >
        {label}
        <span className="visually-hidden"> {t('people.of', { name })}</span>
      </button>
      {reason && (
        <span id={id} className="form-hint list-reason">
          {reason}
        </span>
      )}
    </>
  );
}

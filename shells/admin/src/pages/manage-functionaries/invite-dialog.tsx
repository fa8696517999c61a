import type { AdminPermission } from '@feira/schemas/options';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { PermissionFields } from '@feira/shell-kit/components/permission-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { focusFirstProblem } from '@feira/shell-kit/field-problems';
import { useHost } from '@feira/shell-kit/host-context';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findInvitationProblems } from '../../components/invitation.ts';
import { InvitationFields } from '../../components/invitation-fields.tsx';
import { useInvitation } from './use-functionaries.ts';

interface InviteDialogProps {
  onDone: (message: string) => void;
  onClose: () => void;
}

export function InviteDialog({ onDone, onClose }: InviteDialogProps) {
  const { t } = useTranslation(['admin', 'kit']);
  const { session } = useHost();
  const [person, setPerson] = useState({ name: '', email: '' });
  const [permissions, setPermissions] = useState<AdminPermission[]>([]);
  const [isTried, setIsTried] = useState(false);
  const { run, error, isBusy } = useInvitation();
  const form = useRef<HTMLFormElement>(null);
  const problems = isTried ? findInvitationProblems(person) : {};
  const isEmpty = isTried && permissions.length === 0;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    if (Object.keys(findInvitationProblems(person)).length > 0) return focusFirstProblem(form.current);
    if (permissions.length === 0) return;
    const { name, email } = { name: person.name.trim(), email: person.email.trim() };
    if (await run({ name, email, permissions })) onDone(t('functionaries.invited', { email }));
  };
  return (
    <ModalDialog isWide title={t('functionaries.inviteTitle')} text={t('functionaries.inviteText')} onClose={onClose}>
      <form ref={form} className="form" noValidate onSubmit={send}>
        <InvitationFields value={person} problems={problems} error={error} onChange={setPerson} />
        <PermissionFields chosen={permissions} held={session.permissions} onChange={setPermissions} />
        {isEmpty && (
          <p className="field-error" role="alert">
            {t('functionaries.noneChosen')}
          </p>
        )}
        <Refusal error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('kit:cancel')}
          </button>
          <button type="submit" className="button button-primary" aria-busy={isBusy}>
            {t('people.sendInvitation')}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}

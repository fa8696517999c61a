import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { focusFirstProblem } from '@feira/shell-kit/field-problems';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findInvitationProblems } from '../../components/invitation.ts';
import { InvitationFields } from '../../components/invitation-fields.tsx';
import { useInvitation } from './use-managers.ts';

interface InviteDialogProps {
  onDone: (message: string) => void;
  onClose: () => void;
}

export function InviteDialog({ onDone, onClose }: InviteDialogProps) {
  const { t } = useTranslation(['admin', 'kit']);
  const [person, setPerson] = useState({ name: '', email: '' });
  const [isTried, setIsTried] = useState(false);
  const { run, error, isBusy } = useInvitation();
  const form = useRef<HTMLFormElement>(null);
  const problems = isTried ? findInvitationProblems(person) : {};
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    if (Object.keys(findInvitationProblems(person)).length > 0) return focusFirstProblem(form.current);
    const { name, email } = { name: person.name.trim(), email: person.email.trim() };
    if (await run({ name, email })) onDone(t('managers.invited', { email }));
  };
  return (
    <ModalDialog title={t('managers.inviteTitle')} text={t('managers.inviteText')} onClose={onClose}>
      <form ref={form} className="form" noValidate onSubmit={send}>
        <InvitationFields value={person} problems={problems} error={error} onChange={setPerson} />
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

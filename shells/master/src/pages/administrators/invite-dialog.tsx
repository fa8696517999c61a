import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { PermissionFields } from '@feira/shell-kit/components/permission-fields';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { findFieldProblem, focusFirstProblem } from '@feira/shell-kit/field-problems';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeDialogProps } from './change-dialog-props.ts';
import { findProblems } from './invitation.ts';
import { useInvitation } from './use-administrators.ts';

export function InviteDialog({ platformId, platformName, onDone, onClose }: ChangeDialogProps) {
  const { t } = useTranslation(['master', 'kit']);
  const [person, setPerson] = useState({ name: '', email: '' });
  const [permissions, setPermissions] = useState<AdminPermission[]>([]);
  const [isTried, setIsTried] = useState(false);
  const { run, error, isBusy } = useInvitation();
  const form = useRef<HTMLFormElement>(null);
  const problems = isTried ? findProblems(person) : {};
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    if (Object.keys(findProblems(person)).length > 0) return focusFirstProblem(form.current);
    if (permissions.length === 0) return;
    const email = person.email.trim();
    const input = { name: person.name.trim(), email, permissions, ...(platformId && { platformId }) };
    if (await run(input)) onDone(t('administrators.invited', { email }));
  };
  return (
    <ModalDialog
      isWide
      title={t('administrators.inviteTitle', { platform: platformName })}
      text={t('administrators.inviteText')}
      onClose={onClose}
    >
      <form ref={form} className="form" noValidate onSubmit={send}>
        <div className="form-grid">
          <TextField
            name="name"
            label={t('administrators.name')}
            maxLength={120}
            value={person.name}
            problem={problems.name ? t('administrators.nameShort') : findFieldProblem(error, 'name')}
            onChange={(name) => setPerson({ ...person, name })}
          />
          <TextField
            name="email"
            type="email"
            inputMode="email"
            label={t('administrators.email')}
            maxLength={254}
            value={person.email}
            problem={problems.email ? t('administrators.emailInvalid') : findFieldProblem(error, 'email')}
            onChange={(email) => setPerson({ ...person, email })}
          />
        </div>
        <PermissionFields chosen={permissions} held={ADMIN_PERMISSIONS} onChange={setPermissions} />
        {isTried && permissions.length === 0 && (
          <p className="field-error" role="alert">
            {t('administrators.noneChosen')}
          </p>
        )}
        <Refusal error={error} />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            {t('kit:cancel')}
          </button>
          <button type="submit" className="button button-primary" aria-busy={isBusy}>
            {t('administrators.send')}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}

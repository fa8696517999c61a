/** The dialogs in which a key is made, changed, rolled and revoked, and in which its token is shown. */
import type { ApiKeyKind } from '@feira/schemas/api';
import { ROLL_HOURS } from '@feira/schemas/procedures/api-keys';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { daysOf, keyFields, LIFETIMES } from './key-fields.ts';
import { KeyForm } from './key-form.tsx';
import { type ListedKey, useCreation, useRevocation, useRoll, useUpdate } from './use-api-keys.ts';

/** Shows a new key, the only time that anybody sees it. */
function TokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation('apiKeys');
  return (
    <ModalDialog title={t('tokenTitle')} text={t('tokenText')} onClose={onClose}>
      <p>
        <code className="api-token">{token}</code>
      </p>
      <div className="dialog-actions">
        <CopyButton text={token} label={t('copy')} />
        <button type="button" className="button button-primary" onClick={onClose}>
          {t('tokenDone')}
        </button>
      </div>
    </ModalDialog>
  );
}

export function NewKeyDialog({ kind, onClose }: { kind: ApiKeyKind; onClose: () => void }) {
  const { t } = useTranslation('apiKeys');
  const creation = useCreation();
  const [token, setToken] = useState<string | null>(null);
  const [lifetime, setLifetime] = useState('365');
  const fields = useMemo(() => keyFields(kind), [kind]);
  const { controls, dialog } = useDraft({ fields, change: creation, say: t });
  if (token) return <TokenDialog token={token} onClose={onClose} />;
  return (
    <DialogForm
      title={t('create')}
      text={t('createText')}
      action={t('createAction')}
      isWide
      {...dialog(async (terms) => {
        const answer = await creation.run({ kind, ...terms, days: daysOf(lifetime) });
        if (answer) setToken(answer.token);
      })}
      onClose={onClose}
    >
      <KeyForm kind={kind} controls={controls} />
      <SelectField
        label={t('lifetime')}
        value={lifetime}
        options={LIFETIMES.map((value) => ({
          value,
          label: value === 'NEVER' ? t('never') : t('days', { count: Number(value) }),
        }))}
        onChange={setLifetime}
      />
    </DialogForm>
  );
}

interface KeyDialogProps {
  record: ListedKey;
  onClose: () => void;
}

export function ChangeKeyDialog({ kind, record, onClose }: KeyDialogProps & { kind: ApiKeyKind }) {
  const { t } = useTranslation('apiKeys');
  const update = useUpdate();
  const fields = useMemo(() => keyFields(kind), [kind]);
  const { controls, dialog } = useDraft({ fields, stored: record, change: update, say: t });
  return (
    <DialogForm
      title={t('changeTitle', { name: record.name })}
      action={t('save')}
      isWide
      {...dialog(async (terms) => {
        if (await update.run({ keyId: record.id, ...terms })) onClose();
      })}
      onClose={onClose}
    >
      <KeyForm kind={kind} controls={controls} />
    </DialogForm>
  );
}

export function RollKeyDialog({ record, onClose }: KeyDialogProps) {
  const { t } = useTranslation('apiKeys');
  const roll = useRoll();
  const [token, setToken] = useState<string | null>(null);
  const [hours, setHours] = useState<string>('24');
  if (token) return <TokenDialog token={token} onClose={onClose} />;
  return (
    <DialogForm
      title={t('rollTitle', { name: record.name })}
      text={t('rollText')}
      action={t('roll')}
      isBusy={roll.isBusy}
      error={roll.error}
      onSend={() => {
        const chosen = ROLL_HOURS.find((one) => String(one) === hours) ?? 0;
        void roll.run({ keyId: record.id, hours: chosen }).then((answer) => answer && setToken(answer.token));
        return true;
      }}
      onClose={onClose}
    >
      <SelectField
        label={t('overlap')}
        value={hours}
        options={ROLL_HOURS.map((value) => ({
          value: String(value),
          label: value === 0 ? t('atOnce') : t('hours', { count: value }),
        }))}
        onChange={setHours}
      />
    </DialogForm>
  );
}

export function RevokeKeyDialog({ record, onClose }: KeyDialogProps) {
  const { t } = useTranslation('apiKeys');
  return (
    <ConfirmChange
      title={t('revokeTitle', { name: record.name })}
      text={t('revokeText')}
      action={t('revoke')}
      isDanger
      change={useRevocation()}
      input={{ keyId: record.id }}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

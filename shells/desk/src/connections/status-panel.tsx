import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { DialogForm } from '@feira/shell-kit/components/dialog-form';
import { TextAreaField } from '@feira/shell-kit/components/form-fields';
import { group, text } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionPlace } from './connection-place.ts';
import { CertificateExpiry, ConnectionProblem, ConnectionStatus, isTested, UntestedMark } from './connection-words.tsx';
import { Parts } from './evidence-level.tsx';
import { type ConnectionDetails, useConnectionChange } from './use-connections.ts';

interface StatusPanelProps {
  place: ConnectionPlace;
  connection: ConnectionDetails;
}

/**
 * Shows whether the connection takes payments, and a switch that explains its effect first. It is enabled after a good test of its
 * credentials, or without one for a reason that the activity log keeps.
 */
export function StatusPanel({ place, connection }: StatusPanelProps) {
  const { t } = useTranslation('connections');
  // The question stays open while the connection already shows its new state.
  const [asked, setAsked] = useState<'disable' | 'enable' | 'enableUntested' | null>(null);
  const id = useId();
  const { status, problem, isManaged, certificateExpiresAt, evidence } = connection;
  const isEnabled = status === 'ENABLED';
  const verb = isEnabled ? 'disable' : isTested(connection) ? 'enable' : 'enableUntested';
  const state = isEnabled ? 'item.enabledText' : evidence === 'inferred' ? 'item.inferredText' : 'item.disabledText';
  const close = () => setAsked(null);
  return (
    <section className="panel connection-part" aria-labelledby={id}>
      <h2 id={id}>{t('item.status')}</h2>
      <span className="connection-marks">
        <ConnectionStatus status={status} />
        <UntestedMark connection={connection} />
        <ConnectionProblem problem={problem} />
        {certificateExpiresAt && <CertificateExpiry validTo={certificateExpiresAt} />}
      </span>
      <p className="muted">
        {t(state)}
        {state === 'item.inferredText' && <Parts parts={connection.evidenceParts} level="inferred" />}
      </p>
      {verb === 'enableUntested' && !isManaged && <p>{t('item.untestedText')}</p>}
      {!isManaged && (
        <button type="button" className="button" onClick={() => setAsked(verb)}>
          {t(`item.${verb}`)}
        </button>
      )}
      {asked === 'enableUntested' && <UntestedDialog place={place} connection={connection} onClose={close} />}
      {(asked === 'enable' || asked === 'disable') && (
        <SwitchDialog place={place} connection={connection} verb={asked} onClose={close} />
      )}
    </section>
  );
}

interface SwitchDialogProps extends StatusPanelProps {
  verb: 'disable' | 'enable';
  onClose: () => void;
}

function SwitchDialog({ place, connection, verb, onClose }: SwitchDialogProps) {
  const { t } = useTranslation('connections');
  const { run, error, isBusy } = useConnectionChange();
  const { id: connectionId, name, evidence } = connection;
  const isInferred = verb === 'enable' && evidence === 'inferred';
  const confirm = async () => {
    const status = verb === 'disable' ? 'DISABLED' : 'ENABLED';
    if (await run({ ...place.of, connectionId, status })) onClose();
  };
  return (
    <ConfirmDialog
      isDanger={verb === 'disable'}
      title={t(`item.${verb}Title`, { name })}
      text={t(isInferred ? 'item.enableInferredText' : `item.${verb}Text`)}
      action={t(`item.${verb}`)}
      isBusy={isBusy}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    >
      {isInferred && <Parts parts={connection.evidenceParts} level="inferred" />}
    </ConfirmDialog>
  );
}

const REASON = group({
  untestedReason: text({ problem: 'item.untestedReasonMissing', minLength: 15, control: { maxLength: 500 } }),
});

function UntestedDialog({ place, connection, onClose }: StatusPanelProps & { onClose: () => void }) {
  const { t } = useTranslation('connections');
  const change = useConnectionChange();
  const { controls, dialog } = useDraft({ fields: REASON, change, say: t });
  const enable = async (input: { untestedReason: string }) => {
    if (await change.run({ ...place.of, connectionId: connection.id, status: 'ENABLED', ...input })) onClose();
  };
  return (
    <DialogForm
      isDanger
      title={t('item.enableUntestedTitle', { name: connection.name })}
      text={t(connection.evidence === 'inferred' ? 'item.enableUntestedInferredText' : 'item.enableUntestedText')}
      action={t('item.enableUntested')}
      onClose={onClose}
      {...dialog(enable)}
    >
      {connection.evidence === 'inferred' && <Parts parts={connection.evidenceParts} level="inferred" />}
      <TextAreaField
        label={t('item.untestedReason')}
        hint={t('item.untestedReasonHint')}
        rows={3}
        {...controls.untestedReason}
      />
    </DialogForm>
  );
}

import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CertificateExpiry, ConnectionProblem, ConnectionStatus } from '../../connections/connection-words.tsx';
import { type ConnectionDetails, useConnectionChange } from '../../connections/use-connections.ts';

interface StatusPanelProps {
  platformId: string;
  connection: ConnectionDetails;
}

/** Shows whether the connection takes payments, and a switch that explains its effect first. */
export function StatusPanel({ platformId, connection }: StatusPanelProps) {
  const { t } = useTranslation('connections');
  // The question stays open while the connection already shows its new state.
  const [asked, setAsked] = useState<'disable' | 'enable' | null>(null);
  const { run, error, isBusy, reset } = useConnectionChange();
  const id = useId();
  const { id: connectionId, name, status, problem, isManaged, certificateExpiresAt, evidence } = connection;
  const isEnabled = status === 'ENABLED';
  const verb = isEnabled ? 'disable' : 'enable';
  const isInferred = evidence === 'inferred';
  const state = isEnabled ? 'item.enabledText' : isInferred ? 'item.inferredText' : 'item.disabledText';
  const close = () => {
    setAsked(null);
    reset();
  };
  const confirm = async () => {
    const next = asked === 'disable' ? 'DISABLED' : 'ENABLED';
    if (await run({ platformId, connectionId, status: next })) close();
  };
  return (
    <section className="panel connection-part" aria-labelledby={id}>
      <h2 id={id}>{t('item.status')}</h2>
      <span className="connection-marks">
        <ConnectionStatus status={status} />
        <ConnectionProblem problem={problem} />
        {certificateExpiresAt && <CertificateExpiry validTo={certificateExpiresAt} />}
      </span>
      <p className="muted">{t(state)}</p>
      {!isManaged && (
        <button type="button" className="button" onClick={() => setAsked(verb)}>
          {t(`item.${verb}`)}
        </button>
      )}
      {asked && (
        <ConfirmDialog
          isDanger={asked === 'disable'}
          title={t(`item.${asked}Title`, { name })}
          text={t(asked === 'enable' && isInferred ? 'item.enableInferredText' : `item.${asked}Text`)}
          action={t(`item.${asked}`)}
          isBusy={isBusy}
          error={error}
          onConfirm={confirm}
          onClose={close}
        />
      )}
    </section>
  );
}

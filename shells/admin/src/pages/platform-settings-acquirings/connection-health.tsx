import type { IconName } from '@feira/shell-kit/components/icon';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Hours } from './acquirings-address.ts';
import { AttemptsPanel } from './attempts-panel.tsx';
import { Circuit } from './circuit.tsx';
import { type ConnectionState, findState } from './connection-state.ts';
import { LastErrors } from './last-errors.tsx';
import { MethodsList } from './methods-list.tsx';
import type { Connection, Health } from './use-acquirings.ts';

const LOOKS: Record<ConnectionState, readonly [tone: StatusTone, icon: IconName]> = {
  SERVING: ['approved', 'check'],
  RESTING: ['rejected', 'clock'],
  PROBING: ['pending', 'retry'],
  OFF: ['canceled', 'stop'],
};

interface ConnectionHealthProps {
  connection: Connection;
  health: Health;
  hours: Hours;
}

/** Shows the health of one connection in words, numbers and a chart. */
export function ConnectionHealth({ connection, health, hours }: ConnectionHealthProps) {
  const { t } = useTranslation('acquirings');
  const id = useId();
  const state = findState(connection, health);
  const [tone, icon] = LOOKS[state];
  const hasAttempts = health.methods.length > 0;
  return (
    <section className="panel acquiring" aria-labelledby={id}>
      <div className="acquiring-head">
        <h2 id={id}>{connection.name}</h2>
        <StatusBadge tone={tone} icon={icon} label={t(`states.${state}`)} />
        <span className="muted">
          {connection.providerName} · {t(`environments.${connection.environment}`)}
        </span>
      </div>
      {state === 'OFF' ? (
        <p className="muted">{t('off')}</p>
      ) : (
        <Circuit connection={connection} health={health} state={state} />
      )}
      {!hasAttempts && <p className="muted">{t('noAttempts')}</p>}
      {hasAttempts && <MethodsList methods={health.methods} name={connection.name} />}
      {hasAttempts && <AttemptsPanel series={health.series} hours={hours} name={connection.name} />}
      {(hasAttempts || health.errors.length > 0) && <LastErrors errors={health.errors} />}
    </section>
  );
}

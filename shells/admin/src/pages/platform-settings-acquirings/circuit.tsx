import { useProviderWords } from '@feira/shell-desk/provider-words/provider-words.tsx';
import { Icon } from '@feira/shell-kit/components/icon';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import type { ConnectionState } from './connection-state.ts';
import { type Connection, type Health, useCircuit } from './use-acquirings.ts';

interface CircuitProps {
  connection: Connection;
  health: Health;
  state: ConnectionState;
}

/** Says why a connection is paused and until when, and resumes it. The page reports the result also after the notice is gone. */
export function Circuit({ connection, health: { circuit }, state }: CircuitProps) {
  const { t } = useTranslation('acquirings');
  const { locale } = useHost();
  const words = useProviderWords();
  const { run, error, isBusy, isDone } = useCircuit();
  return (
    <>
      {circuit && (
        <div className="notice acquiring-rest">
          <Icon name="clock" />
          <p>
            {state === 'RESTING'
              ? t('resting', { until: formatTime(circuit.openUntil, locale), reason: words.error(circuit.reason) })
              : t('probing')}
          </p>
          <button
            type="button"
            className="button"
            aria-busy={isBusy}
            onClick={() => !isBusy && run({ connectionId: connection.id })}
          >
            {t('closeCircuit')}
            <span className="visually-hidden"> {connection.name}</span>
          </button>
        </div>
      )}
      <Refusal error={error} />
      <p role="status" className={isDone && !circuit ? 'acquiring-done' : 'visually-hidden'}>
        {isDone && !circuit && t('circuitClosed', { name: connection.name })}
      </p>
    </>
  );
}

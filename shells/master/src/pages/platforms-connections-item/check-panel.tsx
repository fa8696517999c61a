import { Icon } from '@feira/shell-kit/components/icon';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type CheckResult, type ConnectionDetails, useCheck } from '../../connections/use-connections.ts';

interface CheckPanelProps {
  platformId: string;
  connection: ConnectionDetails;
}

/** Sends the provider a harmless request and explains the answer in plain words. */
export function CheckPanel({ platformId, connection: { id: connectionId } }: CheckPanelProps) {
  const { t } = useTranslation('connections');
  const { mutate, data, error, isPending } = useCheck();
  const id = useId();
  return (
    <section className="panel connection-part" aria-labelledby={id}>
      <h2 id={id}>{t('check.title')}</h2>
      <p className="muted">{t('check.text')}</p>
      <button
        type="button"
        className="button"
        aria-busy={isPending}
        onClick={() => !isPending && mutate({ platformId, connectionId })}
      >
        {t(isPending ? 'check.running' : 'check.button')}
      </button>
      <div role="status">{data && !isPending && <Outcome result={data} />}</div>
      <Refusal error={error} />
    </section>
  );
}

const CODES = ['UNAVAILABLE', 'UNAUTHORIZED', 'INVALID_REQUEST', 'INVALID_ANSWER', 'UNSUPPORTED'] as const;

function Outcome({ result: { isWorking, code, message, durationMs } }: { result: CheckResult }) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const known = CODES.find((candidate) => candidate === code) ?? 'OTHER';
  return (
    <div className={isWorking ? 'notice notice-good' : 'notice notice-error'}>
      <Icon name={isWorking ? 'check' : 'alert'} />
      <p>
        <strong>{isWorking ? t('check.works') : t(`check.codes.${known}`)}</strong>
        {!isWorking && message && <span>{t('check.said', { message })}</span>}
        <span>{t('check.took', { milliseconds: formatCount(durationMs, locale) })}</span>
      </p>
    </div>
  );
}

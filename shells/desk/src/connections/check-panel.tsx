import { Icon } from '@feira/shell-kit/components/icon';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { formatCount, formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionPlace } from './connection-place.ts';
import { type CheckResult, type ConnectionDetails, useCheck } from './use-connections.ts';

interface CheckPanelProps {
  place: ConnectionPlace;
  connection: ConnectionDetails;
}

/** Sends the provider a harmless request and explains the answer in plain words. */
export function CheckPanel({ place, connection: { id: connectionId, test } }: CheckPanelProps) {
  const { t } = useTranslation('connections');
  const { run, error, isBusy } = useCheck();
  const [result, setResult] = useState<CheckResult | null>(null);
  const id = useId();
  const check = async () => setResult((await run({ ...place.of, connectionId })) ?? null);
  return (
    <section className="panel connection-part" aria-labelledby={id}>
      <h2 id={id}>{t('check.title')}</h2>
      <p className="muted">{t('check.text')}</p>
      {!result && <LastTest test={test} />}
      <button type="button" className="button" aria-busy={isBusy} onClick={() => !isBusy && check()}>
        {t(isBusy ? 'check.running' : 'check.button')}
      </button>
      <div role="status">{result && !isBusy && <Outcome result={result} />}</div>
      <Refusal error={error} />
    </section>
  );
}

/** Says what the last test found, and whether it is still about these credentials. */
function LastTest({ test }: Pick<ConnectionDetails, 'test'>) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  if (!test) return <p>{t('check.never')}</p>;
  const date = `${formatDate(test.testedAt, locale)}, ${formatTime(test.testedAt, locale)}`;
  if (!test.isCurrent) return <p>{t('check.outdated', { date })}</p>;
  return <p>{t(test.code === null ? 'check.lastGood' : 'check.lastBad', { date })}</p>;
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

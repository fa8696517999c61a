import type { Locale } from '@feira/schemas/common';
import { revokeSession } from '@feira/schemas/procedures/account';
import { describeDevice } from '@feira/schemas/rules/describe-device';
import { ApiError, type Client } from '@feira/shell-kit/client';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { formatElapsed } from '@feira/shell-kit/elapsed';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { useSubmit } from '../../components/use-submit.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DoneNotice, Section } from './section.tsx';
import { type SessionList, useSessions } from './use-account.ts';

/** Lists the devices with an open session, and signs strangers out. */
export function DevicesSection({ client, locale }: { client: Client; locale: Locale }) {
  const { t } = useTranslation('account');
  const { value, error, reload } = useSessions(client);
  const { failure, submit } = useSubmit();
  const [isAsking, setIsAsking] = useState(false);
  const [done, setDone] = useState<'one' | 'others' | null>(null);
  const others = value?.sessions.filter(({ isCurrent }) => !isCurrent) ?? [];

  const revoke = async (sessions: SessionList, outcome: 'one' | 'others') => {
    setIsAsking(false);
    setDone(null);
    const refusal = await submit(async () => {
      for (const { id } of sessions)
        await client.call(revokeSession, { id }).catch((reason: unknown) => {
          // The session had already ended, which is the wanted result.
          if (!(reason instanceof ApiError && reason.code === 'SESSION_NOT_FOUND')) throw reason;
        });
    });
    await reload();
    if (!refusal) setDone(outcome);
  };
  return (
    <Section title={t('devices.title')} text={t('devices.text')}>
      {error && !value && <LoadError error={error} onRetry={reload} />}
      {!value && !error && <Skeleton height={96} />}
      <ul className="devices">
        {value?.sessions.map((session) => (
          <li key={session.id} className="device">
            <DeviceLine session={session} locale={locale} onRevoke={() => revoke([session], 'one')} />
          </li>
        ))}
      </ul>
      <FailureNotice failure={failure} />
      <DoneNotice text={done && t(`devices.done.${done}`)} />
      {others.length > 0 && (
        <div className="account-actions">
          <button type="button" className="button" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
            {t('devices.revokeOthers')}
          </button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('devices.othersTitle')}
          text={t('devices.othersText', { count: others.length })}
          action={t('devices.revokeOthers')}
          onConfirm={() => revoke(others, 'others')}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </Section>
  );
}

interface DeviceLineProps {
  session: SessionList[number];
  locale: Locale;
  onRevoke: () => void;
}

function DeviceLine({ session, locale, onRevoke }: DeviceLineProps) {
  const { t } = useTranslation('account');
  const { browser, system, isPhone } = describeDevice(session.userAgent);
  const name = browser && system ? t('devices.name', { browser, system }) : (browser ?? system ?? t('devices.unknown'));
  const { lastSeenAt, ip, isCurrent } = session;
  return (
    <>
      <span className="device-icon">
        <Icon name={isPhone ? 'phone' : 'devices'} />
      </span>
      <span className="device-text">
        <strong>{name}</strong>
        <span className="muted">
          {ip && `${ip} · `}
          <time dateTime={lastSeenAt} title={`${formatDate(lastSeenAt, locale)} ${formatTime(lastSeenAt, locale)}`}>
            {isCurrent ? t('devices.now') : formatElapsed(lastSeenAt, locale)}
          </time>
        </span>
      </span>
      {isCurrent ? (
        <StatusBadge tone="approved" icon="check" label={t('devices.current')} />
      ) : (
        <button type="button" className="button" onClick={onRevoke}>
          {t('devices.revoke')}
          <span className="visually-hidden">: {name}</span>
        </button>
      )}
    </>
  );
}

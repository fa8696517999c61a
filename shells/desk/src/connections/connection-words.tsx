import type { PaymentMethod } from '@feira/schemas/common';
import { Icon } from '@feira/shell-kit/components/icon';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { countDaysLeft, findUrgency, type Urgency } from './certificate-expiry.ts';
import './connections.css';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { formatPercent } from './format-percent.ts';
import type { ConnectionSummary, Rollout } from './use-connections.ts';

/** Shows whether a connection takes payments, as word, colour and icon. */
export function ConnectionStatus({ status }: Pick<ConnectionSummary, 'status'>) {
  const { t } = useTranslation('connections');
  const isEnabled = status === 'ENABLED';
  return (
    <StatusBadge
      tone={isEnabled ? 'approved' : 'canceled'}
      icon={isEnabled ? 'check' : 'stop'}
      label={t(`statuses.${status}`)}
    />
  );
}

export const isTested = ({ test }: Pick<ConnectionSummary, 'test'>) => test?.isCurrent === true && test.code === null;

/** Keeps in sight that a connection takes payments without a good test of its credentials. */
export function UntestedMark({ connection }: { connection: Pick<ConnectionSummary, 'status' | 'test'> }) {
  const { t } = useTranslation('connections');
  const { status, test } = connection;
  if (status !== 'ENABLED' || isTested(connection)) return null;
  return <StatusBadge tone="pending" icon="alert" label={t(test?.isCurrent ? 'untested.failed' : 'untested.never')} />;
}

/** Says why a connection cannot be used at all; its own page shows the remedy. */
export function ConnectionProblem({ problem }: Pick<ConnectionSummary, 'problem'>) {
  const { t } = useTranslation('connections');
  if (!problem) return null;
  return <StatusBadge tone="rejected" icon="alert" label={t(`problems.${problem}`)} />;
}

export function ManagedTag() {
  const { t } = useTranslation('connections');
  return (
    <span className="tag connection-managed">
      <Icon name="lock" size={14} />
      {t('managed')}
    </span>
  );
}

const COLOURS: Record<Urgency, StatusTone> = {
  none: 'canceled',
  soon: 'pending',
  urgent: 'rejected',
  over: 'rejected',
};
const ICONS = { none: 'shield', soon: 'clock', urgent: 'alert', over: 'alert' } as const;

/** Grey while there is time, and more visible from sixty days on. */
export function CertificateExpiry({ validTo }: { validTo: string }) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const count = countDaysLeft(validTo);
  const urgency = findUrgency(count);
  const date = formatDate(validTo, locale);
  const words = urgency === 'urgent' || urgency === 'soon' ? (count === 0 ? 'today' : 'soon') : urgency;
  return (
    <span className="connection-expiry">
      <StatusBadge tone={COLOURS[urgency]} icon={ICONS[urgency]} label={t(`expiry.${words}`, { count, date })} />
    </span>
  );
}

/** Describes the open rollout in few words. */
export function RolloutNote({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const { state, share, toVersion: version } = rollout;
  if (state !== 'PREPARING' && state !== 'CANARY') return null;
  return (
    <StatusBadge
      tone="refunded"
      icon="retry"
      label={t(`rolloutNote.${state}`, { version, share: formatPercent(share, locale) })}
    />
  );
}

export function MethodTags({ methods }: { methods: readonly PaymentMethod[] }) {
  const { t } = useTranslation(['connections', 'kit']);
  if (methods.length === 0) return <span className="muted">{t('list.noMethods')}</span>;
  return (
    <span className="tags">
      {methods.map((method) => (
        <span key={method} className="tag">
          {t(`kit:method.${method}`)}
        </span>
      ))}
    </span>
  );
}

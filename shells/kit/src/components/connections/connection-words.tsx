import type { PaymentMethod } from '@feira/schemas/common';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../format.ts';
import { useHost } from '../../host-context.ts';
import { Icon } from '../icon.tsx';
import './add-texts.ts';
import { countDaysLeft, findUrgency, type Urgency } from './certificate-expiry.ts';
import './connections.css';
import { formatPercent } from './format-percent.ts';
import type { ConnectionSummary, Rollout } from './use-connections.ts';

/** Shows whether a connection takes payments, as word, colour and icon. */
export function ConnectionStatus({ status }: Pick<ConnectionSummary, 'status'>) {
  const { t } = useTranslation('connections');
  const isEnabled = status === 'ENABLED';
  return (
    <span className={`status ${isEnabled ? 'status-approved' : 'status-canceled'}`}>
      <Icon name={isEnabled ? 'check' : 'stop'} size={16} />
      {t(`statuses.${status}`)}
    </span>
  );
}

export const isTested = ({ test }: Pick<ConnectionSummary, 'test'>) => test?.isCurrent === true && test.code === null;

/** Keeps in sight that a connection takes payments without a good test of its credentials. */
export function UntestedMark({ connection }: { connection: Pick<ConnectionSummary, 'status' | 'test'> }) {
  const { t } = useTranslation('connections');
  const { status, test } = connection;
  if (status !== 'ENABLED' || isTested(connection)) return null;
  return (
    <span className="status status-pending">
      <Icon name="alert" size={16} />
      {t(test?.isCurrent ? 'untested.failed' : 'untested.never')}
    </span>
  );
}

/** Says why a connection cannot be used at all; its own page shows the remedy. */
export function ConnectionProblem({ problem }: Pick<ConnectionSummary, 'problem'>) {
  const { t } = useTranslation('connections');
  if (!problem) return null;
  return (
    <span className="status status-rejected">
      <Icon name="alert" size={16} />
      {t(`problems.${problem}`)}
    </span>
  );
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

const COLOURS: Record<Urgency, string> = { none: 'canceled', soon: 'pending', urgent: 'rejected', over: 'rejected' };
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
    <span className={`status connection-expiry status-${COLOURS[urgency]}`}>
      <Icon name={ICONS[urgency]} size={16} />
      {t(`expiry.${words}`, { count, date })}
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
    <span className="status status-refunded">
      <Icon name="retry" size={16} />
      {t(`rolloutNote.${state}`, { version, share: formatPercent(share, locale) })}
    </span>
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

import type { Output } from '@feira/schemas/procedure';
import type { getDomainState } from '@feira/schemas/procedures/settings';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { formatDate } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './domain-state.css';

type State = Output<typeof getDomainState>;

const DNS_TONES = {
  HERE: 'approved',
  ELSEWHERE: 'pending',
  MISSING: 'pending',
  UNKNOWN: 'pending',
  LOCAL: 'approved',
} as const;
const CERTIFICATE_TONES = {
  TRUSTED: 'approved',
  ENDING: 'pending',
  UNTRUSTED: 'rejected',
  MISSING: 'pending',
  UNKNOWN: 'pending',
} as const;

/** Shows where DNS leads a host and what certificate it has. What is not done yet is no error. */
export function DomainState({ state }: { state: State }) {
  const { t } = useTranslation('admin');
  const { locale } = useHost();
  const { dns, certificate, certificateEndsAt, issuer } = state;
  if (dns === 'LOCAL') return <StatusBadge tone="approved" icon="check" label={t('domainState.dns.LOCAL')} />;
  const date = certificateEndsAt && formatDate(certificateEndsAt, locale);
  return (
    <span className="domain-marks">
      <StatusBadge
        tone={DNS_TONES[dns]}
        icon={dns === 'HERE' ? 'check' : 'clock'}
        label={t(`domainState.dns.${dns}`)}
      />
      {certificate !== 'UNKNOWN' && (
        <StatusBadge
          tone={CERTIFICATE_TONES[certificate]}
          icon={certificate === 'TRUSTED' ? 'check' : certificate === 'UNTRUSTED' ? 'alert' : 'clock'}
          label={t(`domainState.certificate.${certificate}`, { date })}
        />
      )}
      {certificate === 'UNTRUSTED' && issuer && <span className="muted">{t('domainState.issuer', { issuer })}</span>}
    </span>
  );
}

/** Says what to point the host at, as the form of a DNS provider asks for it. */
export function DomainTarget({ state: { target, targetAddresses } }: { state: State }) {
  const { t } = useTranslation('admin');
  return (
    <p className="muted">
      {targetAddresses.length > 0
        ? t('domainState.targetBoth', { target, addresses: targetAddresses })
        : t('domainState.target', { target })}
    </p>
  );
}

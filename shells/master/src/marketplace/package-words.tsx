import { METHOD_ICONS } from '@feira/shell-desk/sale/sale-words.tsx';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import type { OfferedMethod } from './capabilities.ts';
import './package-words.css';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import type { PackageSummary, PackageVersion } from './use-packages.ts';

/** Lists the payment methods. A method that is switched off is marked: the manifest claims it, and no connection may use it. */
export function MethodChips({ methods }: { methods: readonly OfferedMethod[] }) {
  const { t } = useTranslation('marketplace');
  return (
    <ul className="method-chips">
      {methods.map(({ method, capability: { maxInstallments = 1 }, isOn }) => (
        <li key={method} className={isOn ? 'method-chip' : 'method-chip method-chip-off'}>
          <Icon name={METHOD_ICONS[method]} size={18} />
          {t(`method.${method}`)}
          {isOn && maxInstallments > 1 && <span className="muted">{t('method.upTo', { count: maxInstallments })}</span>}
          {!isOn && <span>{t('method.off')}</span>}
        </li>
      ))}
    </ul>
  );
}

const NODE_LOOKS: Record<'ready' | 'none' | 'loading' | 'failed', { icon: IconName; tone: StatusTone }> = {
  ready: { icon: 'check', tone: 'approved' },
  none: { icon: 'stop', tone: 'canceled' },
  loading: { icon: 'clock', tone: 'pending' },
  failed: { icon: 'alert', tone: 'rejected' },
};

export const nodesState = ({ healthy, total, problem }: PackageVersion['nodes']) => {
  if (problem) return 'failed';
  if (total === 0) return 'none';
  return healthy >= total ? 'ready' : 'loading';
};

/** Shows whether every running server can serve a version, as word, colour and icon. */
export function NodesStatus({ nodes }: { nodes: PackageVersion['nodes'] }) {
  const { t } = useTranslation('marketplace');
  const { healthy, total } = nodes;
  const state = nodesState(nodes);
  const { icon, tone } = NODE_LOOKS[state];
  return <StatusBadge tone={tone} icon={icon} label={t(`nodes.${state}`, { healthy, total })} />;
}

/** Shows 71 of 74 proofs as text and as a bar. */
export function ProofLine({ proofs }: { proofs: PackageSummary['proofs'] }) {
  const { t } = useTranslation('marketplace');
  const { locale } = useHost();
  if (!proofs || proofs.total === 0) return <span className="proof-line muted">{t('proofs.none')}</span>;
  const passed = proofs.total - proofs.failed;
  return (
    <span className="proof-line">
      <ProofBar passed={passed} total={proofs.total} />
      {t('proofs.line', { passed: formatCount(passed, locale), total: formatCount(proofs.total, locale) })}
    </span>
  );
}

/** The text beside the bar says the same. */
export function ProofBar({ passed, total }: { passed: number; total: number }) {
  return (
    <span className="proof-bar" aria-hidden="true">
      <span style={{ width: `${(100 * passed) / total}%` }} />
    </span>
  );
}

/** Marks a package that is data only. */
export function NoCode({ hasCode }: { hasCode: boolean | null | undefined }) {
  const { t } = useTranslation('marketplace');
  if (hasCode !== false) return null;
  return (
    <span className="tag" title={t('code.noneText')}>
      {t('code.none')}
    </span>
  );
}

import { EvidenceLevel } from '@feira/shell-desk/connections/evidence-level.tsx';
import { ProviderLogo } from '@feira/shell-desk/connections/provider-logo.tsx';
import { Icon } from '@feira/shell-kit/components/icon';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { useHost } from '@feira/shell-kit/host-context';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveOutImplied, listCapabilities, listMethods, readManifest } from '../../marketplace/capabilities.ts';
import { MethodChips, NoCode, NodesStatus, ProofLine } from '../../marketplace/package-words.tsx';
import type { PackageSummary } from '../../marketplace/use-packages.ts';

export function ProviderCard({ item }: { item: PackageSummary }) {
  const { t } = useTranslation('marketplace');
  const { locale } = useHost();
  const id = useId();
  const { provider, name, newest, versions, proofs } = item;
  const manifest = readManifest(item.manifest);
  const [latest] = versions;
  const switchedOff = latest?.switchedOff ?? [];
  const capabilities = leaveOutImplied(listCapabilities(manifest, switchedOff));
  const connections = versions.reduce((sum, version) => sum + version.connections, 0);
  return (
    <article className="panel provider-card" aria-labelledby={id}>
      <div className="provider-head">
        <ProviderLogo id={provider} name={name} logo={manifest.logo} />
        <div>
          <h2 id={id}>
            <PageLink className="provider-link" to={`/master-root/marketplace/${provider}`}>
              {name}
            </PageLink>
          </h2>
          <span className="muted">
            {newest}
            {latest && ` · ${t(`sourceShort.${latest.source}`)}`} <NoCode hasCode={latest?.hasCode} />
          </span>
        </div>
        <EvidenceLevel manifest={manifest} />
      </div>
      <p className="provider-description" lang={locale}>
        {manifest.description[locale]}
      </p>
      <MethodChips methods={listMethods(manifest, switchedOff)} />
      <p className="provider-capabilities muted">{capabilities.map((one) => t(`capability.${one}`)).join(' · ')}</p>
      <div className="provider-foot">
        {switchedOff.length > 0 && (
          <span className="provider-off">
            <Icon name="alert" size={16} />
            {t('catalogue.switchedOff', { count: switchedOff.length })}
          </span>
        )}
        <ProofLine proofs={proofs} />
        {latest && <NodesStatus nodes={latest.nodes} />}
        <span className={connections === 0 ? 'muted' : undefined}>
          {connections === 0 ? t('catalogue.noConnections') : t('catalogue.connections', { count: connections })}
        </span>
      </div>
    </article>
  );
}

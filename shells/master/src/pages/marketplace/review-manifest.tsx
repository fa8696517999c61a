import type { Manifest } from '@feira/schemas/manifest';
import { listOpenBases } from '@feira/schemas/rules/base-urls';
import { EvidenceLevel } from '@feira/shell-desk/connections/evidence-level.tsx';
import { ProviderLogo } from '@feira/shell-desk/connections/provider-logo.tsx';
import { Icon } from '@feira/shell-kit/components/icon';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { leaveOutImplied, listCapabilities, listMethods } from '../../marketplace/capabilities.ts';
import { CredentialList } from '../../marketplace/credential-list.tsx';
import { HostList } from '../../marketplace/host-list.tsx';
import { MethodChips, NoCode } from '../../marketplace/package-words.tsx';
import { SwitchedOff } from '../../marketplace/switched-off.tsx';
import type { Inspection } from '../../marketplace/use-packages.ts';

interface ReviewManifestProps {
  manifest: Manifest;
  inspection: Inspection;
}

/** Shows what the manifest declares: capabilities, hosts, and the credentials it asks for. */
export function ReviewManifest({ manifest, inspection }: ReviewManifestProps) {
  const { t } = useTranslation('marketplace');
  const { locale } = useHost();
  const { id, name, logo, description, credentials, tokenizer } = manifest;
  const hosts = [...new Set([...manifest.hosts, ...(tokenizer?.hosts ?? [])])];
  const { replaces, switchedOff, version, hasCode } = inspection;
  return (
    <>
      <section className="panel review-about">
        <div className="provider-head">
          <ProviderLogo isLarge id={id} name={name} logo={logo} />
          <div>
            <strong>{name}</strong>
            <span className="muted"> {id}</span>
            <p>{description[locale]}</p>
          </div>
        </div>
        <div className="tags">
          <EvidenceLevel manifest={manifest} />
          <NoCode hasCode={hasCode} />
          <span className="tag review-new">
            {replaces ? t('review.isUpgrade', { from: replaces.version, to: version }) : t('review.isNew')}
          </span>
        </div>
        <h3>{t('review.does')}</h3>
        <MethodChips methods={listMethods(manifest, switchedOff)} />
        <p className="muted">
          {leaveOutImplied(listCapabilities(manifest, switchedOff))
            .map((capability) => t(`capability.${capability}`))
            .join(' · ')}
        </p>
        <SwitchedOff capabilities={switchedOff} />
      </section>
      {replaces && <Changes replaces={replaces} />}
      <section className="panel">
        <h2>{t('facts.hosts')}</h2>
        {tokenizer && (
          <p className="review-warned">
            <Icon name="lock" size={18} />
            {t('review.seesCards')}
          </p>
        )}
        <HostList hosts={hosts} fresh={replaces?.newHosts ?? []} openBases={listOpenBases(manifest)} />
      </section>
      <section className="panel">
        <h2>{t('facts.credentials')}</h2>
        <CredentialList form={credentials} fresh={replaces?.newCredentials ?? []} />
      </section>
    </>
  );
}

function Changes({ replaces }: { replaces: NonNullable<Inspection['replaces']> }) {
  const { t } = useTranslation('marketplace');
  const { version, newHosts, newCredentials } = replaces;
  const isSame = newHosts.length === 0 && newCredentials.length === 0;
  return (
    <section className="panel review-changes">
      <h2>{t('review.changes', { version })}</h2>
      <ul>
        {newHosts.length > 0 && (
          <li className="review-warned">
            <Icon name="globe" size={18} />
            {t('review.newHosts', { count: newHosts.length })}
          </li>
        )}
        {newCredentials.length > 0 && (
          <li className="review-warned">
            <Icon name="lock" size={18} />
            {t('review.newCredentials', { count: newCredentials.length })}
          </li>
        )}
        {isSame && (
          <li>
            <Icon name="check" size={18} />
            {t('review.noChanges')}
          </li>
        )}
      </ul>
      <p className="muted">{t('review.upgradeText', { from: version })}</p>
    </section>
  );
}

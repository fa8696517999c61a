import { EvidenceLevel } from '@feira/shell-desk/connections/evidence-level.tsx';
import { ProviderLogo } from '@feira/shell-desk/connections/provider-logo.tsx';
import { Figure, FigureList } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { formatCount } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { readManifest } from '../../marketplace/capabilities.ts';
import { NoCode, nodesState } from '../../marketplace/package-words.tsx';
import type { PackageDetails } from '../../marketplace/use-packages.ts';
import { readReport } from './report.ts';

/** Shows the package, its version, its evidence and its main numbers. */
export function PackageHead({ item }: { item: PackageDetails }) {
  const { t } = useTranslation('marketplace');
  const { locale } = useHost();
  const manifest = readManifest(item.manifest);
  const { id, name, logo, description, homepage, docs } = manifest;
  const shown = item.versions.find(({ version }) => version === item.version);
  const report = readReport(item.report);
  const counts = report?.counts;
  const connections = shown?.connections ?? 0;
  return (
    <section className="package-head" aria-label={name}>
      <div className="panel package-about">
        <ProviderLogo isLarge id={id} name={name} logo={logo} />
        <div>
          <p>{description[locale]}</p>
          <div className="package-marks">
            <EvidenceLevel manifest={manifest} />
            {shown && <span className="tag">{t(`source.${shown.source}`)}</span>}
            <NoCode hasCode={shown?.hasCode} />
            <OutsideLink address={homepage}>{t('package.site')}</OutsideLink>
            <OutsideLink address={docs}>{t('package.docs')}</OutsideLink>
          </div>
        </div>
      </div>
      {shown?.nodes.problem && (
        <div className="notice notice-error">
          <Icon name="alert" />
          <p>
            <strong>{t('package.problem')}</strong>
            <span>{shown.nodes.problem}</span>
          </p>
        </div>
      )}
      <FigureList label={t('package.version')}>
        <Figure
          label={t('package.version')}
          value={item.version}
          note={item.version === item.versions[0]?.version ? t('package.newest') : undefined}
        />
        <Figure
          label={t('proofs.label')}
          value={
            counts
              ? t('proofs.short', {
                  passed: formatCount(counts.proofs - counts.failed, locale),
                  total: formatCount(counts.proofs, locale),
                })
              : t('proofs.noneShort')
          }
          note={counts && t('report.cases', { count: counts.cases })}
        />
        <Figure
          label={t('package.nodes')}
          value={shown && t('ready.count', { healthy: shown.nodes.healthy, total: shown.nodes.total })}
          note={shown && t(`nodes.state.${nodesState(shown.nodes)}`)}
        />
        <Figure label={t('package.connections')} value={formatCount(connections, locale)} />
      </FigureList>
    </section>
  );
}

/** The author wrote these addresses: the page links only to those of the web, and sends no referrer. */
function OutsideLink({ address, children }: { address: string | undefined; children: string }) {
  const { t } = useTranslation('kit');
  if (!address?.startsWith('https://')) return null;
  return (
    <a className="package-link" href={address} target="_blank" rel="nofollow noopener noreferrer">
      <Icon name="external" size={16} />
      {children}
      <span className="visually-hidden"> {t('newTab')}</span>
    </a>
  );
}

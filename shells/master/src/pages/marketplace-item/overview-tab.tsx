import { PageLink } from '@feira/shell-kit/components/page-link';
import { useTranslation } from 'react-i18next';
import { readManifest } from '../../marketplace/capabilities.ts';
import { SwitchedOff } from '../../marketplace/switched-off.tsx';
import type { PackageDetails } from '../../marketplace/use-packages.ts';
import { FactsPanel } from './facts-panel.tsx';
import { MethodMatrix } from './method-matrix.tsx';
import { StatusMaps } from './status-maps.tsx';

export function OverviewTab({ item }: { item: PackageDetails }) {
  const manifest = readManifest(item.manifest);
  const switchedOff = item.versions.find(({ version }) => version === item.version)?.switchedOff ?? [];
  return (
    <>
      <SwitchedOff capabilities={switchedOff} />
      <div className="package-columns">
        <div>
          <MethodMatrix manifest={manifest} switchedOff={switchedOff} />
          <StatusMaps manifest={manifest} />
        </div>
        <div>
          <UsedBy usedBy={item.usedBy} />
          <FactsPanel manifest={manifest} switchedOff={switchedOff} />
        </div>
      </div>
    </>
  );
}

function UsedBy({ usedBy }: Pick<PackageDetails, 'usedBy'>) {
  const { t } = useTranslation('marketplace');
  return (
    <section className="panel">
      <h2>{t('usedBy.title')}</h2>
      {usedBy.length === 0 ? (
        <p className="muted">
          {t('usedBy.none')} <PageLink to="/master-root/platforms">{t('usedBy.platforms')}</PageLink>
        </p>
      ) : (
        <>
          <p className="muted">{t('usedBy.text')}</p>
          <ul className="used-by">
            {usedBy.map(({ platformId, platformName, connectionId, connectionName, version, environment }) => (
              <li key={connectionId}>
                <span>
                  <PageLink to={`/master-root/platforms/${platformId}`}>{platformName}</PageLink>
                  <span className="muted">{connectionName}</span>
                </span>
                <span className="tags">
                  <span className="tag">{t(`facts.environment.${environment}`)}</span>
                  <span className="tag">{version}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { BackLink } from '@feira/shell-kit/components/back-link';
import { EmptyState } from '@feira/shell-kit/components/empty-state';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { SelectField } from '@feira/shell-kit/components/form-fields';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import type { PageProps } from '@feira/shell-kit/dashboard';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import '../../marketplace/add-texts.ts';
import { readManifest } from '../../marketplace/capabilities.ts';
import { type PackageDetails, usePackage } from '../../marketplace/use-packages.ts';
import './marketplace-item.css';
import { OverviewTab } from './overview-tab.tsx';
import { PackageHead } from './package-head.tsx';
import { readTab, readVersion, TABS, type Tab } from './package-tabs.ts';
import { ProofsTab } from './proofs-tab.tsx';
import { TextTab } from './text-tab.tsx';
import { VersionsTab } from './versions-tab.tsx';

const LIST = '/master-root/marketplace';

export default function PackagePage({ params }: PageProps) {
  const { t } = useTranslation(['marketplace', 'master']);
  const { search } = useAddress();
  const { data, error, refetch, isPlaceholderData } = usePackage(params.id!, readVersion(search));
  if (error && (!data || isPlaceholderData)) {
    // The server refuses an impossible provider name for its form; the page reports it as not found.
    const isMissing = error.code === 'PACKAGE_NOT_FOUND' || error.code === 'VALIDATION_FAILED';
    return (
      <PageFrame title={t('master:marketplace.item')}>
        {isMissing ? (
          <EmptyState icon="search" title={t('package.missingTitle')} text={t('package.missingText')}>
            <LinkButton to={LIST}>{t('package.back')}</LinkButton>
          </EmptyState>
        ) : (
          <LoadError error={error} onRetry={refetch} />
        )}
      </PageFrame>
    );
  }
  return (
    <PageFrame
      title={data ? readManifest(data.manifest).name : t('master:marketplace.item')}
      filters={<BackLink to={LIST}>{t('package.back')}</BackLink>}
      action={data && data.versions.length > 1 && <VersionSelect item={data} />}
    >
      {data ? <Package item={data} isOld={isPlaceholderData} /> : <PackageSkeleton />}
    </PageFrame>
  );
}

function VersionSelect({ item }: { item: PackageDetails }) {
  const { t } = useTranslation('marketplace');
  const { change } = useAddress();
  const [newest] = item.versions;
  return (
    <div className="version-select">
      <SelectField
        isLabelHidden
        label={t('package.version')}
        value={item.version}
        options={item.versions.map(({ version }) => ({
          value: version,
          label: version === newest?.version ? `${version} (${t('package.newest')})` : version,
        }))}
        onChange={(version) => change({ version: version === newest?.version ? null : version })}
      />
    </div>
  );
}

function Package({ item, isOld }: { item: PackageDetails; isOld: boolean }) {
  const { t } = useTranslation('marketplace');
  const { search, change } = useAddress();
  const tab = readTab(search);
  return (
    <div className="package" aria-busy={isOld}>
      <PackageHead item={item} />
      <TabList
        label={t('package.sections')}
        tabs={TABS.map((key) => ({ key, label: t(`package.tabs.${key}`) }))}
        value={tab}
        onOpen={(next) => change({ tab: next === TABS[0] ? null : next }, { isReplaced: true })}
      />
      <TabPanel tab={tab}>
        <TabContent tab={tab} item={item} />
      </TabPanel>
    </div>
  );
}

function TabContent({ tab, item }: { tab: Tab; item: PackageDetails }) {
  const { t } = useTranslation('marketplace');
  switch (tab) {
    case 'overview':
      return <OverviewTab item={item} />;
    case 'proofs':
      return <ProofsTab report={item.report} />;
    case 'versions':
      return <VersionsTab item={item} />;
    case 'changes':
      return <TextTab source={item.changelog} none={t('package.noChanges')} />;
    case 'readme':
      return <TextTab source={item.readme} none={t('package.noReadme')} />;
  }
}

function PackageSkeleton() {
  return (
    <div className="package" aria-busy="true">
      <Skeleton height={190} />
      <Skeleton height={44} />
      <Skeleton height={420} />
    </div>
  );
}

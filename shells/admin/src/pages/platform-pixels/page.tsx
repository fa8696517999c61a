import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { ReportingPanel } from '@feira/shell-desk/pixels/reporting-panel.tsx';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import '@feira/shell-kit/styles/forms.css';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import { PixelsForm } from './pixels-form.tsx';
import { TABS, type Tab } from './pixels-tabs.ts';
import { usePlatformPixels, useRepeat, useTest, useTokenChange } from './use-platform-pixels.ts';

type Shown = NonNullable<ReturnType<typeof usePlatformPixels>['data']>;

/** The platform's own pixels, network by network, and the rule about those of sellers. */
export default function PlatformPixelsPage() {
  const { t } = useTranslation('admin');
  const { data, error, refetch } = usePlatformPixels();
  return (
    <PageFrame title={t('platformPixels.title')}>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && (
        <div className="panel" aria-busy="true">
          <Skeleton height={320} />
        </div>
      )}
      {data && <Networks shown={data} reload={refetch} />}
    </PageFrame>
  );
}

interface NetworksProps {
  shown: Shown;
  reload: () => Promise<{ data?: Shown | undefined }>;
}

function Networks({ shown, reload }: NetworksProps) {
  const { t } = useTranslation('admin');
  const { search, change } = useAddress();
  const tab = TABS.find((known) => known === search.get('tab')) ?? TABS[0];
  // The tabs are one form, so the back button does not undo a change of tab.
  const open = (next: Tab) => change({ tab: next === TABS[0] ? null : next }, { isReplaced: true });
  const [setToken, sendTest, repeat] = [useTokenChange(), useTest(), useRepeat()];
  return (
    <>
      <p className="muted">{t('platformPixels.text')}</p>
      <TabList
        label={t('platformPixels.tabsLabel')}
        tabs={TABS.map((key) => ({ key, label: t(`platformPixels.tabs.${key}`) }))}
        value={tab}
        onOpen={open}
      />
      <TabPanel tab={tab}>
        <div className="form">
          <PixelsForm tab={tab} shown={shown} reload={reload} onOpen={open} />
          <ReportingPanel
            pixels={shown.pixels.filter(({ network }) => network === tab)}
            conversions={shown.conversions.filter(({ network }) => network === tab)}
            setToken={setToken}
            sendTest={sendTest}
            repeat={repeat}
          />
        </div>
      </TabPanel>
    </>
  );
}

import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { BackLink } from '@feira/shell-kit/components/back-link';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { TabList, TabPanel } from '@feira/shell-kit/components/tab-list';
import { UnsavedGuard } from '@feira/shell-kit/components/unsaved-guard';
import type { PageProps } from '@feira/shell-kit/dashboard';
import '@feira/shell-kit/styles/forms.css';
import { DoneNote } from '@feira/shell-kit/components/done-note';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toOffer } from '../../components/products/addresses.ts';
import './add-texts.ts';
import './builder.css';
import { BlocksPanel } from './blocks-panel.tsx';
import { DraftState } from './draft-state.tsx';
import { LookPanel } from './look-panel.tsx';
import { OrderPanel } from './order-panel.tsx';
import type { PanelProps } from './panel-props.ts';
import { type Device, Previews } from './previews.tsx';
import { TestsPanel } from './tests-panel.tsx';
import { type BuilderData, useBuilder, useBuilderQuery } from './use-builder.ts';
import { VersionsPanel } from './versions-panel.tsx';

const TABS = ['look', 'blocks', 'order', 'versions', 'test'] as const;
type Tab = (typeof TABS)[number];
const VIEWS = ['edit', 'phone', 'desktop'] as const;
type View = 'edit' | Device;
/** The checkout's own colour, where neither the seller nor the platform has one. */
const FEIRA_GREEN = '#0b6e4f';

/** Designs the checkout of one offer. */
export default function BuilderPage({ params }: PageProps) {
  const { t } = useTranslation('builder');
  const { data, error, refetch } = useBuilderQuery(params.id!);
  const ready = data?.offer.id === params.id ? data : undefined;
  if (ready) return <Builder key={ready.offer.id} data={ready} refetch={refetch} />;
  return (
    <PageFrame title={t('title')}>
      {error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <div className="panel" aria-busy="true">
          <Skeleton height={480} />
        </div>
      )}
    </PageFrame>
  );
}

function Builder({ data, refetch }: { data: BuilderData; refetch: () => Promise<{ data: BuilderData | undefined }> }) {
  const { t } = useTranslation('builder');
  const { offer, published, runningTestId } = data;
  const builder = useBuilder(data);
  const { config, problems, edit } = builder;
  const [tab, setTab] = useState<Tab>('look');
  const [view, setView] = useState<View>('edit');
  const [done, setDone] = useState('');
  const platformColour = data.platformColour ?? FEIRA_GREEN;
  const isChanged = JSON.stringify(config) !== JSON.stringify(published.config);
  const set: PanelProps['set'] = (changes, field) => {
    const next = Object.entries({ ...config, ...changes }).filter(([, value]) => value !== undefined);
    edit(Object.fromEntries(next), field ?? null);
  };
  // The previews get the colour that the server would fill in.
  const shown = useMemo(() => ({ colorPrimary: platformColour, ...config }), [platformColour, config]);
  const panel: PanelProps = { config, problems, set };
  const publish = async () => {
    setDone('');
    const number = await builder.publish();
    if (number !== null) setDone(t('published', { number }));
  };
  return (
    <PageFrame title={t('title')}>
      <BackLink to={toOffer(offer.id)}>{offer.title}</BackLink>
      <div className="builder-bar">
        <button
          type="button"
          className="icon-button"
          aria-label={t('undo')}
          disabled={!builder.undo}
          onClick={builder.undo}
        >
          <Icon name="refund" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={t('redo')}
          disabled={!builder.redo}
          onClick={builder.redo}
        >
          <Icon name="retry" />
        </button>
        <DraftState builder={builder} refetch={refetch} />
        <a className="button" href={offer.url} target="_blank" rel="noreferrer">
          <Icon name="external" size={18} />
          {t('open')}
        </a>
        <button
          type="button"
          className="button button-primary"
          disabled={runningTestId !== null || builder.hasProblem || !isChanged}
          aria-busy={builder.isPublishing}
          onClick={() => !builder.isPublishing && void publish()}
        >
          {t('publish')}
        </button>
      </div>
      <DoneNote text={done} />
      {offer.status !== 'PUBLISHED' && (
        <div className="notice notice-info">
          <Icon name="eyeOff" />
          <p>{t('offerOff')}</p>
        </div>
      )}
      {runningTestId !== null && (
        <div className="notice notice-info">
          <Icon name="chart" />
          <p>{t('testRuns')}</p>
        </div>
      )}
      <fieldset className="builder-views" aria-label={t('view.title')}>
        {VIEWS.map((one) => (
          <button key={one} type="button" className="button" aria-pressed={view === one} onClick={() => setView(one)}>
            {t(`view.${one}`)}
          </button>
        ))}
      </fieldset>
      <div className="builder" data-view={view}>
        <div className="panel builder-editor">
          <TabList
            label={t('tabs.label')}
            tabs={TABS.map((key) => ({ key, label: t(`tabs.${key}`) }))}
            value={tab}
            onOpen={setTab}
          />
          <TabPanel tab={tab}>
            {tab === 'look' && (
              <LookPanel {...panel} platformColour={platformColour} replace={(next) => edit(next, null)} />
            )}
            {tab === 'blocks' && <BlocksPanel {...panel} />}
            {tab === 'order' && <OrderPanel {...panel} />}
            {tab === 'versions' && (
              <VersionsPanel
                offerId={offer.id}
                onUse={(next, number) => {
                  edit(next, null);
                  setDone(t('versions.taken', { number }));
                }}
              />
            )}
            {tab === 'test' && <TestsPanel offerId={offer.id} builder={builder} isChanged={isChanged} />}
          </TabPanel>
        </div>
        <Previews
          offerId={offer.id}
          config={shown}
          device={view === 'phone' ? 'phone' : 'desktop'}
          onRemoveFeedback={(id) => set({ feedbacks: (config.feedbacks ?? []).filter((one) => one.id !== id) })}
        />
      </div>
      <UnsavedGuard isDirty={builder.isDirty} />
    </PageFrame>
  );
}

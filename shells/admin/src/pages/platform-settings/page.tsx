import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { SectionIndex } from '@feira/shell-kit/components/section-index';
import '@feira/shell-kit/styles/forms.css';
import { useTranslation } from 'react-i18next';
import './platform-settings.css';
import { SettingsForm } from './settings-form.tsx';
import { useSettings } from './use-settings.ts';

/** The panels of the form, in its order. */
const SECTIONS = [
  ...(['payment', 'installments', 'charges', 'custody'] as const),
  ...(['withdrawals', 'anticipation', 'disputes', 'verification', 'dunning', 'people', 'changes'] as const),
];

export default function PlatformSettingsPage() {
  const { t } = useTranslation('admin');
  const { data, error, refetch } = useSettings();
  return (
    <PageFrame title={t('settings.title')}>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && (
        <div className="settings-panels" aria-busy="true">
          {[260, 420, 300].map((height) => (
            <div key={height} className="panel">
              <Skeleton width={180} height={22} />
              <Skeleton height={height} />
            </div>
          ))}
        </div>
      )}
      {data && (
        <SectionIndex
          label={t('settings.title')}
          sections={SECTIONS.map((name) => ({ id: `settings-${name}`, title: t(`settings.${name}`) }))}
        />
      )}
      {data && <SettingsForm {...data} reload={refetch} />}
    </PageFrame>
  );
}

import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import '@feira/shell-kit/styles/forms.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import './customization.css';
import { CustomizationForm } from './customization-form.tsx';
import { useSettings } from './use-customization.ts';

const toShown = (data: ReturnType<typeof useSettings>['data']) =>
  data && { name: data.name, customization: data.settings.customization ?? {}, version: data.customizationVersion };

export default function CustomizationPage() {
  const { t } = useTranslation('admin');
  const { data, error, refetch } = useSettings();
  const shown = useMemo(() => toShown(data), [data]);
  return (
    <PageFrame title={t('customization.title')}>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && (
        <div className="customization" aria-busy="true">
          <div className="panel">
            <Skeleton width="60%" height={36} />
            <Skeleton height={320} />
          </div>
          <Skeleton height={420} />
        </div>
      )}
      {shown && <CustomizationForm shown={shown} reload={async () => ({ data: toShown((await refetch()).data) })} />}
    </PageFrame>
  );
}

import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { Icon } from '@feira/shell-kit/components/icon';
import { LoadError } from '@feira/shell-kit/components/load-error';
import '@feira/shell-kit/styles/forms.css';
import '@feira/shell-kit/styles/lists.css';
import { openPage } from '@feira/shell-kit/use-address';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlatformsList } from '../../components/platforms-list.tsx';
import { usePlatforms } from '../../components/use-platforms.ts';
import { NewPlatformDialog } from './new-platform-dialog.tsx';

export default function PlatformsPage() {
  const { t } = useTranslation('master');
  const { data, error, refetch } = usePlatforms();
  const [isOpen, setIsOpen] = useState(false);
  const add = (
    <button type="button" className="button button-primary" onClick={() => setIsOpen(true)}>
      <Icon name="plus" size={18} />
      {t('platforms.add')}
    </button>
  );
  return (
    <PageFrame title={t('platforms.title')} action={add}>
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <div aria-busy={!data}>
          <PlatformsList platforms={data?.platforms} />
        </div>
      )}
      {isOpen && (
        <NewPlatformDialog
          onDone={(platformId) => openPage(`/master-root/platforms/${platformId}`)}
          onClose={() => setIsOpen(false)}
        />
      )}
    </PageFrame>
  );
}

import { Skeleton } from '@feira/shell-kit/components/figure';
import { useTranslation } from 'react-i18next';

/** Keeps the place of a page that loads. */
export function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="page" role="status">
      <span className="visually-hidden">{t('loading')}</span>
      <Skeleton width={220} height={32} />
      <Skeleton height={104} />
      <Skeleton height={280} />
    </div>
  );
}

import { PageFrame } from '@feira/shell-desk/page-frame.tsx';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { PageLink } from '@feira/shell-kit/components/page-link';
import { useAddress } from '@feira/shell-kit/use-address';
import { useTranslation } from 'react-i18next';
import { useTrust } from '../../marketplace/use-packages.ts';
import { PublishersPanel } from './publishers-panel.tsx';
import { SignatureRule } from './signature-rule.tsx';
import './trust.css';
import { toView } from './views.ts';

/** Shows and edits whether packages have to be signed, and by whom. */
export function TrustView() {
  const { t } = useTranslation('marketplace');
  const { search } = useAddress();
  const { data, error, refetch } = useTrust();
  return (
    <PageFrame title={t('trust.title')} filters={<PageLink to={toView(search, null)}>{t('trust.back')}</PageLink>}>
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <div className="trust" aria-busy={!data}>
          {data ? <SignatureRule trust={data} /> : <Skeleton height={180} />}
          {data ? <PublishersPanel publishers={data.publishers} /> : <Skeleton height={420} />}
        </div>
      )}
    </PageFrame>
  );
}

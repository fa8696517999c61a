import { Skeleton } from '@feira/shell-kit/components/figure';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';

const MarkdownText = lazy(() => import(/* webpackChunkName: "markdown" */ './markdown-text.tsx'));

/** Loads the Markdown reader with the first text. */
export function Markdown({ source }: { source: string }) {
  const { t } = useTranslation(['marketplace', 'kit']);
  return (
    <Suspense fallback={<Skeleton height={240} />}>
      <MarkdownText source={source} newTab={t('kit:newTab')} tableLabel={t('package.table')} />
    </Suspense>
  );
}

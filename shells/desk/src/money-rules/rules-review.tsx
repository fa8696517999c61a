import { lazy, Suspense } from 'react';
import type { ReviewDialogProps } from './review-dialog.tsx';
import type { Review } from './use-money-rules.ts';

const ReviewDialog = lazy(() => import(/* webpackChunkName: "rules-review" */ './review-dialog.tsx'));

/** The review of a change of money rules; it loads when somebody saves one. */
export function RulesReview({ review, ...props }: Omit<ReviewDialogProps, 'review'> & { review: Review | null }) {
  return (
    review && (
      <Suspense fallback={null}>
        <ReviewDialog {...props} review={review} />
      </Suspense>
    )
  );
}

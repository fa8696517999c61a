import { Skeleton } from '@feira/shell-kit/components/figure';
import { useAddress } from '@feira/shell-kit/use-address';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import './money-rules.css';
import type { ProposalsProps } from './proposals.tsx';

const Proposals = lazy(() => import(/* webpackChunkName: "proposals" */ './proposals.tsx'));

/** The changes of the rules of one thing, folded away below its form. An address that names a change opens it. */
export function RulesHistory(props: ProposalsProps) {
  const { t } = useTranslation('moneyRules');
  const { search } = useAddress();
  const [isOpen, setIsOpen] = useState(search.has('proposal'));
  return (
    <details className="rule-history" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('history')}</summary>
      {isOpen && (
        <Suspense fallback={<Skeleton height={160} />}>
          <Proposals {...props} />
        </Suspense>
      )}
    </details>
  );
}

import { PAYMENT_METHODS } from '@feira/schemas/common';
import type { ProposalOutcome } from '@feira/shell-desk/money-rules/use-money-rules.ts';
import { type Fact, FactList } from '@feira/shell-kit/components/fact-list';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { formatAmounts, formatBasisPoints } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../components/money/add-texts.ts';
import { hasTerms } from './has-terms.ts';
import type { Terms } from './terms-fields.ts';
import type { User } from './use-profile.ts';
import { useTerms } from './use-terms.ts';

// The page has much to show first.
const TermsDialog = lazy(() => import(/* webpackChunkName: "terms-dialog" */ './terms-dialog.tsx'));
const TermsHistory = lazy(() => import(/* webpackChunkName: "terms-history" */ './terms-history.tsx'));

/** Shows the terms that were agreed with this person instead of the platform's fees and times. */
export function TermsPanel({ user, isOwn }: { user: User; isOwn: boolean }) {
  const { t } = useTranslation('adminMoney');
  const { data, error, refetch } = useTerms(user.id);
  const [isOpen, setIsOpen] = useState(false);
  const [outcome, setOutcome] = useState<ProposalOutcome | null>(null);
  const isSaved = outcome?.status === 'APPLIED' || outcome?.status === 'UNCHANGED';
  return (
    <section className="panel" aria-labelledby="user-terms">
      <h2 id="user-terms">{t('terms.title')}</h2>
      <p className="muted">{t('terms.text')}</p>
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={64} />}
      {data && (hasTerms(data) ? <TermsFacts terms={data} /> : <p>{t('terms.none')}</p>)}
      <p role="status" className={isSaved ? undefined : 'visually-hidden'}>
        {isSaved && t('terms.saved')}
      </p>
      {data && !isOwn && (
        <div>
          <button
            type="button"
            className="button"
            onClick={() => {
              setOutcome(null);
              setIsOpen(true);
            }}
          >
            {t('terms.change')}
          </button>
        </div>
      )}
      {data && isOpen && (
        <Suspense fallback={null}>
          <TermsDialog
            user={user}
            terms={data}
            reload={refetch}
            onDone={(done) => {
              setIsOpen(false);
              setOutcome(done);
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
      {data && (
        <Suspense fallback={null}>
          <TermsHistory personId={user.id} currency={data.currency} outcome={outcome} />
        </Suspense>
      )}
    </section>
  );
}

function TermsFacts({ terms: { fees, release, managerBasisPoints, currency } }: { terms: Terms }) {
  const { t } = useTranslation(['adminMoney', 'kit']);
  const { locale } = useHost();
  const share = (basisPoints: number) => formatBasisPoints(basisPoints, locale);
  const describeReserve = (basisPoints: number, days: number | undefined) =>
    days === undefined
      ? t('terms.reserve', { share: share(basisPoints) })
      : t('terms.reserveFor', { share: share(basisPoints), count: days });
  const describeFixed = ({ fixed: amount, fixedAbroad: abroad }: NonNullable<Terms['fees']['PIX']>) =>
    formatAmounts({ currency, amount, abroad }, locale);
  const facts: Fact[] = PAYMENT_METHODS.flatMap((method) => {
    const [fee, rule] = [fees[method], release[method]];
    const steps = method === 'CREDIT_CARD' ? fees.CREDIT_CARD?.installmentBasisPoints : undefined;
    const words = [
      fee && t('terms.fee', { share: share(fee.basisPoints), fixed: describeFixed(fee) }),
      steps && t('terms.steps', { share: share(Math.max(...steps)) }),
      rule && t('terms.release', { count: rule.days }),
      rule && rule.reserveBasisPoints > 0 && describeReserve(rule.reserveBasisPoints, rule.reserveDays),
      rule?.awaitsGuarantee !== undefined && t(`terms.guaranteeWords.${rule.awaitsGuarantee ? 'WAITS' : 'PASSES'}`),
    ].filter(Boolean);
    return words.length > 0 ? [[t(`kit:method.${method}`), words.join('; ')] as const] : [];
  });
  if (managerBasisPoints !== null) facts.push([t('terms.managerShare'), share(managerBasisPoints)]);
  return <FactList facts={facts} />;
}

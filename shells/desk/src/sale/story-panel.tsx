import { formatCurrency } from '@feira/schemas/rules/currency';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { formatDate, formatTime } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { formatSigned } from '@feira/shell-kit/signed-amount';
import { useTranslation } from 'react-i18next';
import '../money/add-texts.ts';
import { RoutingSteps, useAttemptState } from '../routing-words/routing-steps.tsx';
import { STATUS_ICONS, useDecisions } from './history-panel.tsx';
import { SalePanel } from './sale-panel.tsx';
import { noteOf, type Step, StepList } from './step-list.tsx';
import { type Sale, type SaleStory, useSaleStory } from './use-sale.ts';

/** Tells staff the whole story of a sale in order, each line with the fact behind it. */
export function StoryPanel({ sale }: { sale: Sale }) {
  const { t } = useTranslation('sale');
  const { data, error, refetch } = useSaleStory(sale.id);
  return (
    <SalePanel title={t('story.title')}>
      {data ? (
        <Story sale={sale} story={data} />
      ) : error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={320} />
      )}
    </SalePanel>
  );
}

function Story({ sale, story }: { sale: Sale; story: SaleStory }) {
  const decisions = useDecisions(sale);
  const attempts = useAttempts(sale, story);
  const reports = useReports(sale, story);
  const money = useMoneySteps(sale, story);
  return <StepList steps={[...decisions, ...attempts, ...reports, ...money]} />;
}

function useAttempts({ currency }: Sale, { attempts }: SaleStory): Step[] {
  const { t } = useTranslation(['sale', 'kit']);
  const stateOf = useAttemptState();
  return attempts.map((attempt) => {
    const { at, method, provider, connectionName, state, transactionId } = attempt;
    return {
      at,
      icon: 'arrowRight',
      words: t('story.attempt', { method: t(`kit:method.${method}`), connection: connectionName }),
      note: noteOf(provider, stateOf(state), transactionId && t('story.charge', { id: transactionId })),
      facts: (
        <details>
          <summary>{t('story.why')}</summary>
          <RoutingSteps attempt={{ ...attempt, status: null }} method={method} currency={currency} />
        </details>
      ),
    };
  });
}

function useReports({ currency }: Sale, { reports }: SaleStory): Step[] {
  const { t } = useTranslation(['sale', 'kit']);
  const { locale } = useHost();
  const money = (cents: number) => formatCurrency(cents, currency, locale);
  return reports.map(({ at, source, method, status, provider, providerStatus, ...known }) => {
    const { paidAmount, refundedAmount, reason, webhook } = known;
    return {
      at,
      icon: status === 'RETURNED' ? 'refund' : STATUS_ICONS[status],
      words: t(`story.reports.${source}`, {
        method: t(`kit:method.${method}`),
        status: t(status === 'RETURNED' ? 'story.returned' : `kit:status.${status}`),
      }),
      note: noteOf(
        provider,
        providerStatus && t('story.word', { word: providerStatus }),
        paidAmount !== null && t('story.paid', { amount: money(paidAmount) }),
        refundedAmount ? t('story.refunded', { amount: money(refundedAmount) }) : null,
        reason,
        webhook &&
          t('story.received', {
            date: formatDate(webhook.receivedAt, locale),
            time: formatTime(webhook.receivedAt, locale),
          }),
      ),
    };
  });
}

/** The postings of the ledger, entry by entry, and the holds. */
function useMoneySteps({ currency }: Sale, { postings, holds }: SaleStory): Step[] {
  const { t } = useTranslation(['sale', 'money']);
  const { locale } = useHost();
  const money = (cents: number) => formatCurrency(cents, currency, locale);
  const posted = postings.map(
    ({ id, at, kind, entries }): Step => ({
      at,
      icon: 'table',
      words: t('story.posting', { kind: t(`money:postings.${kind}`) }),
      note: '',
      facts: (
        <dl className="sale-sums sale-entries" data-posting={id}>
          {entries.map(({ account, owner, amount }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a posting never change.
            <div key={index}>
              <dt>
                {t(`story.accounts.${account}`)}
                {owner && <span className="muted"> · {owner}</span>}
              </dt>
              <dd>{formatSigned(amount, currency, locale)}</dd>
            </div>
          ))}
        </dl>
      ),
    }),
  );
  const held = holds.flatMap(({ at, person, reason, state, initialAmount, amount, releaseAt, closedAt }): Step[] => {
    const opening: Step = {
      at,
      icon: 'lock',
      words: t('story.held', { amount: money(initialAmount), person }),
      note: noteOf(
        t(`story.holdReasons.${reason}`),
        releaseAt ? t('story.until', { date: formatDate(releaseAt, locale) }) : t('story.untilDecided'),
      ),
    };
    if (state === 'OPEN' || !closedAt) return [opening];
    const words = t(`story.holds.${state}`, { amount: money(amount), person });
    return [opening, { at: closedAt, icon: state === 'RELEASED' ? 'check' : 'history', words, note: '' }];
  });
  return [...posted, ...held];
}

import type { Currency } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { Skeleton } from '@feira/shell-kit/components/figure';
import { LoadError } from '@feira/shell-kit/components/load-error';
import { formatBasisPoints } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnticipateDialog } from './anticipate-dialog.tsx';
import { useQuote } from './use-money.ts';

interface AnticipationOfferProps {
  currency: Currency | null;
  onDone: (message: string) => void;
}

/** Shows how much of the held money can be paid now, and its price. */
export function AnticipationOffer({ currency, onDone }: AnticipationOfferProps) {
  const { t } = useTranslation('money');
  const { locale } = useHost();
  const { data: quote, error, refetch } = useQuote(currency);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  if (error && !quote) return <LoadError error={error} onRetry={refetch} />;
  const money = (cents: number) => quote && formatCurrency(cents, quote.currency, locale);
  const canAsk = quote?.isOffered && quote.most > 0;
  const say = () => {
    if (!quote?.isOffered) return t('anticipations.notOffered');
    if (quote.most === 0) return t('anticipations.nothing');
    return t('anticipations.offer', {
      amount: money(quote.most),
      net: money(quote.net),
      share: formatBasisPoints(quote.feeBasisPointsPerDay, locale),
    });
  };
  return (
    <section className="panel money-bar" aria-labelledby={id} aria-busy={!quote}>
      <div className="money-offer">
        <h2 id={id}>{t('anticipations.offerTitle')}</h2>
        {quote ? <p className="muted">{say()}</p> : <Skeleton width="60%" height={21} />}
      </div>
      {canAsk && (
        <button type="button" className="button" onClick={() => setIsOpen(true)}>
          {t('anticipate.action')}
        </button>
      )}
      {isOpen && quote && (
        <AnticipateDialog
          currency={currency}
          whole={quote}
          onDone={({ state, amount }) => {
            setIsOpen(false);
            onDone(t(state === 'PAID' ? 'anticipate.paid' : 'anticipate.asked', { amount: money(amount) }));
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </section>
  );
}

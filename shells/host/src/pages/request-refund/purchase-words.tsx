import type { Locale } from '@feira/schemas/common';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { formatDate } from '@feira/shell-kit/format';
import { useTranslation } from 'react-i18next';
import type { Purchase } from './listed.ts';

interface PurchaseWordsProps {
  purchase: Purchase;
  locale: Locale;
}

/** Describes a purchase and the state of its refund. The elements are spans, because a label holds nothing else. */
export function PurchaseWords({ purchase, locale }: PurchaseWordsProps) {
  const { t } = useTranslation('signIn');
  const { title, sellerName, amount, leftAmount, currency, boughtAt, ground } = purchase;
  return (
    <span className="refund-words">
      <span className="refund-line">
        <strong>{title}</strong>
        <span className="refund-money">{formatCurrency(ground ? leftAmount : amount, currency, locale)}</span>
      </span>
      <span className="refund-small">
        {t('refund.bought', { name: sellerName, date: formatDate(boughtAt, locale) })}
      </span>
      <Standing purchase={purchase} locale={locale} />
    </span>
  );
}

function Standing({ purchase, locale }: PurchaseWordsProps) {
  const { t } = useTranslation('signIn');
  const { ground, groundUntil, request, isReturned, paidBy } = purchase;
  const date = (iso: string | null) => (iso ? formatDate(iso, locale) : '');
  if (ground)
    return (
      <>
        <span className="refund-small">{t(`refund.ground.${ground}`, { date: date(groundUntil) })}</span>
        {paidBy === 'SELLER' && <span className="refund-small">{t('refund.sellerPays')}</span>}
      </>
    );
  if (request)
    return (
      <>
        <span className="refund-small">
          {t(`refund.request.${request.state}`, { protocol: request.protocol, date: date(request.decideBy) })}
        </span>
        {request.answer && <span className="refund-small">{t('refund.answer', { answer: request.answer })}</span>}
      </>
    );
  return <span className="refund-small">{t(isReturned ? 'refund.returned' : 'refund.unavailable')}</span>;
}

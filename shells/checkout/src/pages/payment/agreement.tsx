import type { TextKey } from '../../texts.ts';
import { formatMoment, type SceneProps } from './scene-props.ts';

const PERIODS: Record<number, TextKey> = {
  7: 'everyWeek',
  30: 'everyMonth',
  90: 'everyQuarter',
  365: 'everyYear',
};

/** Says what the buyer agrees to beside this payment (PIX Automático), or what became of the agreement. */
export function Agreement({ t, money, locale, payment }: SceneProps) {
  const { mandate, status } = payment;
  if (!mandate || mandate.face === 'DEBIT') return null;
  const isPaid = status === 'APPROVED';
  // Before anybody has paid, an agreement that is not there is no news.
  if (!isPaid && (status !== 'PENDING' || mandate.face === 'NONE')) return null;
  const values = {
    amount: money(mandate.amount),
    date: formatMoment(`${mandate.date}T15:00:00Z`, locale, false),
    period: t(PERIODS[mandate.recurrenceDays] ?? 'everyMonth'),
    seller: payment.sellerName,
  };
  const text = {
    ASKED: isPaid ? 'mandateWaits' : 'mandateTerms',
    ACTIVE: 'mandateActive',
    NONE: 'mandateNone',
  } as const;
  return (
    <section className="block agreement" aria-labelledby="agreement">
      <h2 id="agreement">{t('mandateTitle')}</h2>
      <p>{t(text[mandate.face], values)}</p>
      {mandate.face !== 'NONE' && <p className="note">{t('mandateEnd')}</p>}
    </section>
  );
}

import type { Locale } from '@feira/schemas/common';
import { REFUND_REASONS, requestRefund } from '@feira/schemas/procedures/refunds';
import { formatCurrency } from '@feira/schemas/rules/currency';
import type { Client } from '@feira/shell-kit/client';
import { formatDate } from '@feira/shell-kit/format';
import Radio from 'antd/es/radio/radio';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { useProblems } from '../../components/use-problems.ts';
import { useSubmit } from '../../components/use-submit.ts';
import { type Asked, isOpen, type Listed, type Purchase } from './listed.ts';
import { PurchaseWords } from './purchase-words.tsx';

interface RefundDeskProps {
  token: string;
  listed: Listed;
  client: Client;
  locale: Locale;
  onChanged: () => void;
}

const NOTE_LENGTH = 1000;

/** Asks for the purchase and the reason, and shows the result. */
export function RefundDesk({ token, listed, client, locale, onChanged }: RefundDeskProps) {
  const { t } = useTranslation('signIn');
  const { failure, isBusy, submit } = useSubmit();
  const open = listed.purchases.filter(isOpen);
  const others = listed.purchases.filter((purchase) => !isOpen(purchase));
  const [chosen, setChosen] = useState(open.length === 1 ? open[0]?.paymentId : undefined);
  const [asked, setAsked] = useState<{ answer: Asked; purchase: Purchase } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  // A buyer who withdraws within the days of the law gives no reason.
  const isReasonless = open.find(({ paymentId }) => paymentId === chosen)?.ground === 'LAW';

  const readWish = () => {
    const data = new FormData(form.current!);
    const purchase = open.find(({ paymentId }) => paymentId === (data.get('purchase') ?? chosen));
    const given = REFUND_REASONS.find((known) => known === data.get('reason'));
    const reason = given ?? (isReasonless ? 'REGRET' : undefined);
    return { purchase, reason, note: String(data.get('note') ?? '') };
  };
  const { problems, check, onChange } = useProblems(() => {
    const { purchase, reason } = readWish();
    return { purchase: !purchase, reason: purchase !== undefined && !reason };
  });
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    const { purchase, reason, note } = readWish();
    const found = check();
    const missing = found.purchase ? 'purchase' : found.reason ? 'reason' : null;
    if (missing) return form.current!.querySelector<HTMLElement>(`[name=${missing}]`)?.focus();
    await submit(async () => {
      const wish = { token, paymentId: purchase!.paymentId, reason: reason!, note };
      setAsked({ answer: await client.call(requestRefund, wish), purchase: purchase! });
    });
  };
  if (asked) {
    const more = () => {
      setAsked(null);
      setChosen(undefined);
      onChanged();
    };
    return <Answered {...asked} locale={locale} onMore={listed.purchases.length > 1 ? more : undefined} />;
  }
  return (
    <>
      <p className="login-lead">
        {t(listed.purchases.length > 0 ? 'refund.whose' : 'refund.none', { email: listed.email })}
      </p>
      {open.length > 0 && (
        <form ref={form} method="post" noValidate onSubmit={ask} onChange={onChange}>
          <FailureNotice failure={failure} />
          <fieldset className="refund-purchases" aria-describedby={problems.purchase ? 'purchase-problem' : undefined}>
            <legend>{t('refund.which')}</legend>
            {open.map((purchase) => (
              <Radio
                key={purchase.paymentId}
                className="refund-purchase"
                classNames={{ label: 'refund-label' }}
                name="purchase"
                value={purchase.paymentId}
                checked={chosen === purchase.paymentId}
                onChange={() => setChosen(purchase.paymentId)}
              >
                <PurchaseWords purchase={purchase} locale={locale} />
              </Radio>
            ))}
            {problems.purchase && (
              <p id="purchase-problem" className="field-error">
                {t('refund.whichMissing')}
              </p>
            )}
          </fieldset>
          <div className="field">
            <label htmlFor="reason">{t(isReasonless ? 'refund.reasonOptional' : 'refund.reason')}</label>
            <div className="field-box">
              <select
                id="reason"
                name="reason"
                defaultValue=""
                required={!isReasonless}
                aria-invalid={problems.reason ? true : undefined}
                aria-describedby={problems.reason ? 'reason-problem' : undefined}
              >
                <option value="" disabled={!isReasonless}>
                  {t(isReasonless ? 'refund.noReason' : 'refund.choose')}
                </option>
                {REFUND_REASONS.map((reason) => (
                  <option key={reason} value={reason}>
                    {t(`refund.reasons.${reason}`)}
                  </option>
                ))}
              </select>
            </div>
            {problems.reason && (
              <p id="reason-problem" className="field-error">
                {t('refund.reasonMissing')}
              </p>
            )}
          </div>
          <div className="field">
            <label htmlFor="note">{t('refund.note')}</label>
            <div className="field-box">
              <textarea id="note" name="note" rows={3} maxLength={NOTE_LENGTH} />
            </div>
          </div>
          <SubmitButton isBusy={isBusy}>{t('refund.ask')}</SubmitButton>
        </form>
      )}
      {others.length > 0 && (
        <section className="refund-others" aria-label={t('refund.others')}>
          <h2>{t('refund.others')}</h2>
          <ul>
            {others.map((purchase) => (
              <li key={purchase.paymentId} className="refund-purchase">
                <PurchaseWords purchase={purchase} locale={locale} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface AnsweredProps {
  answer: Asked;
  purchase: Purchase;
  locale: Locale;
  onMore: (() => void) | undefined;
}

/** The proof of the request. It takes the place of the form, so it takes the focus too. */
function Answered({ answer: { protocol, state, ground, paidBy, decideBy }, purchase, locale, onMore }: AnsweredProps) {
  const { t } = useTranslation('signIn');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const date = decideBy ? formatDate(decideBy, locale) : '';
  return (
    <div ref={box} className="refund-answer" role="status" tabIndex={-1}>
      <h2>{t(state === 'GRANTED' ? 'refund.granted' : 'refund.recorded')}</h2>
      <p>
        {state === 'GRANTED'
          ? t(paidBy === 'SELLER' ? 'refund.sellerPays' : `refund.comesBack.${purchase.method}`)
          : t(ground === 'LATE' ? 'refund.waitsLate' : 'refund.waits', { date })}
      </p>
      <dl>
        <dt>{t('refund.protocol')}</dt>
        <dd className="refund-protocol">{protocol}</dd>
        <dt>{t('refund.purchase')}</dt>
        <dd>{purchase.title}</dd>
        <dt>{t('refund.amount')}</dt>
        <dd>{formatCurrency(purchase.leftAmount, purchase.currency, locale)}</dd>
      </dl>
      <p className="muted">{t('refund.mailed')}</p>
      {onMore && (
        <button type="button" className="button" onClick={onMore}>
          {t('refund.more')}
        </button>
      )}
    </div>
  );
}

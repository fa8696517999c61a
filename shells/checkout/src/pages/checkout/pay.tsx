import type { Checkout } from '@feira/schemas/checkout';
import type { PaymentMethod } from '@feira/schemas/common';
import { useEffect, useRef } from 'react';
import type { TextKey } from '../../texts.ts';
import { usePage } from './page-context.ts';

const BUTTONS = { PIX: 'payPix', CREDIT_CARD: 'payCard', BILLET: 'payBillet' } as const;

/** The words of the button, which tell a single payment from the beginning of a subscription. */
function buttonOf({ isTrialFree, type }: Checkout, method: PaymentMethod): TextKey {
  if (isTrialFree) return 'startTrial';
  return type === 'SUBSCRIPTION' ? 'subscribe' : BUTTONS[method];
}

/** The message of the form. It is no part of the bar, which would lay it over the field that it is about. */
export function FormNotice() {
  const { t, notice } = usePage();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice) ref.current!.scrollIntoView({ block: 'nearest' });
  }, [notice]);
  return (
    <div className="alert" role="alert" ref={ref}>
      {notice && (
        <div className="notice">
          <b>{notice.title}</b>
          {notice.detail && <p>{notice.detail}</p>}
          {notice.actions}
          {notice.purchaseUrl && (
            <p className="answers">
              <a href={notice.purchaseUrl}>{t('seePurchase')}</a>
              <button className="link" type="submit" name="isRepeat" value="true">
                {t('repeatPurchase')}
              </button>
            </p>
          )}
        </div>
      )}
    </div>
  );
}

export function Pay() {
  const { boot, t, money, choice, totals, isBusy, isCounting, interest } = usePage();
  const { method } = choice;
  const own = method && boot.checkout.checkoutBuilderConfig.buttonTexts?.[method];
  return (
    <>
      <FormNotice />
      <section className="pay" aria-label={t('finish')}>
        <noscript>
          <p className="note">{t('totalNeedsScript')}</p>
        </noscript>
        <div className="bar">
          <p>
            {t('total')} <b translate="no">{money(totals.total + interest)}</b>
          </p>
          <button className="primary" type="submit" disabled={!method} aria-disabled={isBusy || isCounting}>
            {(!isBusy && !isCounting && own) ||
              t(
                isBusy
                  ? 'busy'
                  : isCounting
                    ? 'installmentsLoading'
                    : method
                      ? buttonOf(boot.checkout, method)
                      : 'noMethod',
              )}
          </button>
        </div>
      </section>
    </>
  );
}

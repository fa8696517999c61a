import { formatCurrency } from '@feira/schemas/rules/currency';
import { useMemo } from 'react';
import type { CheckoutBoot } from '../../boot.ts';
import { Languages } from '../../components/languages.tsx';
import { createTranslate } from '../../texts.ts';
import { Bumps } from './bumps.tsx';
import { Countdown } from './countdown.tsx';
import { Coupon } from './coupon.tsx';
import { Delivery } from './delivery.tsx';
import { Feedbacks } from './feedbacks.tsx';
import { Identification } from './identification.tsx';
import { Methods } from './methods.tsx';
import { PageContext, type PageState } from './page-context.ts';
import { pictureUrl } from './picture.ts';
import { Receipt } from './receipt.tsx';
import { useCheckoutForm } from './use-checkout-form.ts';
import { Whatsapp } from './whatsapp.tsx';

const BUTTONS = { PIX: 'payPix', CREDIT_CARD: 'payCard', BILLET: 'payBillet' } as const;

export default function CheckoutPage({ boot }: { boot: CheckoutBoot }) {
  const { checkout, locale } = boot;
  const t = useMemo(() => createTranslate(boot.texts, locale), [boot, locale]);
  const form = useCheckoutForm(boot, t);
  const { choice, totals, isBusy, notice } = form;
  const money = (cents: number) => formatCurrency(cents, checkout.coin, locale);
  const page: PageState = { boot, t, money, initial: form.initial, choice, totals, errors: form.errors };
  const config = checkout.checkoutBuilderConfig;
  const logo = pictureUrl(config.logoTopImageURL);
  const cover = pictureUrl(config.headerImageURL);
  const picture = pictureUrl(checkout.product.image);
  const isCounting = form.installment === 'loading';
  const interest = typeof form.installment === 'object' ? form.installment.total - totals.total : 0;
  return (
    <PageContext value={page}>
      <header>
        {config.countdown && <Countdown config={config.countdown} isStill={boot.isBuilder} />}
        {config.enabledBannerText && config.bannerText && <p className="banner">{config.bannerText}</p>}
        <div className="top">
          {logo ? <img className="logo" src={logo} alt={checkout.sellerName} /> : <b>{checkout.sellerName}</b>}
          <Languages locale={locale} urls={boot.languageUrls} label={t('languages')} />
        </div>
        {cover && <img className="cover" src={cover} alt="" />}
      </header>
      <main>
        <form
          className="page"
          method="post"
          action={boot.formAction}
          ref={form.ref}
          noValidate={form.isAlive}
          aria-busy={isBusy}
          onSubmit={form.onSubmit}
          onChange={form.onChange}
          onBlur={form.onBlur}
        >
          {/* Enter in a field presses the first button of a form, which must not be the coupon's. */}
          <input type="submit" hidden disabled={!choice.method} />
          <input type="hidden" name="idempotencyKey" value={boot.idempotencyKey} />
          <section className="product">
            {picture && <img src={picture} alt="" width="72" height="72" />}
            <div className="grow">
              <h1>{checkout.title}</h1>
              <p>{checkout.sellerName}</p>
            </div>
            <b>
              {checkout.fakePrice && <s>{money(checkout.fakePrice)}</s>} {money(checkout.price)}
            </b>
          </section>
          <Identification />
          <Delivery />
          <Bumps />
          <Coupon />
          <Methods cardProps={form.cardProps} />
          <Receipt interest={interest} />
          <section className="pay" aria-label={t('finish')}>
            <div role="alert">
              {notice && (
                <div className="notice">
                  <b>{notice.title}</b>
                  {notice.detail && <p>{notice.detail}</p>}
                </div>
              )}
            </div>
            <noscript>
              <p className="note">{t('totalNeedsScript')}</p>
            </noscript>
            <div className="bar">
              <p>
                {t('total')} <b>{money(totals.total + interest)}</b>
              </p>
              <button className="primary" type="submit" disabled={!choice.method} aria-disabled={isBusy || isCounting}>
                {t(
                  isBusy
                    ? 'busy'
                    : isCounting
                      ? 'installmentsLoading'
                      : choice.method
                        ? BUTTONS[choice.method]
                        : 'noMethod',
                )}
              </button>
            </div>
          </section>
        </form>
        <Feedbacks />
      </main>
      <footer>
        <p>{t('processedBy', { platform: boot.platformName, seller: checkout.sellerName })}</p>
        <Whatsapp />
      </footer>
    </PageContext>
  );
}

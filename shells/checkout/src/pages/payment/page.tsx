import { formatCurrency } from '@feira/schemas/rules/currency';
import { useEffect, useMemo, useRef } from 'react';
import { typedPlace } from '../../behaviour/typed-place.ts';
import type { PaymentBoot } from '../../boot.ts';
import { Brand } from '../../components/brand.tsx';
import { Icon } from '../../components/icon.tsx';
import { Languages } from '../../components/languages.tsx';
import { VisitOrders } from '../../components/visit-orders.tsx';
import { createTranslate } from '../../texts.ts';
import { Agreement } from './agreement.tsx';
import { Bank } from './bank.tsx';
import { Billet } from './billet.tsx';
import { Declined } from './declined.tsx';
import { isOpen, type PaymentScene, SCENE_FACES, sceneOf, sceneText, shownAmount } from './describe-payment.ts';
import { Order, Settlement } from './order.tsx';
import { Parcel } from './parcel.tsx';
import { Pix } from './pix.tsx';
import { formatMoment, type SceneProps } from './scene-props.ts';
import { SellerDelivery } from './seller-delivery.tsx';
import { usePayment, useServerNow } from './use-payment.ts';
import { usePaymentPixels } from './use-payment-pixels.ts';

const MAILED: readonly PaymentScene[] = ['pix', 'billet', 'approved'];

/** The words of the link to another payment. */
const LINKS: Partial<Record<PaymentScene, 'retry' | 'buyAgain' | 'payOtherwise'>> = {
  rejected: 'retry',
  canceled: 'buyAgain',
  delayed: 'payOtherwise',
};

/** Links to what was bought, to the seller after this purchase, or away from a failed payment to another one. */
function NextStep({ scene, props }: { scene: PaymentScene; props: SceneProps }) {
  const { t, payment, locale } = props;
  const key = LINKS[scene];
  const { accessUrl, thankYouUrl } = payment;
  if (scene === 'approved' && (accessUrl || thankYouUrl))
    return (
      <p className="actions">
        {accessUrl && (
          <a className="primary" href={accessUrl}>
            {t('access')}
          </a>
        )}
        {thankYouUrl && (
          <a className={accessUrl ? 'secondary' : 'primary'} href={thankYouUrl} rel="noopener noreferrer">
            {t('thankYou', { host: new URL(thankYouUrl).host })}
          </a>
        )}
      </p>
    );
  if (scene === 'rejected' && payment.method === 'CREDIT_CARD') return <Declined {...props} />;
  if (!key) return null;
  const language = locale === 'en' ? '?lang=en' : '';
  const buyAgain = (
    <a className={payment.renewableUntil ? 'secondary' : 'primary'} href={`/checkout/${payment.offerId}${language}`}>
      {t(payment.renewableUntil ? 'payOtherwise' : key)}
    </a>
  );
  if (!payment.renewableUntil) return <p className="actions">{buyAgain}</p>;
  return (
    <form className="actions" method="post" action={`/checkout/payment/${payment.id}/renew${language}`}>
      <button className="primary" type="submit">
        {t(payment.method === 'PIX' ? 'renewPix' : 'renewBillet')}
      </button>
      {buyAgain}
    </form>
  );
}

export default function PaymentPage({ boot }: { boot: PaymentBoot }) {
  const { locale } = boot;
  const t = useMemo(() => createTranslate(boot.texts, locale), [boot, locale]);
  const { payment, hasChanged } = usePayment(boot);
  usePaymentPixels(boot, payment);
  useEffect(() => {
    window.feiraRelease?.();
  }, []);
  // The server leads on to the funnel.
  useEffect(() => {
    if (boot.isAwaited && hasChanged && payment.status === 'APPROVED') location.reload();
  }, [boot, hasChanged, payment.status]);
  // The document that came first may not send a form to this bank.
  const formUrl = payment.nextStep?.form && payment.nextStep.url;
  useEffect(() => {
    if (formUrl !== undefined && boot.payment.nextStep?.url !== formUrl) location.reload();
  }, [boot, formUrl]);
  const isTimed = payment.method === 'PIX' || !!payment.lateCodeAt || !!payment.nextStep?.expiresAt;
  const now = useServerNow(boot, payment.status === 'PENDING' && isTimed);
  const scene = sceneOf(payment, now);
  const money = (cents: number) => formatCurrency(cents, payment.currency, locale);
  const props: SceneProps = { t, locale, payment, money, now, pageView: boot.pageView };
  const face = SCENE_FACES[scene];
  const heading = useRef<HTMLHeadingElement>(null);
  // The news gets the focus, so that a screen reader announces it at once.
  useEffect(() => {
    if (hasChanged) heading.current?.focus();
    document.title = `${t(`${scene}Title`)} · ${boot.payment.title}`;
  }, [hasChanged, scene, t, boot]);
  useEffect(() => {
    if (scene !== 'approved') return;
    try {
      sessionStorage.removeItem(typedPlace(payment.offerId));
    } catch {}
  }, [scene, payment.offerId]);
  return (
    <>
      <header className="top">
        <Brand logoUrl={payment.logoUrl} sellerName={payment.sellerName} />
        <Languages locale={locale} urls={boot.languageUrls} label={t('languages')} />
      </header>
      <main className="payment" data-scene={scene}>
        <section className={`hero ${face.tone}`}>
          <span className="badge">
            <Icon name={face.icon} />
          </span>
          <h1 ref={heading} tabIndex={-1}>
            {t(`${scene}Title`)}
          </h1>
          <p className="amount" translate="no">
            {money(shownAmount(payment, scene))}
          </p>
          <p>
            {t(sceneText(payment, scene), {
              amount: money(payment.refundedAmount || payment.amount),
              seller: payment.sellerName,
              date: payment.renewableUntil
                ? formatMoment(payment.renewableUntil, locale)
                : payment.mandate
                  ? formatMoment(`${payment.mandate.date}T15:00:00Z`, locale, false)
                  : '',
            })}
          </p>
          {payment.isMailed && MAILED.includes(scene) && <p>{t('mailed')}</p>}
        </section>
        <Settlement {...props} />
        {boot.orders && (
          <VisitOrders
            {...props}
            ownId={payment.id}
            orders={boot.orders.map((order) => (order.id === payment.id ? { ...order, ...payment } : order))}
          />
        )}
        {scene === 'bank' && <Bank {...props} />}
        {scene === 'pix' && <Pix {...props} />}
        {scene === 'billet' && <Billet {...props} />}
        <Agreement {...props} />
        <NextStep scene={scene} props={props} />
        {boot.onwardsUrl && (
          <p className="actions">
            <a className="secondary" href={boot.onwardsUrl}>
              {t(scene === 'approved' ? 'goOn' : 'onwards')}
            </a>
          </p>
        )}
        <SellerDelivery {...props} />
        <Parcel {...props} />
        <Order {...props} />
        {payment.simulatorUrl && isOpen(payment) && (
          <p className="simulator">
            <a href={payment.simulatorUrl} target="_blank" rel="noopener noreferrer">
              {t('simulate')} <span className="hidden-text">{t('newTab')}</span>
            </a>
          </p>
        )}
        {isOpen(payment) && (
          <noscript>
            <p className="note">{t('noScript')}</p>
          </noscript>
        )}
      </main>
      <footer>
        <p>{t('processedBy', { platform: boot.platformName, seller: payment.sellerName })}</p>
      </footer>
    </>
  );
}

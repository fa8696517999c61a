import type { UpsellMethod, UpsellStepView } from '@feira/schemas/documents';
import { formatCurrency } from '@feira/schemas/rules/currency';
import { type CardChannel, connectCardFrame } from '@feira/shell-kit/card-channel';
import { type FormEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { UpsellBoot } from '../../boot.ts';
import { Brand } from '../../components/brand.tsx';
import { Languages } from '../../components/languages.tsx';
import { OrderedSoFar } from '../../components/visit-orders.tsx';
import { createTranslate, type TextKey, type Translate } from '../../texts.ts';

/** The height of the empty card form, until the frame reports its own. */
const FRAME_HEIGHT_PX = 251;

const METHOD_TEXTS: Record<UpsellMethod, TextKey> = {
  STORED_CARD: 'upsellStoredCard',
  CREDIT_CARD: 'upsellOtherCard',
  PIX: 'pix',
  BILLET: 'billet',
};
const BUTTON_TEXTS: Record<UpsellMethod, TextKey> = {
  STORED_CARD: 'upsellAccept',
  CREDIT_CARD: 'upsellAccept',
  PIX: 'upsellAcceptPix',
  BILLET: 'upsellAcceptBillet',
};
const NOTES: Record<UpsellMethod, TextKey> = {
  STORED_CARD: 'upsellStoredNote',
  CREDIT_CARD: 'cardNote',
  PIX: 'upsellPixNote',
  BILLET: 'upsellBilletNote',
};

interface PartProps {
  t: Translate;
  step: UpsellStepView;
  money: (cents: number) => string;
}

function Price({ t, step, money }: PartProps) {
  return (
    <div className="upsell-price">
      {step.fakePrice !== null && step.fakePrice > step.price && (
        <p className="note">
          <s>
            <span className="hidden-text">{t('upsellBefore')} </span>
            {money(step.fakePrice)}
          </s>
        </p>
      )}
      <p className="amount" translate="no">
        {money(step.total)}
      </p>
      {step.freight > 0 && <p className="note">{t('upsellFreight', { amount: money(step.freight) })}</p>}
    </div>
  );
}

function Installments({ t, step, money }: PartProps) {
  if (step.installments.length < 2) return null;
  return (
    <div className="field">
      <label htmlFor="installments">{t('installments')}</label>
      <select id="installments" name="installments" defaultValue={1}>
        {step.installments.map(({ installmentNumber: number, installmentValue, total, hasInterest }) => (
          <option key={number} value={number}>
            {number === 1
              ? t('installmentSingle', { amount: money(total) })
              : t(hasInterest ? 'installmentInterest' : 'installmentFree', {
                  number,
                  amount: money(installmentValue),
                  total: money(total),
                })}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Asks for a card where the provider of the first one keeps none. */
function CardFrame({
  t,
  boot,
  onChannel,
}: {
  t: Translate;
  boot: UpsellBoot;
  onChannel(channel: CardChannel | null): void;
}) {
  const url = boot.step.frameUrl ?? '';
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  useLayoutEffect(() => {
    const channel = connectCardFrame(frame.current!, boot.locale, {
      onResize: setHeight,
      onFail: () => setHasFailed(true),
    });
    onChannel(channel);
    return () => {
      channel.close();
      onChannel(null);
    };
  }, [boot, onChannel]);
  return (
    <>
      {hasFailed && <p className="error">{t('cardUnavailable')}</p>}
      <iframe
        ref={frame}
        className={`card-frame ${height ? '' : 'loading'}`}
        title={t('cardFrame')}
        src={url}
        sandbox={url.startsWith('/') ? 'allow-scripts' : 'allow-scripts allow-same-origin'}
        height={height || FRAME_HEIGHT_PX}
        hidden={hasFailed}
      />
    </>
  );
}

export default function UpsellPage({ boot }: { boot: UpsellBoot }) {
  const { locale, step, error } = boot;
  const t = useMemo(() => createTranslate(boot.texts, locale), [boot, locale]);
  const money = (cents: number) => formatCurrency(cents, step.coin, locale);
  const [method, setMethod] = useState(step.method);
  const [isAlive, setIsAlive] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState(error);
  const channel = useRef<CardChannel>(null);
  const keepChannel = useCallback((opened: CardChannel | null) => {
    channel.current = opened;
  }, []);
  const token = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The method may have been chosen before the page came alive.
    setMethod(new FormData(token.current!.form!).get('method') as UpsellMethod);
    setIsAlive(true);
    window.feiraRelease?.();
    // Back through the browser's page cache: the server knows where the buyer is by now.
    const onShow = (event: PageTransitionEvent) => event.persisted && location.reload();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    if (isBusy) return event.preventDefault();
    const isDeclined = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') === 'decline';
    if (isDeclined || method !== 'CREDIT_CARD') return setIsBusy(true);
    event.preventDefault();
    setIsBusy(true);
    const answer = await (channel.current?.tokenize(undefined) ?? Promise.resolve({ reason: 'failed' as const }));
    if ('token' in answer && token.current) {
      token.current.value = answer.token;
      // A form that a script sends leaves its button out.
      form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'answer', value: 'accept' }));
      form.submit();
      return;
    }
    setIsBusy(false);
    const message = 'message' in answer ? answer.message : undefined;
    if (!('token' in answer) && answer.reason === 'failed') setProblem(message || t('cardUnavailable'));
    channel.current?.focus();
  };
  const language = locale === 'en' ? '?lang=en' : '';
  const props = { t, step, money };
  const isCard = method === 'STORED_CARD' || method === 'CREDIT_CARD';
  return (
    <>
      <header className="top">
        <Brand logoUrl={boot.logoUrl} sellerName={step.sellerName} />
        <Languages locale={locale} urls={boot.languageUrls} label={t('languages')} />
      </header>
      <main className="payment upsell">
        <p className="upsell-lead">{t(boot.orders[0]?.status === 'APPROVED' ? 'upsellLeadPaid' : 'upsellLead')}</p>
        <OrderedSoFar t={t} locale={locale} money={money} orders={boot.orders} />
        {problem && (
          <p className="notice" role="alert">
            {problem}
          </p>
        )}
        <section className="block upsell-offer">
          {step.picture && <img className="upsell-picture" src={step.picture} alt="" />}
          <h1>{step.title}</h1>
          {step.text && <p className="upsell-text">{step.text}</p>}
          <Price {...props} />
          <form method="post" action={`/checkout/payment/${boot.paymentId}/upsell${language}`} onSubmit={onSubmit}>
            <input type="hidden" name="step" value={step.id} />
            <input type="hidden" name="attempt" value={step.attempt} />
            <input type="hidden" name="total" value={step.total} />
            <input type="hidden" name="cardToken" ref={token} />
            <input type="hidden" name="pageView" value={step.pageView} />
            {step.methods.length > 1 ? (
              <fieldset className="upsell-methods">
                <legend>{t('upsellHow')}</legend>
                {step.methods.map((one) => (
                  <label key={one} className={one === 'CREDIT_CARD' ? 'needs-script' : ''}>
                    <input
                      type="radio"
                      name="method"
                      value={one}
                      defaultChecked={one === step.method}
                      onChange={() => setMethod(one)}
                    />{' '}
                    {t(METHOD_TEXTS[one], { digits: step.cardLastDigits ?? '' })}
                  </label>
                ))}
              </fieldset>
            ) : (
              <input type="hidden" name="method" value={method} />
            )}
            {isAlive && method === 'CREDIT_CARD' && step.frameUrl && (
              <CardFrame t={t} boot={boot} onChannel={keepChannel} />
            )}
            {isCard && <Installments {...props} />}
            <p className="note">{t(NOTES[method], { digits: step.cardLastDigits ?? '' })}</p>
            <div className="actions">
              <button
                className="primary"
                type="submit"
                name="answer"
                value="accept"
                aria-disabled={isBusy || undefined}
              >
                {`${step.acceptText || t(BUTTON_TEXTS[method])} · `}
                <span translate="no">{money(step.total)}</span>
              </button>
              <button
                className="secondary"
                type="submit"
                name="answer"
                value="decline"
                aria-disabled={isBusy || undefined}
              >
                {step.declineText || t('upsellDecline')}
              </button>
            </div>
          </form>
        </section>
        <p className="note upsell-foot">{t('upsellSafe')}</p>
      </main>
      <footer>
        <p>{t('processedBy', { platform: boot.platformName, seller: step.sellerName })}</p>
      </footer>
    </>
  );
}

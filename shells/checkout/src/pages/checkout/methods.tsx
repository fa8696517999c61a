import type { PaymentMethod } from '@feira/schemas/common';
import { methodCutOf, priceOrder } from '@feira/schemas/rules/order-price';
import { type ComponentType, useEffect, useState } from 'react';
import type { CardPanelProps } from '../../card/card-props.ts';
import { Drawing, METHOD_PATHS } from '../../components/icon.tsx';
import type { TextKey } from '../../texts.ts';
import { enabledMethods, missedLeast } from './choice.ts';
import { Delivery } from './delivery.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { usePage } from './page-context.ts';

const FACES: Record<PaymentMethod, { label: TextKey; note: TextKey }> = {
  PIX: { label: 'pix', note: 'pixNote' },
  CREDIT_CARD: { label: 'card', note: 'cardNote' },
  BILLET: { label: 'billet', note: 'billetNote' },
};

/** The card form is another 20 KB or so, and asked for only by those who pay by card. */
function LazyCardPanel(props: CardPanelProps & { isChosen: boolean }) {
  const { t } = usePage();
  const [Panel, setPanel] = useState<ComponentType<CardPanelProps>>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (!props.isChosen || Panel) return;
    import(/* webpackChunkName: "card" */ '../../card/card-panel.tsx').then(
      (module) => setPanel(() => module.CardPanel),
      () => setHasFailed(true),
    );
  }, [props.isChosen, Panel]);
  if (Panel) return <Panel {...props} />;
  // As high as the form that comes, so that nothing moves when it does.
  const size = props.boot.checkout.type === 'ONE_TIME' ? '' : 'once';
  return <div className={`card-space ${size}`}>{hasFailed && <p className="error">{t('cardUnavailable')}</p>}</div>;
}

export function Methods() {
  const { boot, t, money, initial, choice, coupon, cardProps } = usePage();
  const { checkout } = boot;
  return (
    <>
      <fieldset className="block methods">
        <legend>{t('payment')}</legend>
        {enabledMethods(checkout).map((method) => {
          const face = FACES[method];
          const cut = methodCutOf(checkout, method);
          const { total } = priceOrder(checkout, { ...choice, method, discount: coupon?.discount });
          const least = checkout.isTrialFree ? undefined : missedLeast(checkout, method, total);
          return (
            <div className="option method" key={method}>
              <input
                type="radio"
                name="paymentMethod"
                id={method}
                value={method}
                defaultChecked={method === initial.method}
              />
              <label htmlFor={method}>
                <span className="grow">
                  {t(face.label)}
                  {cut > 0 && (
                    <small>
                      {t('methodCut', { percent: (cut / 100).toLocaleString(boot.locale) })}{' '}
                      <b translate="no">{money(total)}</b>
                    </small>
                  )}
                  {least && <small>{t('methodLeast', { amount: money(least) })}</small>}
                </span>
                <Drawing path={METHOD_PATHS[method]} />
              </label>
              <div className="panel">
                <p>{t(checkout.isTrialFree && method === 'PIX' ? 'trialPixNote' : face.note)}</p>
                {method === 'CREDIT_CARD' && (
                  <>
                    <noscript>
                      <p className="error">{t('cardNeedsScript')}</p>
                    </noscript>
                    {checkout.card ? (
                      <LazyCardPanel {...cardProps} isChosen={choice.method === method} />
                    ) : (
                      <p className="error">{t('gatewayMissing')}</p>
                    )}
                  </>
                )}
              </div>
            </div>
          );
        })}
        <IdentityFields besideMethods />
      </fieldset>
      <Delivery besideMethods />
    </>
  );
}

import { CopyButton } from './copy-button.tsx';
import { formatRemaining } from './describe-payment.ts';
import type { SceneProps } from './scene-props.ts';

function remainingMs({ payment, now }: SceneProps): number {
  return payment.expiresAt ? Date.parse(payment.expiresAt) - now : Number.POSITIVE_INFINITY;
}

export function Steps({ t, money, payment, kind }: SceneProps & { kind: 'pix' | 'billet' }) {
  const amount = money(payment.codeAmount ?? payment.amount);
  return (
    <section className="steps" aria-labelledby="how">
      <h2 id="how">{t('howToPay')}</h2>
      <ol>
        <li>{t(`${kind}Step1`)}</li>
        <li>{t(`${kind}Step2`)}</li>
        <li>{t(`${kind}Step3`, { amount })}</li>
      </ol>
    </section>
  );
}

/** Offers a code for what is missing: the one that was paid in part asks for the whole price. */
function Rest({ t, money, payment, locale, restAmount }: SceneProps & { restAmount: number }) {
  const language = locale === 'en' ? '?lang=en' : '';
  return (
    <form className="actions" method="post" action={`/checkout/payment/${payment.id}/rest${language}`}>
      <button className="primary" type="submit">
        {t('restPix', { amount: money(restAmount) })}
      </button>
    </form>
  );
}

export function Pix(props: SceneProps) {
  const { t, payment } = props;
  const { restAmount } = payment;
  const code = payment.pixCode ?? '';
  const left = remainingMs(props);
  // An expired code is not shown; the server decides about the payment.
  if (left <= 0) return <p className="notice">{t('expired')}</p>;
  if (restAmount)
    return (
      <>
        <Rest {...props} restAmount={restAmount} />
        <p className="deadline" role="timer" translate="no">
          {t('expiresIn', { time: formatRemaining(left) })}
        </p>
      </>
    );
  return (
    <>
      <section className="block pix">
        <div className="code">
          <label htmlFor="pix-code">{t('pixCode')}</label>
          <textarea id="pix-code" readOnly rows={4} value={code} spellCheck={false} />
          <CopyButton t={t} label="copyPix" text={code} fieldId="pix-code" />
          {Number.isFinite(left) && (
            <p className="deadline" role="timer" translate="no">
              {t('expiresIn', { time: formatRemaining(left) })}
            </p>
          )}
        </div>
        {payment.pixQrCode && <img className="qr" src={payment.pixQrCode} alt={t('pixQr')} />}
        {payment.pixQrPath && payment.pixQrSize ? (
          <svg
            className="qr"
            viewBox={`0 0 ${payment.pixQrSize} ${payment.pixQrSize}`}
            role="img"
            aria-label={t('pixQr')}
            shapeRendering="crispEdges"
          >
            <path d={payment.pixQrPath} />
          </svg>
        ) : null}
      </section>
      <Steps {...props} kind="pix" />
    </>
  );
}

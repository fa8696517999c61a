import { formatBoletoLine, itfBars } from '@feira/schemas/rules/boleto';
import { useEffect } from 'react';
import { pressAgain } from '../../behaviour/press-again.ts';
import { CopyButton } from './copy-button.tsx';
import { Steps } from './pix.tsx';
import { formatMoment, type SceneProps } from './scene-props.ts';

/** Forty-four digits make whole pairs; anything else has no bars to draw. */
const BARCODE = /^\d{44}$/;

function Barcode({ barcode, label }: { barcode: string; label: string }) {
  let x = 0;
  let path = '';
  for (const [index, width] of itfBars(barcode).entries()) {
    if (index % 2 === 0) path += `M${x} 0h${width}v50h-${width}z`;
    x += width;
  }
  return (
    <svg
      className="barcode"
      viewBox={`0 0 ${x} 50`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

export function Billet(props: SceneProps) {
  const { t, locale, payment } = props;
  useEffect(() => pressAgain('print'), []);
  const line = payment.billetCode ? formatBoletoLine(payment.billetCode) : '';
  const barcode = payment.billetBarcode ?? '';
  return (
    <>
      <section className="block billet">
        {payment.expiresAt && (
          <p className="due">{t('billetDue', { date: formatMoment(payment.expiresAt, locale, false) })}</p>
        )}
        {line && (
          <div className="code">
            <label htmlFor="billet-line">{t('billetLine')}</label>
            <textarea id="billet-line" readOnly rows={2} value={line} spellCheck={false} />
            <CopyButton t={t} label="copyBillet" text={payment.billetCode ?? ''} fieldId="billet-line" />
          </div>
        )}
        {BARCODE.test(barcode) && <Barcode barcode={barcode} label={t('billetBarcode')} />}
        <p className="actions">
          {payment.billetUrl && (
            <a className="secondary" href={payment.billetUrl} target="_blank" rel="noopener noreferrer">
              {t('billetOpen')} <span className="hidden-text">{t('newTab')}</span>
            </a>
          )}
          <button className="secondary needs-script" type="button" name="print" onClick={() => window.print()}>
            {t('print')}
          </button>
        </p>
      </section>
      <Steps {...props} kind="billet" />
    </>
  );
}

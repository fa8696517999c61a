import { type ReactNode, useState } from 'react';
import type { CheckoutBoot } from '../../../boot.ts';
import type { TextKey } from '../../../texts.ts';
import { CheckoutForm } from '../checkout-form.tsx';
import { Delivery } from '../delivery.tsx';
import { Identification } from '../identification.tsx';
import { Later } from '../later.tsx';
import { usePage } from '../page-context.ts';
import { Parts } from '../parts.tsx';
import { FormNotice, Pay } from '../pay.tsx';
import { Receipt } from '../receipt.tsx';

interface Progress {
  current: number;
  /** The values of each completed step. */
  given: Record<number, string>;
}

interface StepProps {
  number: number;
  title: TextKey;
  progress: Progress;
  onOpen(step: number): void;
  children: ReactNode;
}

/** A step that is not open keeps its fields in the form. Without JavaScript every step is open. */
function Step({ number, title, progress, onOpen, children }: StepProps) {
  const { t, isBusy } = usePage();
  const isOpen = progress.current === number;
  const given = progress.given[number];
  const isLast = number === 3;
  return (
    <section className={`step ${isOpen ? 'open' : ''}`} data-step={number} aria-current={isOpen ? 'step' : undefined}>
      {!isOpen &&
        (given === undefined ? (
          <p className="block folded">{t(title)}</p>
        ) : (
          <button className="block folded done" type="button" onClick={() => onOpen(number)}>
            <span className="grow">
              <b>{t(title)}</b>
              <small>{given}</small>
            </span>
            <span className="link">{t('edit')}</span>
          </button>
        ))}
      <div className="step-fields">
        <Later>{children}</Later>
        {!isLast && (
          <>
            {isOpen && <FormNotice />}
            <div className="pay continue">
              <div className="bar">
                <button className="primary" type="submit" name="continue" formNoValidate aria-disabled={isBusy}>
                  {t('continue')}
                </button>
              </div>
            </div>
          </>
        )}
      </div>
    </section>
  );
}

/** Asks who buys, where it is sent (physical products only) and how it is paid, one step after the other. */
export default function DropshippingLayout({ boot }: { boot: CheckoutBoot }) {
  const isPhysical = boot.checkout.product.typeProduct === 'FISICO';
  const [progress, setProgress] = useState<Progress>({ current: 1, given: {} });
  const open = (current: number) => setProgress(({ given }) => ({ current, given }));
  const steps = {
    current: progress.current,
    next: progress.current === 1 && isPhysical ? 2 : 3,
    open,
    complete: (given: string, next: number) =>
      setProgress((before) => ({ current: next, given: { ...before.given, [before.current]: given } })),
  };
  const step = { progress, onOpen: open };
  return (
    <CheckoutForm boot={boot} steps={steps}>
      <div className="steps">
        <Step {...step} number={1} title="identification">
          <Identification />
        </Step>
        {isPhysical && (
          <Step {...step} number={2} title="delivery">
            <Delivery />
          </Step>
        )}
        <Step {...step} number={3} title="payment">
          {!isPhysical && <Delivery />}
          <Parts names={boot.parts.filter((part) => part !== 'IDENTIFICATION' && part !== 'DELIVERY')} />
          <Pay />
        </Step>
      </div>
      <Later>
        <Receipt />
      </Later>
    </CheckoutForm>
  );
}

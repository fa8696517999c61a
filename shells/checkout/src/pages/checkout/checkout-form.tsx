import { formatCurrency } from '@feira/schemas/rules/currency';
import { type ReactNode, useMemo } from 'react';
import type { Steps } from '../../behaviour/session.ts';
import type { CheckoutBoot } from '../../boot.ts';
import { createTranslate } from '../../texts.ts';
import { PageContext } from './page-context.ts';
import { useCheckoutForm } from './use-checkout-form.ts';

/** The form of every layout: the layouts differ only in how they arrange its parts. */
export function CheckoutForm({ boot, steps, children }: { boot: CheckoutBoot; steps?: Steps; children: ReactNode }) {
  const { checkout, locale } = boot;
  const t = useMemo(() => createTranslate(boot.texts, locale), [boot, locale]);
  const { ref, onSubmit, onClick, onInput, onBlur, ...state } = useCheckoutForm(boot, t, steps);
  const money = (cents: number) => formatCurrency(cents, checkout.coin, locale);
  return (
    <PageContext value={{ boot, t, money, ...state }}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys that press a button click it. */}
      <form
        className="page"
        method="post"
        action={boot.formAction}
        ref={ref}
        aria-busy={state.isBusy}
        onSubmit={onSubmit}
        onClick={onClick}
        onInput={onInput}
        onBlur={onBlur}
      >
        {/* Enter in a field presses the first button of a form, which must not be the coupon's. */}
        <input type="submit" hidden disabled={!state.choice.method} formNoValidate={!!steps} />
        <input type="hidden" name="idempotencyKey" value={boot.idempotencyKey} />
        <input type="hidden" name="pageView" value={boot.pageView} />
        {children}
      </form>
    </PageContext>
  );
}

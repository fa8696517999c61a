import type { PaymentView } from '@feira/schemas/checkout';
import { useEffect, useRef } from 'react';
import type { PaymentBoot } from '../../boot.ts';

type Started = Promise<{ follow(payment: PaymentView): void } | undefined>;

/** Reports the purchase to the pixels of the page, where it has any; their code loads after the page is alive. */
export function usePaymentPixels(boot: PaymentBoot, payment: PaymentView): void {
  const started = useRef<Started>(undefined);
  useEffect(() => {
    const { pixels } = boot;
    if (!pixels) return;
    started.current ??= import(/* webpackChunkName: "pixels" */ '../../pixels/payment-pixels.ts').then(
      ({ startPaymentPixels }) => startPaymentPixels(boot, pixels),
      () => undefined,
    );
    started.current.then((pixel) => pixel?.follow(payment));
  }, [boot, payment]);
}

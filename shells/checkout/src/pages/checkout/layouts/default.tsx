import type { FormPart } from '@feira/schemas/rules/checkout-sections';
import type { CheckoutBoot } from '../../../boot.ts';
import { CheckoutForm } from '../checkout-form.tsx';
import { Later } from '../later.tsx';
import { Parts } from '../parts.tsx';
import { Pay } from '../pay.tsx';
import { Receipt } from '../receipt.tsx';

const isPaying = (part: FormPart | undefined): boolean => part === 'PAYMENT' || part === 'COUPON';

/** Two blocks beside each other on wide screens: who buys, then how they pay, or the other way around. */
export default function DefaultLayout({ boot }: { boot: CheckoutBoot }) {
  const { parts } = boot;
  const first = parts.findIndex((part) => isPaying(part) !== isPaying(parts[0]));
  return (
    <CheckoutForm boot={boot}>
      <div className="side">
        <Parts names={parts.slice(0, first)} />
      </div>
      <div className="side">
        <Parts names={parts.slice(first)} />
        <Later>
          <Receipt />
          <Pay />
        </Later>
      </div>
    </CheckoutForm>
  );
}

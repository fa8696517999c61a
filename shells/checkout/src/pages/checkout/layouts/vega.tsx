import type { CheckoutBoot } from '../../../boot.ts';
import { CheckoutForm } from '../checkout-form.tsx';
import { Later } from '../later.tsx';
import { Parts } from '../parts.tsx';
import { Pay } from '../pay.tsx';
import { PriceLines } from '../receipt.tsx';

/** The form in one column. The product's card stands before it, and beside it on wide screens; the cart's lines close that card. */
export default function VegaLayout({ boot }: { boot: CheckoutBoot }) {
  return (
    <CheckoutForm boot={boot}>
      <div className="fields">
        <Parts names={boot.parts} />
        <Later>
          <Pay />
        </Later>
      </div>
      <div className="cart receipt">
        <Later>
          <PriceLines />
        </Later>
      </div>
    </CheckoutForm>
  );
}

import { Field } from './field.tsx';
import { usePage } from './page-context.ts';

/** Without JavaScript its button shows the page again with the new price. The code of a link is always shown, also one that does not hold. */
export function Coupon() {
  const { boot, t } = usePage();
  if (!boot.checkout.hasCoupons && !boot.values.coupon && !boot.isBuilder) return null;
  return (
    <details className="block" open={!!boot.values.coupon}>
      <summary>{t('coupon')}</summary>
      <Field name="coupon" label="couponCode" autoComplete="off">
        <input className="link" type="submit" name="applyCoupon" value={t('couponApply')} formNoValidate />
      </Field>
    </details>
  );
}

import { Field } from './field.tsx';
import { usePage } from './page-context.ts';

/** Without JavaScript its button shows the page again with the new price. */
export function Coupon() {
  const { boot, t } = usePage();
  return (
    <details className="block" open={!!boot.values.coupon}>
      <summary>{t('coupon')}</summary>
      <Field name="coupon" label="couponCode" autoComplete="off">
        <input className="link" type="submit" name="applyCoupon" value={t('couponApply')} formNoValidate />
      </Field>
    </details>
  );
}

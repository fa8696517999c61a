import type { getCoupon } from '@feira/schemas/procedures/checkout';
import { query } from '../api.ts';
import { showFieldErrors } from './field-errors.ts';
import type { Session } from './session.ts';

/** Prices the order with the typed code. Returns whether it was priced so already: a changed total is shown before it is paid. */
export async function applyCoupon(session: Session): Promise<boolean> {
  const { boot, form, t } = session;
  const field = form.elements.namedItem('coupon') as HTMLInputElement | null;
  // The page asks for no code where the offer takes none.
  if (!field) return true;
  const code = field.value.trim().toUpperCase();
  if (code === (session.state().coupon?.code ?? '')) return true;
  session.setCoupon(undefined);
  session.setFieldError('coupon', undefined);
  if (!code) return false;
  const answer = await query<typeof getCoupon>(
    'checkout.getCoupon',
    { checkoutId: boot.checkout.id, code },
    { locale: boot.locale },
  );
  // Another code may have been typed meanwhile.
  if (field.value.trim().toUpperCase() !== code) return false;
  if (answer.ok) session.setCoupon(answer.data);
  else
    showFieldErrors(session, { coupon: answer.error.message || t(navigator.onLine ? 'couponUnanswered' : 'offline') });
  return false;
}

import { CustomFields } from './custom-fields.tsx';
import { Field } from './field.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { usePage } from './page-context.ts';

export function Identification() {
  const { boot, t } = usePage();
  return (
    <fieldset className="block">
      <legend>{t('identification')}</legend>
      <Field
        name="name"
        label="name"
        autoComplete="name"
        required
        minLength={4}
        placeholder={t('nameSample')}
        aria-describedby="name-count"
      >
        <p className="note" id="name-count" aria-live="polite" />
      </Field>
      <Field
        name="email"
        label="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        maxLength={254}
        placeholder={t('emailSample')}
      >
        {boot.cartKeptDays !== null && (
          // The behaviour changes the words in the document when the buyer declines; nothing here is drawn anew.
          <p className="note cart-note" role="status">
            {t('cartNotice', { days: boot.cartKeptDays })}{' '}
            <button className="link" type="button" name="declineCart">
              {t('cartDecline')}
            </button>
          </p>
        )}
      </Field>
      <IdentityFields />
      <CustomFields />
    </fieldset>
  );
}

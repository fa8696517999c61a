import type { MouseEvent } from 'react';
import { neededFields, renderedFields } from './choice.ts';
import { Field } from './field.tsx';
import { usePage } from './page-context.ts';

/** A CNPJ may hold letters, and the number pad of a phone has none. */
function openLetters(event: MouseEvent<HTMLButtonElement>): void {
  const input = event.currentTarget.form!.elements.namedItem('cpf') as HTMLInputElement;
  input.inputMode = 'text';
  input.focus();
}

export function Identification() {
  const { boot, t, choice, totals } = usePage();
  const rendered = renderedFields(boot.checkout);
  const needs = neededFields(boot.checkout, choice.method, totals.isShipped);
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
            <button className="link" type="button">
              {t('cartDecline')}
            </button>
          </p>
        )}
      </Field>
      <div className="row">
        {rendered.document && (
          <div className="cell js-hideable" hidden={!needs.document}>
            <Field name="cpf" label="document" inputMode="numeric" maxLength={18} placeholder={t('documentSample')}>
              <button className="link keyboard" type="button" onClick={openLetters}>
                {t('lettersKeyboard')}
              </button>
            </Field>
          </div>
        )}
        {rendered.phone && (
          <div className="cell js-hideable" hidden={!needs.phone}>
            <Field
              name="phone"
              label="phone"
              type="tel"
              autoComplete="tel-national"
              inputMode="tel"
              maxLength={15}
              placeholder={t('phoneSample')}
            />
          </div>
        )}
      </div>
    </fieldset>
  );
}

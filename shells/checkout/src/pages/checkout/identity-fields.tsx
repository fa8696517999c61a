import { type MouseEvent, useEffect } from 'react';
import { pressAgain } from '../../behaviour/press-again.ts';
import { methodFields, neededFields, renderedFields } from './choice.ts';
import { Field } from './field.tsx';
import { usePage } from './page-context.ts';

/** A CNPJ may hold letters, and the number pad of a phone has none. */
function openLetters(event: MouseEvent<HTMLButtonElement>): void {
  const input = event.currentTarget.form!.elements.namedItem('cpf') as HTMLInputElement;
  input.inputMode = 'text';
  input.focus();
}

/**
 * Shows document and phone. `besideMethods` chooses the fields whose need depends on the method: they follow the methods, because a buyer who
 * chooses a method has left the fields above it, in the stepped layout even the step.
 */
export function IdentityFields({ besideMethods = false }: { besideMethods?: boolean }) {
  const { boot, t, choice, totals } = usePage();
  const rendered = renderedFields(boot.checkout);
  const needs = neededFields(boot.checkout, choice.method, totals.isShipped);
  const byMethod = methodFields(boot.checkout);
  const isHere = (field: 'document' | 'phone') => rendered[field] && byMethod[field] === besideMethods;
  const hasDocument = isHere('document');
  useEffect(() => {
    if (hasDocument) pressAgain('letters');
  }, [hasDocument]);
  if (!hasDocument && !isHere('phone')) return null;
  return (
    <div className="row">
      {hasDocument && (
        <div className="cell js-hideable" hidden={!needs.document}>
          <Field name="cpf" label="document" inputMode="numeric" placeholder={t('documentSample')}>
            <button className="link keyboard" type="button" name="letters" onClick={openLetters}>
              {t('lettersKeyboard')}
            </button>
          </Field>
        </div>
      )}
      {isHere('phone') && (
        <div className="cell js-hideable" hidden={!needs.phone}>
          <Field
            name="phone"
            label="phone"
            type="tel"
            autoComplete="tel-national"
            inputMode="tel"
            placeholder={t('phoneSample')}
          />
        </div>
      )}
    </div>
  );
}

import { afterDrawn } from './after-drawn.ts';
import { showFieldErrors } from './field-errors.ts';
import { readValues } from './form-values.ts';
import { describeProblem } from './name-length.ts';
import type { Session } from './session.ts';
import { validateBuyer } from './validate-buyer.ts';
import type { ZipLookup } from './zip-lookup.ts';

/** In this step the form is sent. */
export const PAYMENT_STEP = 3;

/** The values of each step that its summary shows. */
const SHOWN: Record<number, string[]> = {
  1: ['name', 'email', 'phone'],
  2: ['street', 'number', 'city', 'state', 'cep'],
};

/**
 * Goes on to the next step once the fields of this one are valid, one press at a time. A zip code that does not exist is corrected first; where
 * its look-up fails, the typed address counts.
 */
export function createContinue(session: Session, zip: ZipLookup): () => Promise<void> {
  let isBusy = false;
  return async () => {
    if (isBusy) return;
    isBusy = true;
    session.setBusy(true);
    await continueStep(session, zip).finally(() => {
      isBusy = false;
      session.setBusy(false);
    });
  };
}

async function continueStep(session: Session, zip: ZipLookup): Promise<void> {
  const { form, boot, t } = session;
  const { choice, totals, steps } = session.state();
  if (!steps) return;
  const place = form.querySelector(`[data-step="${steps.current}"]`)!;
  const hasZip = place.contains(form.elements.namedItem('cep') as HTMLElement | null);
  // The look-up fills fields in: what is missing is known after its answer.
  const isZipUnknown = hasZip && (await zip.result()) === 'unknown';
  const values = readValues(form);
  const found = Object.entries(validateBuyer(boot.checkout, choice, totals, values)).filter(([name]) =>
    place.contains(form.elements.namedItem(name) as HTMLElement | null),
  );
  const errors = Object.fromEntries(found.map(([name, key]) => [name, describeProblem(t, key, values[name])]));
  if (isZipUnknown && !errors.cep) errors.cep = t('zipInvalid');
  session.setNotice(undefined);
  showFieldErrors(session, errors);
  if (found.length || errors.cep) return;
  const given = SHOWN[steps.current]!.flatMap((name) => values[name] || []);
  steps.complete(given.join(', '), steps.next);

  afterDrawn(() =>
    form.querySelector<HTMLElement>(`[data-step="${steps.next}"] :is(input, select):not([type=hidden])`)?.focus(),
  );
}

import type { lookupZipCode } from '@feira/schemas/procedures/checkout';
import { query } from '../api.ts';
import type { Notice, Session } from './session.ts';

const DEBOUNCE_MS = 500;

export interface ZipLookup {
  /** Returns whether the typed zip code is known, after the answer to it has come. */
  isFound(): Promise<boolean>;
}

/** Fills the address from the zip code. The buyer can type it whatever the answer is. */
export function startZipLookup(session: Session): ZipLookup {
  const { form, t, boot } = session;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  let last = '';
  let found = '';
  let looking: Promise<void> | undefined;
  let shown: Notice | undefined;

  /** The answer may come after that of a purchase, which the buyer has to read: only the lookup's own notice is replaced. */
  const show = (next: Notice | undefined) => {
    const before = shown;
    shown = next;
    session.setNotice((current) => (current && current !== before ? current : next));
  };
  const fill = (name: string, value: string) => {
    const field = form.elements.namedItem(name) as HTMLInputElement | null;
    if (!field || !value) return;
    field.value = value;
    session.setFieldError(name, undefined);
  };
  const look = async (cep: string) => {
    running?.abort();
    running = new AbortController();
    const { signal } = running;
    const answer = await query<typeof lookupZipCode>(
      'checkout.lookupZipCode',
      { cep },
      { locale: boot.locale, signal },
    );
    if (signal.aborted) return;
    if (!answer.ok) {
      const message = t(answer.error.code === 'ZIP_CODE_NOT_FOUND' ? 'zipUnknown' : 'zipFailed');
      session.setFieldError('cep', message);
      show({ title: message, detail: t('typeAddress') });
      return;
    }
    found = cep;
    session.setFieldError('cep', undefined);
    show(undefined);
    fill('state', answer.data.uf);
    fill('city', answer.data.localidade);
    fill('district', answer.data.bairro);
    fill('street', answer.data.logradouro);
    const next = form.elements.namedItem(answer.data.logradouro ? 'number' : 'street') as HTMLElement | null;
    if (document.activeElement === form.elements.namedItem('cep')) next?.focus();
  };
  const typed = () => (form.elements.namedItem('cep') as HTMLInputElement | null)?.value.replace(/\D/g, '') ?? '';
  const lookNow = () => {
    clearTimeout(timer);
    timer = undefined;
    looking = look(typed());
    return looking;
  };
  const onInput = () => {
    const cep = typed();
    if (cep === last) return;
    last = cep;
    clearTimeout(timer);
    timer = cep.length === 8 ? setTimeout(lookNow, DEBOUNCE_MS) : undefined;
    if (timer) session.openAddress();
  };
  form.addEventListener('input', onInput);
  onInput();
  // Words that were typed before, say in the other language, are not hidden.
  if ((form.elements.namedItem('street') as HTMLInputElement | null)?.value) session.openAddress();
  return {
    async isFound() {
      const cep = typed();
      if (cep.length !== 8) return false;
      await (timer === undefined ? looking : lookNow());
      if (found !== cep) await lookNow();
      return found === cep;
    },
  };
}

import type { lookupZipCode } from '@feira/schemas/procedures/checkout';
import { query } from '../api.ts';
import type { Notice, Session } from './session.ts';

const DEBOUNCE_MS = 500;

/** Fills the address from the zip code. The buyer can type it whatever the answer is. */
export function startZipLookup(session: Session): void {
  const { form, t, boot } = session;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  let last = '';
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
    session.setFieldError('cep', undefined);
    show(undefined);
    fill('state', answer.data.uf);
    fill('city', answer.data.localidade);
    fill('district', answer.data.bairro);
    fill('street', answer.data.logradouro);
    const next = form.elements.namedItem(answer.data.logradouro ? 'number' : 'street') as HTMLElement | null;
    if (document.activeElement === form.elements.namedItem('cep')) next?.focus();
  };
  const onInput = () => {
    const cep = (form.elements.namedItem('cep') as HTMLInputElement | null)?.value.replace(/\D/g, '') ?? '';
    if (cep === last) return;
    last = cep;
    clearTimeout(timer);
    if (cep.length === 8) timer = setTimeout(() => look(cep), DEBOUNCE_MS);
  };
  form.addEventListener('input', onInput);
  onInput();
}

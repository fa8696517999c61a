import type { lookupZipCode } from '@feira/schemas/procedures/checkout';
import { query } from '../api.ts';
import type { Notice, Session } from './session.ts';

const DEBOUNCE_MS = 500;

export interface ZipLookup {
  /** Returns whether the typed zip code is known, after the answer to it has come. */
  isFound(): Promise<boolean>;
}

/**
 * Fills the address from the zip code. The buyer can type it whatever the answer is. What was filled in goes with the zip code that it came
 * from, and what the buyer typed stays.
 */
export function startZipLookup(session: Session): ZipLookup {
  const { form, t, boot } = session;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  let last = '';
  let found = '';
  let looking: Promise<void> | undefined;
  let shown: Notice | undefined;
  /** The values of the fields that a look-up has filled in. */
  const filled = new Map<string, string>();

  /** The answer may come after that of a purchase, which the buyer has to read: only the lookup's own notice is replaced. */
  const show = (next: Notice | undefined) => {
    const before = shown;
    shown = next;
    session.setNotice((current) => (current && current !== before ? current : next));
  };
  const fieldOf = (name: string) => form.elements.namedItem(name) as HTMLInputElement | null;
  const fill = (name: string, value: string) => {
    const field = fieldOf(name);
    if (!field || !value || (field.value && field.value !== value)) return;
    field.value = value;
    filled.set(name, value);
    session.setFieldError(name, undefined);
  };
  const empty = () => {
    for (const [name, value] of filled) if (fieldOf(name)?.value === value) fieldOf(name)!.value = '';
    filled.clear();
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
    if (document.activeElement === fieldOf('cep')) fieldOf(answer.data.logradouro ? 'number' : 'street')?.focus();
  };
  const typed = () => fieldOf('cep')?.value.replace(/\D/g, '') ?? '';
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
    empty();
    clearTimeout(timer);
    timer = cep.length === 8 ? setTimeout(lookNow, DEBOUNCE_MS) : undefined;
    if (timer) session.openAddress();
  };
  form.addEventListener('input', onInput);
  onInput();
  // Words that were typed before, say in the other language, are not hidden.
  if (fieldOf('street')?.value) session.openAddress();
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

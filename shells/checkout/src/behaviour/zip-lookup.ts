import type { lookupZipCode } from '@feira/schemas/procedures/checkout';
import { query } from '../api.ts';
import type { Notice, Session } from './session.ts';

const DEBOUNCE_MS = 500;
/** The server gives up earlier; a server that is silent itself does not keep the buyer for longer. */
const LONGEST_MS = 10_000;

/** failed: nobody could say whether there is such a zip code. */
type ZipResult = 'found' | 'unknown' | 'failed';

export interface ZipLookup {
  /** Returns what is known of the typed zip code, after the answer to it has come. */
  result(): Promise<ZipResult>;
}

/**
 * Fills the address from the zip code. The buyer can type it where it is not found; in the layout that has steps a zip code that does not exist
 * is corrected first. What was filled in goes with the zip code that it came from, and what the buyer typed stays.
 */
export function startZipLookup(session: Session): ZipLookup {
  const { form, t, boot } = session;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;
  let last = '';
  let known: { cep: string; result: ZipResult } | undefined;
  let looking: Promise<void> | undefined;
  let shown: Notice | undefined;
  /** The values of the fields that a look-up has filled in. */
  const filled = new Map<string, string>();

  /** The answer may come after the answer of a purchase, which the buyer has to read: only the lookup's own notice is replaced. */
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
    const current = new AbortController();
    running = current;
    const late = setTimeout(() => current.abort(), LONGEST_MS);
    const { signal } = current;
    const answer = await query<typeof lookupZipCode>(
      'checkout.lookupZipCode',
      { cep },
      { locale: boot.locale, signal },
    );
    clearTimeout(late);
    if (running !== current) return;
    if (!answer.ok) {
      const isUnknown = answer.error.code === 'ZIP_CODE_NOT_FOUND';
      known = { cep, result: isUnknown ? 'unknown' : 'failed' };
      const message = t(isUnknown ? 'zipUnknown' : 'zipFailed');
      session.setFieldError('cep', message);
      show({ title: message, detail: t(isUnknown && session.state().steps ? 'zipInvalid' : 'typeAddress') });
      return;
    }
    known = { cep, result: 'found' };
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
    async result() {
      const cep = typed();
      if (cep.length !== 8) return 'unknown';
      await (timer === undefined ? looking : lookNow());
      if (known?.cep !== cep) await lookNow();
      return known?.cep === cep ? known.result : 'failed';
    },
  };
}

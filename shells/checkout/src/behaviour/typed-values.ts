import { sessionStorageOrNone } from './idempotency-key.ts';
import { typedPlace } from './typed-place.ts';

/** Nothing of the card is among them: its fields are in a frame, which this document cannot read. */
const TEXTS = [
  'name',
  'email',
  'phone',
  'cpf',
  'cep',
  'street',
  'number',
  'complement',
  'district',
  'city',
  'state',
] as const;
const CHOICES = ['paymentMethod', 'deliveryOptionId', 'orderBumpsIds'];

interface Typed {
  texts?: Record<string, string>;
  /** The field and value of each marked choice. */
  choices?: string[];
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

const textOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement | null;
const listChoices = (form: HTMLFormElement): HTMLInputElement[] =>
  [...form.elements].filter((field): field is HTMLInputElement => CHOICES.includes((field as HTMLInputElement).name));
const markOf = ({ name, value }: HTMLInputElement) => `${name}=${value}`;

/**
 * Keeps what was typed and chosen while the tab lives, so that the form in the other language, or after a refusal, is as it was left.
 * Fields that have a value already stay as they are.
 */
export function keepTyped(
  form: HTMLFormElement,
  offerId: string,
  storage: Storage | undefined = sessionStorageOrNone(),
): void {
  const place = typedPlace(offerId);
  try {
    const { texts = {}, choices = [] }: Typed = JSON.parse(storage?.getItem(place) ?? '{}');
    for (const name of TEXTS) {
      const field = textOf(form, name);
      // A sample of a demonstration gives way to what was typed.
      if (field && texts[name] && (!field.value || field.value === field.placeholder)) field.value = texts[name];
    }
    // A click lets the page know: it shows what the choice costs and asks for.
    if (choices.length)
      for (const field of listChoices(form)) if (!field.checked && choices.includes(markOf(field))) field.click();
  } catch {}
  window.addEventListener('pagehide', () => {
    const texts = Object.fromEntries(TEXTS.map((name) => [name, textOf(form, name)?.value ?? '']));
    const choices = listChoices(form).flatMap((field) => (field.checked ? markOf(field) : []));
    try {
      storage?.setItem(place, JSON.stringify({ texts, choices } satisfies Typed));
    } catch {}
  });
}

/** The keyboard and the search of a choice box. Pure, so that every case has a test. */

/** Folds case and accents, so that "cartao" finds "Cartão". */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const matchChoices = <C extends { label: string }>(choices: readonly C[], text: string): readonly C[] =>
  choices.filter(({ label }) => fold(label).includes(fold(text.trim())));

const PAGE = 10;

/** Returns the place that a key leads to from another; undefined where the key leads nowhere. In a text field Home and End move the cursor. */
export function stepTo(key: string, at: number, length: number, isText: boolean): number | undefined {
  const last = length - 1;
  if (key === 'ArrowDown') return Math.min(at + 1, last);
  if (key === 'ArrowUp') return at < 0 ? last : Math.max(at - 1, 0);
  if (key === 'PageDown') return Math.min(at + PAGE, last);
  if (key === 'PageUp') return Math.max(at - PAGE, Math.min(0, last));
  if (isText) return undefined;
  if (key === 'Home') return Math.min(0, last);
  return key === 'End' ? last : undefined;
}

/** Finds the next choice that begins with the typed letters; one letter again and again goes through all that begin with it. */
export function findTyped(choices: readonly { label: string }[], typed: string, at: number): number {
  const text = fold(typed);
  const isRepeated = [...text].every((letter) => letter === text[0]);
  const wanted = isRepeated ? text.slice(0, 1) : text;
  const from = isRepeated ? at + 1 : Math.max(at, 0);
  const order = choices.map((_, index) => (from + index) % choices.length);
  return order.find((index) => fold(choices[index]!.label).startsWith(wanted)) ?? -1;
}

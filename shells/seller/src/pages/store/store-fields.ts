import { store } from '@feira/schemas/entities/store';
import type { saveMyStore } from '@feira/schemas/procedures/store';
import { isColour } from '@feira/schemas/rules/colours';
import { check, type FieldsOf, field, group, problem, text } from '@feira/shell-kit/fields';

const ADDRESS = new RegExp(store.address.schema.pattern);
const { minLength, maxLength } = store.address.schema;
const isAddress = (text: string) => text.length >= minLength && ADDRESS.test(text);

export const STORE = group({
  isPublished: check(),
  address: field({
    show: (stored: string | null | undefined): string => stored ?? '',
    read: (shown: string) => (isAddress(shown) ? shown : problem('problems.address')),
    mask: (shown: string) => shown.toLowerCase().replace(/[\s_]+/g, '-'),
    control: { maxLength, autoCapitalize: 'none', spellCheck: false },
  }),
  title: text({ control: { maxLength: store.title.schema.maxLength } }),
  about: text({ control: { maxLength: store.about.schema.maxLength } }),
  colorPrimary: field({
    show: (stored: string | null | undefined): string => stored ?? '',
    read: (shown: string) => (shown === '' ? null : isColour(shown) ? shown.toLowerCase() : problem('problems.color')),
  }),
  productIds: field({
    show: (stored: string[] | null | undefined): string[] => stored ?? [],
    read: (shown: string[]) => shown,
  }),
} satisfies FieldsOf<typeof saveMyStore, 'version'>);

/** Returns the list with an entry one place further up or down; the list itself where it is at that end. */
export function moved(ids: readonly string[], id: string, step: -1 | 1): string[] {
  const from = ids.indexOf(id);
  const to = from + step;
  const next = [...ids];
  if (from < 0 || to < 0 || to >= ids.length) return next;
  [next[from], next[to]] = [next[to]!, next[from]!];
  return next;
}

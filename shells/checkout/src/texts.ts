import type { Locale } from '@feira/schemas/common';
import type ptBR from './locales/pt-BR.json';

type Sections = typeof ptBR;
type KeysOf<S> = S extends S ? keyof S & string : never;
type Singular<K extends string> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;

/** Every text a page may ask for; plural forms are asked for without their ending. */
export type TextKey = Singular<KeysOf<Sections[keyof Sections]>>;
export type Texts = Record<string, string>;
export type Variables = Record<string, string | number>;
export type Translate = (key: TextKey, variables?: Variables) => string;

/**
 * The few rules of i18next the checkout needs, over the same files: {{variables}} and `_one` / `_other` endings chosen
 * by `count`. A missing text shows its key, which the tests look for.
 */
export function createTranslate(texts: Texts, locale: Locale): Translate {
  return (key, variables = {}) => {
    const count = Number(variables.count);
    // The rules of Portuguese count nothing as one; people write "0 dias".
    const form = count === 0 ? 'other' : new Intl.PluralRules(locale).select(count);
    const plural = 'count' in variables ? texts[`${key}_${form}`] : undefined;
    const text = plural ?? texts[`${key}_other`] ?? texts[key] ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(variables[name] ?? ''));
  };
}

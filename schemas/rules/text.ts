/** Cleans texts that people type, so that what is stored and sent on is what a reader sees. Pure. */

/** Characters without a shape. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Emojis and some scripts are written with joiners and selectors. */
const INVISIBLE_IN_TEXTS = /(?!\u200c|\u200d|[\ufe00-\ufe0f])[\p{Default_Ignorable_Code_Point}\u2800]/gu;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
const LETTER = /\p{L}/u;

/** The kinds of cleaning: a text of several lines, a text of one line, the name of a person, a code that stays as it is but for its ends. */
export const CLEANINGS = ['text', 'line', 'name', 'code'] as const;
export type Cleaning = (typeof CLEANINGS)[number];

const visible = (text: string): string => (VISIBLE.test(text) ? text : '');

/** Keeps the lines of a text; blanks of every kind become one each. A text without any visible character is empty. */
export const cleanText = (text: string): string =>
  visible(
    text
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(INVISIBLE_IN_TEXTS, '')
      .normalize('NFC')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim(),
  );

export const cleanLine = (text: string): string => cleanText(text).replace(/\n+/g, ' ');

/** As it is printed on cards and checked by providers: with the apostrophe and the hyphen of the keyboard. A name has a letter. */
export function cleanName(name: string): string {
  const line = cleanLine(
    name
      .replace(INVISIBLE, '')
      .replace(/[\u2018\u2019\u02bc\u00b4\uff07]/g, "'")
      .replace(/[\u2010\u2011]/g, '-'),
  );
  return LETTER.test(line) ? line : '';
}

export const cleanCode = (code: string): string => visible(code.trim());

const CLEAN: Record<Cleaning, (text: string) => string> = {
  text: cleanText,
  line: cleanLine,
  name: cleanName,
  code: cleanCode,
};
export const clean = (cleaning: Cleaning, text: string): string => CLEAN[cleaning](text);

/** Counts as the schemas do, which take a letter outside of the first plane for one. */
export const countLetters = (text: string): number => [...text].length;

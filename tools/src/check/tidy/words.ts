import type { TidyRule } from './tree.ts';

/** Words that users' texts do not use, by language, with the word of docs/glossary.md instead. */
const UNWANTED: Record<'pt-BR' | 'en', readonly [RegExp, string][]> = {
  'pt-BR': [
    [/\bPIX\b/, 'Pix'],
    [/\btarifas?\b/i, 'taxa'],
    [/\bnão foi precisa\b/i, 'não foi necessária'],
  ],
  en: [
    [/\bPIX\b/, 'Pix'],
    [/\bbank slips?\b/i, 'boleto'],
    [/\b(give|gives|given|giving) (it |the money |this money )?back\b/i, 'refund'],
    [/\bby (it|them)sel(f|ves)\b/i, 'automatically'],
    [/\b(take|takes|taken|taking) in\b/i, 'link'],
    [/\banticipations?\b/i, 'advance'],
    [/\bwaits? for (approval|a decision|defen[cs]e)\b/i, 'awaiting approval, awaiting review or needs response'],
  ],
};

/** Users read one word for each thing: menu, page, mail and document say the same. */
export const checkWords: TidyRule = ({ files, read }) =>
  files.flatMap((file) => {
    const language = /\/locales\/(pt-BR|en)\.json$/.exec(file)?.[1] as keyof typeof UNWANTED | undefined;
    if (!language) return [];
    return listTexts(JSON.parse(read(file))).flatMap(({ key, text }) =>
      UNWANTED[language]
        .filter(([pattern]) => pattern.test(text))
        .map(
          ([pattern, word]) =>
            `${file}: "${key}" says "${pattern.exec(text)![0]}"; write "${word}" (docs/glossary.md).`,
        ),
    );
  });

function listTexts(node: unknown, path = ''): { key: string; text: string }[] {
  if (typeof node === 'string') return [{ key: path, text: node }];
  return Object.entries(node as object).flatMap(([key, value]) => listTexts(value, path ? `${path}.${key}` : key));
}

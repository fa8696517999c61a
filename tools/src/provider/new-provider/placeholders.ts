/** Holds the sentences by which scaffolds stand in for what only the author knows; a package that still has one is not packed. */
import type { Manifest } from '@feira/schemas/manifest';

export const CALLS_ARE_MADE_UP = 'The calls are made up.';
export const SURPRISES = 'Write down what surprised you, with the date you last saw it.';
export const COMPARE_MEMBER = "Compare plugin.json with the provider's own pages, line by line";
export const DOCUMENT_TELLS = 'A document tells how calls are spelled, seldom what they mean';
export const INVENTED = 'Invented by npm run new:provider';
export const WORDS_PAGE = 'The page that lists the status words, by its address and title';
/** Stands in the README of the template, which is a file. */
const MADE_UP_FORMAT = 'which speaks a made-up wire format';

const SENTENCES = [
  CALLS_ARE_MADE_UP,
  MADE_UP_FORMAT,
  SURPRISES,
  COMPARE_MEMBER,
  DOCUMENT_TELLS,
  INVENTED,
  WORDS_PAGE,
] as const;
/** No real address ends so (RFC 2606). */
const ADDRESS = /[\w.-]+\.invalid\b/;
const READ_BY_PEOPLE = /\.(md|json)$/;

/** Returns file, line and sentence of each placeholder, as one readable line. */
export function listPlaceholders(files: readonly { path: string; content: Uint8Array }[]): string[] {
  return files
    .filter((file) => READ_BY_PEOPLE.test(file.path))
    .flatMap((file) => {
      const text = Buffer.from(file.content).toString('utf8');
      const sentences = file.path === 'plugin.json' ? [...SENTENCES, ...listOfManifest(text)] : SENTENCES;
      return sentences.flatMap((sentence) => {
        const at = text.indexOf(sentence);
        const line = text.slice(0, at).split('\n').length;
        return at < 0
          ? []
          : [`${file.path}:${line}: "${sentence}" is the scaffold's: replace it by the provider's own.`];
      });
    });
}

function listOfManifest(text: string): string[] {
  const { name, description, environments } = JSON.parse(text) as Manifest;
  const made = [`Pagamentos pela ${name}.`, `Payments through ${name}.`];
  // A package that only plays, as the sandbox, has no address of its own.
  const [address] = (environments.production && ADDRESS.exec(text)) || [];
  return [...made.filter((sentence) => Object.values(description).includes(sentence)), ...(address ? [address] : [])];
}

/** Reads the guide as steps, and the finished provider that stands in it. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createPackage } from './new-provider.ts';

export const GUIDE = readFileSync(path.resolve(import.meta.dirname, '../../../docs/provider-guide.md'), 'utf8');

export interface Step {
  language: string;
  /** After the language: a file to write, or `red` for a command that has to fail. */
  word: string;
  /** `keys` where the text replaces the keys of the file that it names, and leaves the others. */
  part: string;
  text: string;
}

export const STEPS: Step[] = [...GUIDE.matchAll(/^```(\w+)(?: (\S+))?(?: (\S+))?\n(.*?)^```$/gms)].map(
  ([, language = '', word = '', part = '', text = '']) => ({ language, word, part, text }),
);

/** A word with # names a part of a package that is there, which tidy compares. */
export const isFile = ({ language, word }: Step): boolean => language !== 'sh' && word !== '' && !word.includes('#');

/** The files of the package that the guide writes as code, after the one that is data. */
export const CODE_FILES = STEPS.filter((step) => isFile(step) && step.word.startsWith('plugins/jabuti/'));

/** Writes the provider of the guide below `directory`, as a reader would have it at the end; returns its folder. */
export async function writeGuideProvider(directory: string): Promise<string> {
  await createPackage({
    id: 'jabuti',
    name: 'Jabuti',
    methods: ['PIX'],
    auth: 'header',
    money: 'reais',
    kind: 'code',
    directory,
  });
  for (const { word, text } of CODE_FILES) {
    writeFileSync(path.join(directory, word.replace('plugins/', '')), text);
  }
  return path.join(directory, 'jabuti');
}

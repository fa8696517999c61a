/** Reads the list of mutants that are known to survive, each with the reason. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Mutant, nameMutant } from './mutant.ts';

/** Explains all mutants with such a name; a star stands for any text. */
export interface Explanation {
  name: string;
  reason: string;
}

interface Survivors {
  /** Packages of which every bug that moves money was planted, and each survivor explained: the soak holds them to it. */
  held: string[];
  /** Changes that mean nothing: the adapter does the same, or no money follows. */
  meaningless: Explanation[];
  /** Changes that should be caught and are not yet. */
  open: Explanation[];
}

export type Standing = 'meaningless' | 'open' | 'unknown';

const FILE = path.join(import.meta.dirname, 'survivors.json');
const SURVIVORS = JSON.parse(readFileSync(FILE, 'utf8')) as Survivors;

export const HELD: readonly string[] = SURVIVORS.held;

/** Returns which list explains the survivor. */
export function judgeSurvivor(mutant: Mutant, lists: Pick<Survivors, 'meaningless' | 'open'> = SURVIVORS): Standing {
  const isOf = (list: readonly Explanation[]) => list.some(({ name }) => toPattern(name).test(nameMutant(mutant)));
  if (isOf(lists.meaningless)) return 'meaningless';
  return isOf(lists.open) ? 'open' : 'unknown';
}

const toPattern = (name: string) =>
  new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 's');

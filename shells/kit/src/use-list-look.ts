import { useState } from 'react';

/** The look of a table that a person chose: the browser remembers it for each. */
export interface ListLook {
  density: 'compact' | 'roomy';
  hidden: readonly string[];
}

const STORE = 'feira.lists';
const DEFAULT: ListLook = { density: 'compact', hidden: [] };

function readStore(): Record<string, ListLook> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORE) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, ListLook>) : {};
  } catch {
    return {};
  }
}

function readLook(name: string): ListLook {
  const { density, hidden } = { ...DEFAULT, ...readStore()[name] };
  return {
    density: density === 'roomy' ? 'roomy' : 'compact',
    hidden: Array.isArray(hidden) ? hidden.filter((key) => typeof key === 'string') : [],
  };
}

/** Keeps the look of the table with this name. */
export function useListLook(name: string): [ListLook, (changes: Partial<ListLook>) => void] {
  const [kept, setKept] = useState({ name, look: readLook(name) });
  const look = kept.name === name ? kept.look : readLook(name);
  const change = (changes: Partial<ListLook>) => {
    const next = { ...look, ...changes };
    setKept({ name, look: next });
    try {
      localStorage.setItem(STORE, JSON.stringify({ ...readStore(), [name]: next }));
    } catch {
      // A browser without storage forgets the look.
    }
  };
  return [look, change];
}

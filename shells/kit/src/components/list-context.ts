import { createContext, type ReactNode } from 'react';

/** The values that the frame of a paged list tells the table inside it. */
export interface ListFrame {
  /** True where all rows are on this page, so that they can be sorted here. */
  isWhole: boolean;
  /** Stands above the table, before its tools. */
  head: ReactNode;
  /** The order that the address names; null for the list's own. */
  sort: string | null;
  onSort: (sort: string | null) => void;
}

/** Null around a table that stands alone. */
export const ListContext = createContext<ListFrame | null>(null);

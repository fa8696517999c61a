import { createContext, useContext } from 'react';
import type { CheckoutBoot } from '../../boot.ts';
import type { Translate } from '../../texts.ts';
import type { Choice, Totals } from './choice.ts';

export interface PageState {
  boot: CheckoutBoot;
  t: Translate;
  money: (cents: number) => string;
  /** The values that the document showed first; from then on the inputs keep their own. */
  initial: Choice;
  choice: Choice;
  totals: Totals;
  errors: Record<string, string>;
}

export const PageContext = createContext<PageState>(null as unknown as PageState);
export const usePage = (): PageState => useContext(PageContext);

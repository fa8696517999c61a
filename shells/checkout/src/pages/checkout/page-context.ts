import { createContext, useContext } from 'react';
import type { Notice } from '../../behaviour/session.ts';
import type { CheckoutBoot } from '../../boot.ts';
import type { CardPanelProps } from '../../card/card-props.ts';
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
  coupon: CheckoutBoot['coupon'];
  errors: Record<string, string>;
  notice: Notice | undefined;
  isBusy: boolean;
  /** The prices of installments are on their way, so that nothing can be paid yet. */
  isCounting: boolean;
  /** The interest of the chosen installments in cents. */
  interest: number;
  /** The fields of the address below the zip code are shown. */
  isAddressOpen: boolean;
  cardProps: CardPanelProps;
}

export const PageContext = createContext<PageState>(null as unknown as PageState);
export const usePage = (): PageState => useContext(PageContext);

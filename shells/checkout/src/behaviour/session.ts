import type { CardHandle } from '@feira/shell-kit/card-channel';
import type { Dispatch, ReactNode, SetStateAction } from 'react';
import type { CheckoutBoot } from '../boot.ts';
import type { InstallmentChoice } from '../card/card-props.ts';
import type { Choice, Totals } from '../pages/checkout/choice.ts';
import type { Translate } from '../texts.ts';

export interface Notice {
  title: string;
  detail?: string;
  /** The buyer has bought the same: where to see it, instead of buying it once more. */
  purchaseUrl?: string;
  /** The steps that the buyer may take next. */
  actions?: ReactNode;
}

/** The steps of the layout that has steps. */
export interface Steps {
  current: number;
  /** The step that follows when the current one is complete. */
  next: number;
  open(step: number): void;
  /** Goes on to another step. A completed step shows what was given in it. */
  complete(given: string, next: number): void;
}

/** The open checkout as the parts that load after it see it: they set state, they never draw. */
export interface Session {
  boot: CheckoutBoot;
  t: Translate;
  form: HTMLFormElement;
  card: CardHandle | null;
  state(): {
    choice: Choice;
    totals: Totals;
    coupon: CheckoutBoot['coupon'];
    installment: InstallmentChoice;
    steps: Steps | undefined;
  };
  setErrors(errors: Record<string, string>): void;
  setFieldError(name: string, message: string | undefined): void;
  setNotice: Dispatch<SetStateAction<Notice | undefined>>;
  setBusy(isBusy: boolean): void;
  setCoupon(coupon: CheckoutBoot['coupon']): void;
  /** Shows the fields of the address below the zip code. */
  openAddress(): void;
}

/** Loaded once the page is alive, or at the first submit. */
export interface Behaviour {
  /** Pays, or prices the order with the typed coupon where its button was pressed. */
  submit(button: HTMLElement | null): Promise<unknown>;
  leaveField(name: string): void;
}

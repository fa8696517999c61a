import type { Output } from '@feira/schemas/procedure';
import type { getInstallments } from '@feira/schemas/procedures/checkout';
import type { CardHandle } from '@feira/shell-kit/card-channel';
import type { CheckoutBoot } from '../boot.ts';
import type { Translate } from '../texts.ts';

export type InstallmentOption = Output<typeof getInstallments>['options'][number];

/** Nothing can be paid while prices change: the shown total is not yet the charged one. */
export type InstallmentChoice = InstallmentOption | 'loading' | undefined;

export interface CardPanelProps {
  boot: CheckoutBoot;
  t: Translate;
  quantity: number;
  bumps: string[];
  /** The amount in cents. */
  freight: number;
  /** The cents that a coupon takes off. */
  discount: number;
  isBusy: boolean;
  installment: InstallmentChoice;
  setInstallment(choice: InstallmentChoice): void;
  onHandle(handle: CardHandle | null): void;
}

export type CardFrameProps = Pick<CardPanelProps, 'boot' | 't' | 'isBusy' | 'onHandle'> & { title: string };

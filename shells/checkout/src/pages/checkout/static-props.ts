import type { CheckoutBoot } from '../../boot.ts';
import type { Translate } from '../../texts.ts';

/** The parts around the form get everything from outside: they have no state. */
export interface StaticProps {
  boot: CheckoutBoot;
  t: Translate;
  money: (cents: number) => string;
}

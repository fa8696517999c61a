/** Declares the fields of the provider's costs of each charge. The functions are pure, so that they have tests. */

import type { Output } from '@feira/schemas/procedure';
import type { getConnectionCosts, setConnectionCosts } from '@feira/schemas/procedures/fees';
import type { Proposing } from '@feira/schemas/procedures/money-rules';
import { cardFee, fee, steps } from '@feira/shell-desk/installments/steps.ts';
import { type Field, type FieldsOf, type Group, group, type Table, type ValueIn } from '@feira/shell-kit/fields';

export type ShownCosts = Output<typeof getConnectionCosts>;
export type Costs = ShownCosts['costs'];

const STEPS = steps('costs.percentWrong');
/** Stored shares are sent again, also when they are zero now. */
const KNOWN_STEPS: Field<string[], number[] | undefined, 'costs.percentWrong'> = {
  ...STEPS,
  read: (shown, stored) => {
    const { value, problems } = STEPS.read(shown);
    return { value: stored || value.some((step) => step !== 0) ? value : undefined, problems };
  },
};

const NOTHING = { basisPoints: 0, fixed: 0 };
/** A method without costs is left out unless its costs were stored before. */
const cost = <T extends Table, Key extends string>(inner: Group<T, Key>) => ({
  ...inner,
  show: (stored: ValueIn<T> | null | undefined, locale: Parameters<typeof inner.show>[1]) =>
    inner.show(stored ?? (NOTHING as unknown as ValueIn<T>), locale),
  read: (shown: Parameters<typeof inner.read>[0], stored?: ValueIn<T> | null) => {
    const { value, problems } = inner.read(shown, stored);
    const isNothing = Object.keys(problems).length === 0 && Object.values(value).every((part) => part === 0);
    return { value: isNothing && !stored ? undefined : value, problems };
  },
});

export const COSTS = group({
  costs: group({
    PIX: cost(fee('costs.percentWrong', 'costs.amountWrong')),
    CREDIT_CARD: cost(cardFee(KNOWN_STEPS, 'costs.percentWrong', 'costs.amountWrong')),
    BILLET: cost(fee('costs.percentWrong', 'costs.amountWrong')),
  }),
} satisfies FieldsOf<typeof setConnectionCosts, 'platformId' | 'connectionId' | keyof Proposing>);

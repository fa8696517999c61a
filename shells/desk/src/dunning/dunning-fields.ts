/** Declares the fields of the rules for unpaid charges, which a platform and an offer have. */
import { DUNNING_ACTIONS, type DunningAction, type DunningRules, dunningSchema } from '@feira/schemas/subscription';
import { choice, count, group, list } from '@feira/shell-kit/fields';

/** The server's limits. */
const { properties } = dunningSchema;
const { day } = properties.steps.items.properties;
export const MOST_DUNNING_STEPS = properties.steps.maxItems;

/** `key` is the text that names a number outside of its limits; the hint of each field says them. */
export const dunning = <const Key extends string>(key: Key) => {
  const within = ({ minimum, maximum }: { minimum: number; maximum: number }) => count(key, minimum, maximum);
  return group({
    steps: list(group({ day: within(day), action: choice<DunningAction>(DUNNING_ACTIONS[0]) })),
    graceDays: within(properties.graceDays),
    endDay: within(properties.endDay),
    end: choice<DunningRules['end']>('CANCEL'),
    codeDaysBefore: within(properties.codeDaysBefore),
    mostRetries: within(properties.mostRetries),
  });
};
export type DunningFields = ReturnType<typeof dunning>['fields'];

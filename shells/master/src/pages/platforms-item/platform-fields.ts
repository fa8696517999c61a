import type { Currency, PaymentMethod } from '@feira/schemas/common';
import type { Input } from '@feira/schemas/procedure';
import type { updatePlatform } from '@feira/schemas/procedures/platforms';
import type { PlatformDetails } from './use-platform.ts';

/** What a master changes here; everything else is the administrators'. */
export interface PlatformFields {
  name: string;
  /** What new offers are priced in. */
  currency: Currency;
  currencies: readonly Currency[];
  methods: readonly PaymentMethod[];
}

type Change = Omit<Input<typeof updatePlatform>, 'platformId'>;

export const toFields = ({ name, settings }: PlatformDetails): PlatformFields => ({
  name,
  currency: settings.currency ?? 'BRL',
  currencies: settings.currencies ?? [],
  methods: settings.methods ?? [],
});

/** What is wrong, by field, as keys of texts. */
export function findProblems({ name, currency, currencies, methods }: PlatformFields) {
  return {
    ...(name.trim().length < 2 && { name: 'nameShort' as const }),
    ...(!currencies.includes(currency) && { currencies: 'currencyLacks' as const }),
    ...(methods.length === 0 && { methods: 'methodLacks' as const }),
  };
}

const isSame = (first: readonly string[], second: readonly string[]) =>
  first.length === second.length && first.every((item) => second.includes(item));

/** Only what differs: what is left out stays, whoever changes it meanwhile. */
export function toChange(fields: PlatformFields, platform: PlatformDetails): Change {
  const before = toFields(platform);
  const settings = {
    ...(fields.currency !== before.currency && { currency: fields.currency }),
    ...(!isSame(fields.currencies, before.currencies) && { currencies: [...fields.currencies] }),
    ...(!isSame(fields.methods, before.methods) && { methods: [...fields.methods] }),
  };
  return {
    ...(fields.name.trim() !== before.name && { name: fields.name.trim() }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

/** One more or one less, in the order of all. */
export const toggle = <T extends string>(all: readonly T[], chosen: readonly T[], item: T, isOn: boolean): T[] =>
  all.filter((other) => (other === item ? isOn : chosen.includes(other)));

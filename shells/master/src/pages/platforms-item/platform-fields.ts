import { CURRENCIES, type Currency, PAYMENT_METHODS } from '@feira/schemas/common';
import type { Input } from '@feira/schemas/procedure';
import type { updatePlatform } from '@feira/schemas/procedures/platforms';
import {
  choice,
  type FieldsOf,
  findChanges,
  group,
  several,
  text,
  type ValueOf,
  withRules,
} from '@feira/shell-kit/fields';
import type { PlatformDetails } from './use-platform.ts';

type Change = Omit<Input<typeof updatePlatform>, 'platformId'>;

/** The fields that a master changes; the administrators change everything else. */
const SINGLE = group({
  name: text({ problem: 'nameShort', minLength: 2, control: { maxLength: 120 } }),
  settings: group({
    /** The currency of new offers. */
    currency: choice<Currency>('BRL'),
    currencies: several(CURRENCIES, 'currencyLacks'),
    methods: several(PAYMENT_METHODS, 'methodLacks'),
  }),
} satisfies FieldsOf<typeof updatePlatform, 'platformId' | 'status'>);
export const toStored = ({ name, settings: { currency, currencies, methods } }: PlatformDetails) => ({
  name,
  settings: { currency: currency ?? 'BRL', currencies: currencies ?? [], methods: methods ?? [] },
});

/** The currency of new offers has to be one of the platform's currencies. */
export const PLATFORM = withRules(SINGLE, ({ settings: { currency, currencies } }) => [
  [!currencies?.includes(currency), 'settings.currencies', 'currencyLacks'],
]);

/** Returns only the differences: other people's changes to the rest survive. */
export function toChange(value: ValueOf<typeof PLATFORM>, platform: PlatformDetails): Change {
  const before = PLATFORM.read(PLATFORM.show(toStored(platform), 'en')).value;
  const { name } = findChanges(value, before);
  const settings = findChanges(value.settings, before.settings);
  return { ...(name !== undefined && { name }), ...(Object.keys(settings).length > 0 && { settings }) };
}

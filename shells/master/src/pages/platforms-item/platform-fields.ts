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
} satisfies FieldsOf<typeof updatePlatform, 'platformId' | 'status' | 'version' | 'customizationVersion'>);
export const toStored = ({ name, settings: { currency, currencies, methods } }: PlatformDetails) => ({
  name,
  settings: { currency: currency ?? 'BRL', currencies: currencies ?? [], methods: methods ?? [] },
});

/** The currency of new offers has to be one of the platform's currencies. */
export const PLATFORM = withRules(SINGLE, ({ settings: { currency, currencies } }) => [
  [!currencies?.includes(currency), 'settings.currencies', 'currencyLacks'],
]);

/** The form as it was read. Any change of one of its two groups makes its version larger. */
export const toRecord = (platform: PlatformDetails) => {
  const { version: rulesVersion, customizationVersion } = platform;
  return { ...toStored(platform), rulesVersion, customizationVersion, version: rulesVersion + customizationVersion };
};

/** Returns only the differences to what the form began with: other people's changes to the rest survive. */
export function toChange(value: ValueOf<typeof PLATFORM>, stored: ReturnType<typeof toStored>): Change {
  const before = PLATFORM.read(PLATFORM.show(stored, 'en')).value;
  const { name } = findChanges(value, before);
  const settings = findChanges(value.settings, before.settings);
  return { ...(name !== undefined && { name }), ...(Object.keys(settings).length > 0 && { settings }) };
}

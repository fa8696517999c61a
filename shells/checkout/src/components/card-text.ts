import { formatCardBrand } from '@feira/schemas/rules/card';
import type { Translate } from '../texts.ts';

type Text = string | null | undefined;

export const cardText = (t: Translate, brand: Text, digits: Text): string =>
  digits ? t('cardWithDigits', { brand: brand ? formatCardBrand(brand) : t('card'), digits }) : t('card');

import { productGeneral } from '@feira/schemas/entities/product';
import { PRODUCT_CATEGORIES, type ProductCategory } from '@feira/schemas/options';
import { entityFields } from '@feira/shell-kit/entity-fields';
import { field, problem, required } from '@feira/shell-kit/fields';

const isCategory = (typed: string): typed is ProductCategory => typed in PRODUCT_CATEGORIES;

/** The fields by which a product is known, when it is created and later. */
export const IDENTITY = {
  ...entityFields({ name: productGeneral.name }, {}),
  typeProduct: required<'DIGITAL' | 'FISICO', 'problems.type'>('problems.type'),
  category: field({
    show: (stored: ProductCategory | null | undefined): string => stored ?? '',
    read: (shown: string) => (isCategory(shown) ? shown : problem('problems.category')),
  }),
};

import type { CheckoutBuilderConfig } from '@feira/schemas/checkout';
import type { Problems } from './problems.ts';

/** The values that every panel of the builder edits. */
export interface PanelProps {
  config: CheckoutBuilderConfig;
  problems: Problems;
  /** Changes some settings; `undefined` takes one out. `field` names a text whose letters are undone together. */
  set: (changes: { [K in keyof CheckoutBuilderConfig]?: CheckoutBuilderConfig[K] | undefined }, field?: string) => void;
}

import type { ShownOf } from '@feira/shell-kit/fields';
import type { Controls } from '@feira/shell-kit/use-draft';
import type { RULES } from './rules-fields.ts';

export interface RulesPanelProps {
  controls: Controls<(typeof RULES)['fields']>;
  /** The values that the form shows. */
  shown: ShownOf<typeof RULES>;
  /** Returns the problem of a field by the server's name for it. */
  problemOf: (field: string) => string | undefined;
}

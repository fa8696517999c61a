import type { Controls } from '@feira/shell-kit/use-draft';
import type { CUSTOMIZATION } from './customization-fields.ts';

export interface TabProps {
  controls: Controls<(typeof CUSTOMIZATION)['fields']>;
  /** Returns the problem of a field by the server's name for it. */
  problemOf: (field: string) => string | undefined;
}

import type { addPublisher } from '@feira/schemas/procedures/marketplace';
import { type FieldsOf, field, group, problem, text } from '@feira/shell-kit/fields';

/** Shorter than this no key is. */
const SHORTEST_KEY = 40;
const PRIVATE = /PRIVATE KEY/i;

export const PUBLISHER = group({
  name: text({ problem: 'nameShort', minLength: 2, control: { maxLength: 120 } }),
  /** A private key must not even be sent. */
  publicKey: field({
    control: { maxLength: 1000 },
    show: () => '',
    read: (typed: string) => {
      if (PRIVATE.test(typed)) return problem('keyPrivate');
      return typed.trim().length < SHORTEST_KEY ? problem('keyMissing') : typed.trim();
    },
  }),
} satisfies FieldsOf<typeof addPublisher>);

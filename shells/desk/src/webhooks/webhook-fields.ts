import { sellerWebhook } from '@feira/schemas/entities/seller-webhook';
import { WEBHOOK_EVENTS } from '@feira/schemas/event-types';
import type { create } from '@feira/schemas/procedures/seller-webhooks';
import { entityFields } from '@feira/shell-kit/entity-fields';
import {
  choice,
  type FieldsOf,
  field,
  group,
  type Reading,
  type ShownOf,
  several,
  text,
} from '@feira/shell-kit/fields';

export const SCOPES = ['ALL', 'SOME'] as const;

const PARTS = group({
  scope: choice<(typeof SCOPES)[number]>('ALL'),
  ids: field<string[], string[]>({ show: (stored) => stored ?? [], read: (shown) => shown }),
});
type Locale = Parameters<typeof PARTS.show>[1];

/** All of them, which an empty list stands for, or chosen ones. */
const allOrSome = <Problem extends string>(problem: Problem) => ({
  fields: PARTS.fields,
  show: (stored: string[] | null | undefined, locale: Locale) =>
    PARTS.show({ scope: stored?.length ? 'SOME' : 'ALL', ids: stored ?? [] }, locale),
  read: ({ scope, ids }: ShownOf<typeof PARTS>): Reading<string[], Problem> => {
    if (scope === 'ALL') return { value: [], problems: {} };
    return { value: ids, problems: ids.length === 0 ? { ids: problem } : {} };
  },
});

const { pattern, maxLength } = sellerWebhook.url.schema;
const FIELDS = entityFields(sellerWebhook, {
  url: text({
    problem: 'urlWrong',
    test: (typed) => new RegExp(pattern).test(typed),
    control: { type: 'url', maxLength, spellCheck: false, autoCapitalize: 'off' },
  }),
  events: several(WEBHOOK_EVENTS, 'eventsMissing'),
  productIds: allOrSome('productsMissing'),
  sellerIds: allOrSome('sellersMissing'),
});
export const WEBHOOK = group(FIELDS satisfies FieldsOf<typeof create, 'owner'>);

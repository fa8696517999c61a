/** Describes what the address of a person gets for each of their notifications. It is signed like a webhook. */
import { currencySchema, dateTimeSchema, type FromSchema, textSchema, uuidSchema } from './common.ts';
import { nullable, record } from './parts.ts';
import { NOTIFICATION_TYPES } from './procedures/notifications.ts';

export const notificationWebhookBodySchema = record({
  /** The same in every attempt. */
  id: uuidSchema,
  type: { type: 'string', enum: ['notification'] },
  /** True for made-up data, sent to try the address. */
  isTest: { type: 'boolean' },
  createdAt: dateTimeSchema,
  data: record({
    kind: { type: 'string', enum: NOTIFICATION_TYPES },
    /** In the language of the person. */
    title: textSchema(300),
    /** Null where the title says it all. */
    text: nullable(textSchema(1_000)),
    /** The product, order or connection that it is about; null where it is about none. */
    subject: nullable(textSchema(200)),
    /** Cents. */
    amount: nullable({ type: 'integer' }),
    currency: nullable(currencySchema),
    /** The page that shows more. */
    link: textSchema(2_000),
  }),
});
export type NotificationWebhookBody = FromSchema<typeof notificationWebhookBodySchema>;

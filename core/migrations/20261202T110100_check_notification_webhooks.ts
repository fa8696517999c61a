import type { Knex } from 'knex';

export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE seller_webhook VALIDATE CONSTRAINT seller_webhook_purpose_check');
  await knex.raw('ALTER TABLE seller_webhook_delivery VALIDATE CONSTRAINT seller_webhook_delivery_kind_check');
};

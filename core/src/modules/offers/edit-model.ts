/** Reads and writes the rows of offers as their seller edits them, with their delivery options. */

import type { ProductStatus } from '@feira/schemas/catalogue';
import type { PaymentMethod } from '@feira/schemas/common';
import { deliveryFields } from '@feira/schemas/entities/delivery-option';
import { fieldsOf } from '@feira/schemas/entities/entity';
import { type OfferFields, offer } from '@feira/schemas/entities/offer';
import type { listMyOffers } from '@feira/schemas/procedures/offers';
import type { Knex } from 'knex';
import { Model, raw } from 'objection';
import type { Statement, Transaction } from '../../plugins/database.ts';
import type { FilterOf } from '../../shared/answer.ts';
import { editedModel, partModel, queryIn } from '../../shared/edited-model.ts';
import { type List, newestFirst } from '../../shared/list.ts';
import { contains } from '../../shared/statement.ts';
import { type DeliveryOption, TAKEN } from './model.ts';

export type OfferStatus = 'DRAFT' | 'PUBLISHED' | 'ARCHIVED';

/** A whole offer. */
export interface OfferState extends OfferFields {
  status: OfferStatus;
  deliveryOptions: DeliveryOption[];
}

export class EditedDeliveryOption extends partModel('delivery_option', deliveryFields, 'offerId') {
  declare offerId: string;
}

const ROW = ['productId', 'status', 'isHidden', 'createdAt'];

interface ProductSummary {
  id: string;
  name: string;
  image: string | null;
  typeProduct: 'DIGITAL' | 'FISICO';
  status: ProductStatus;
}
const PRODUCT = `jsonb_build_object('id', p.id, 'name', p.name, 'image', p.image, 'typeProduct', p.type_product, 'status', p.status) AS product`;

/** An offer as its seller edits it. */
export class EditedOffer extends editedModel('offer', offer, ROW) {
  declare productId: string;
  declare status: OfferStatus;
  /** The offer of a payment link. */
  declare isHidden: boolean;
  declare createdAt: Date;
  declare deliveryOptions: EditedDeliveryOption[];
  /** These two are read for the form alone. */
  declare product: ProductSummary;
  declare taken: number;

  static override get relationMappings() {
    const to = ['delivery_option.offerId', 'delivery_option.platformId'];
    const join = { from: ['offer.id', 'offer.platformId'], to };
    return { deliveryOptions: { relation: Model.HasManyRelation, modelClass: EditedDeliveryOption, join } };
  }

  static #own(transaction: Pick<Transaction, 'client'>, id: string, sellerId: string, isHidden = false) {
    return queryIn(transaction, EditedOffer)
      .withGraphJoined('deliveryOptions')
      .join('product as p', (join) => join.on('p.id', 'offer.productId').andOn('p.platformId', 'offer.platformId'))
      .findOne({ 'offer.id': id, 'p.sellerId': sellerId, 'offer.isHidden': isHidden })
      .select(['id', 'version', 'changedIn', ...ROW, ...fieldsOf(offer)].map((name) => `offer.${name}`))
      .orderBy(['deliveryOptions.position', 'deliveryOptions.id']);
  }

  /** Locks an offer of this seller against other editors; purchases of a limited stock wait as well. */
  static lockOwn(transaction: Pick<Transaction, 'client'>, id: string, sellerId: string, { isHidden = false } = {}) {
    return EditedOffer.#own(transaction, id, sellerId, isHidden).onBuildKnex((query) =>
      (query as Knex.QueryBuilder).forNoKeyUpdate('offer'),
    );
  }

  /** Reads an offer of this seller with what its form shows besides. */
  static findOwn(transaction: Pick<Transaction, 'client'>, id: string, sellerId: string) {
    return EditedOffer.#own(transaction, id, sellerId).select(
      raw(PRODUCT),
      raw(`${TAKEN('offer.platform_id', 'offer.id')} AS taken`),
    );
  }

  /** The offer as the form has it. */
  toState(): OfferState {
    const deliveryOptions = this.deliveryOptions.map((option) => ({ id: option.id, ...option.values() }));
    return { ...this.values(), status: this.status, deliveryOptions };
  }
}

export const OWN_OFFERS: List<
  Pick<EditedOffer, 'id' | 'title' | 'price' | 'coin' | 'type' | 'status' | 'createdAt' | 'product'>,
  FilterOf<typeof listMyOffers> & { sellerId: string }
> = {
  isFresh: true,
  sql: ({ sellerId, productId, status, search }, bind) => ({
    columns: `o.id, o.title, o.price, o.coin, o.type, o.status, o.created_at, ${PRODUCT}`,
    from: 'offer o JOIN product p ON p.platform_id = o.platform_id AND p.id = o.product_id',
    where: [
      'o.platform_id = $1',
      'NOT o.is_hidden',
      `p.seller_id = ${bind(sellerId)}`,
      productId && `o.product_id = ${bind(productId)}`,
      status && `o.status = ${bind(status)}`,
      contains('fold_text(o.title)', search, bind),
    ],
    order: newestFirst('o'),
  }),
};

export const countOffers = (platformId: string, productId: string): Statement<{ count: number }> => ({
  text: 'SELECT count(*)::int AS count FROM offer WHERE platform_id = $1 AND product_id = $2 AND NOT is_hidden',
  values: [platformId, productId],
});

export const copyLooks = (platformId: string, { from, to }: { from: string; to: string }): Statement => ({
  text: `UPDATE offer SET checkout_builder_config = source.checkout_builder_config
    FROM offer source WHERE source.platform_id = $1 AND source.id = $2 AND offer.platform_id = $1 AND offer.id = $3`,
  values: [platformId, from, to],
});

interface ChosenConnection {
  id: string;
  provider: string;
  name: string;
  methods: PaymentMethod[];
  limits: { minAmount?: number };
}

/** The connections that may charge. */
export const selectChoices = (platformId: string): Statement<ChosenConnection> => ({
  text: `SELECT id, provider, name, methods, limits FROM provider_connection WHERE platform_id = $1 AND status = 'ENABLED' ORDER BY created_at, id`,
  values: [platformId],
});

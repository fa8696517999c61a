/** Products and offers: kinds whose lines are written one by one, by the same rules as the forms. */
import type { InstallmentTable } from '@feira/schemas/catalogue';
import type { Currency } from '@feira/schemas/common';
import { fieldsOf } from '@feira/schemas/entities/entity';
import { offer as offerEntity } from '@feira/schemas/entities/offer';
import { type ProductFields, product as productEntity } from '@feira/schemas/entities/product';
import type { ImportKind, ImportSource } from '@feira/schemas/imports';
import type { PlatformSettings } from '@feira/schemas/platform';
import { minimumInstallmentIn } from '@feira/schemas/rules/amount-in';
import type { Statement, Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import { findChange, queryIn } from '../../shared/edited-model.ts';
import { EditedOffer, type OfferState } from '../offers/edit-model.ts';
import { applyInput, checkOffer, createOfferIn, newOffer, type OfferInput, updateOfferIn } from '../offers/service.ts';
import { Product } from '../products/model.ts';
import { createProductIn, type EditCall, updateProductIn } from '../products/service.ts';
import { INSTALLMENT_COLUMNS, INSTALLMENT_MINIMUM } from './fields.ts';
import type { Data } from './line.ts';
import type { Outcome, RowProblem } from './model.ts';
import { foldText } from './values.ts';

export type CatalogueKind = Extract<ImportKind, 'PRODUCTS' | 'OFFERS'>;

interface Known {
  id: string;
  productId: string;
  name: string;
  keys: string[];
}
export interface Catalogue {
  products: readonly Known[];
  offers: readonly Known[];
}

const keysOf = (kind: 'PRODUCT' | 'OFFER', id: string) => `coalesce((SELECT array_agg(k.external_id) FROM import_key k
  WHERE k.platform_id = $1 AND k.seller_id = $2 AND k.kind = '${kind}' AND k.source = $3 AND k.target_id = ${id}), '{}')`;

const selectProducts = (platformId: string, sellerId: string, source: ImportSource): Statement<Known> => ({
  text: `SELECT p.id, p.id AS product_id, p.name, ${keysOf('PRODUCT', 'p.id')} AS keys FROM product p
    WHERE p.platform_id = $1 AND p.seller_id = $2 AND NOT p.is_hidden ORDER BY p.id`,
  values: [platformId, sellerId, source],
});

const selectOffers = (platformId: string, sellerId: string, source: ImportSource): Statement<Known> => ({
  text: `SELECT o.id, o.product_id, o.title AS name, ${keysOf('OFFER', 'o.id')} AS keys
    FROM product p JOIN offer o ON o.platform_id = p.platform_id AND o.product_id = p.id
    WHERE p.platform_id = $1 AND p.seller_id = $2 AND NOT p.is_hidden AND NOT o.is_hidden
      AND o.status <> 'ARCHIVED' ORDER BY o.id`,
  values: [platformId, sellerId, source],
});

export const readCatalogue = async (
  transaction: Transaction,
  platformId: string,
  sellerId: string,
  source: ImportSource,
): Promise<Catalogue> => ({
  products: await transaction.list(selectProducts(platformId, sellerId, source)),
  offers: await transaction.list(selectOffers(platformId, sellerId, source)),
});

const insertKey = (
  platformId: string,
  sellerId: string,
  {
    kind,
    source,
    externalId,
    targetId,
  }: { kind: 'PRODUCT' | 'OFFER'; source: ImportSource; externalId: string; targetId: string },
): Statement => ({
  text: `INSERT INTO import_key (platform_id, seller_id, kind, source, external_id, target_id) VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (seller_id, external_id, kind, source, platform_id) DO UPDATE SET target_id = excluded.target_id`,
  values: [platformId, sellerId, kind, source, externalId, targetId],
});

export class LineRefused extends Error {
  readonly problems: RowProblem[];

  constructor(problems: RowProblem[]) {
    super(`The line was refused: ${problems.map(({ code }) => code).join()}`);
    this.problems = problems;
  }
}

const refuse = (code: RowProblem['code'], field: string | null = null): never => {
  throw new LineRefused([{ field, code }]);
};

/** Finds a row by our id, by the id of the source, or by a name that only one of them has and that the source calls nothing else. */
function findKnown(
  known: readonly Known[],
  { id, externalId, name }: { id: unknown; externalId: unknown; name: unknown },
  fields: { id: string; name: string },
): Known | undefined {
  if (id) return known.find((one) => one.id === id) ?? refuse('PRODUCT_UNKNOWN', fields.id);
  const keyed = externalId ? known.find(({ keys }) => keys.includes(String(externalId))) : undefined;
  if (keyed) return keyed;
  const folded = foldText(String(name ?? ''));
  const named = folded
    ? known.filter((one) => foldText(one.name) === folded && !(externalId && one.keys.length > 0))
    : [];
  return named.length > 1 ? refuse('PRODUCT_AMBIGUOUS', fields.name) : named[0];
}

const PERCENT = 10_000;

/** Reads the columns of installments as one table; undefined where the line has none. Throws LineRefused where the table has a gap. */
export function readInstallments(data: Data, settings: PlatformSettings): InstallmentTable | undefined {
  const fees = INSTALLMENT_COLUMNS.map((name) => data[name] as number | undefined);
  const max = fees.findLastIndex((fee) => fee !== undefined) + 1;
  if (max === 0) return undefined;
  const offered = fees.slice(0, max);
  if (offered.some((fee) => fee === undefined || fee > PERCENT))
    refuse('INSTALLMENTS_INVALID', INSTALLMENT_COLUMNS[max - 1]);
  const interest = offered.findIndex((fee) => fee !== 0);
  return {
    max,
    interestFree: Math.max(1, interest === -1 ? max : interest),
    feeBasisPoints: fees.map((fee) => fee ?? 0),
    minimumInstallment:
      (data[INSTALLMENT_MINIMUM] as number | undefined) ??
      minimumInstallmentIn((data.coin as Currency | undefined) ?? settings.currency, settings),
  };
}

/** Writes a table of installments as its columns: hundredths of a percent, and null behind the last installment. */
export const writeInstallments = (table: InstallmentTable | null): Record<string, number | null> => ({
  ...Object.fromEntries(
    INSTALLMENT_COLUMNS.map((name, index) => {
      if (!table || index >= table.max) return [name, null];
      return [name, index < table.interestFree ? 0 : (table.feeBasisPoints[index] ?? 0)];
    }),
  ),
  [INSTALLMENT_MINIMUM]: table?.minimumInstallment ?? null,
});

const pick = (data: Data, names: readonly string[]): Data =>
  Object.fromEntries(names.flatMap((name) => (name in data ? [[name, data[name]]] : [])));

const productInput = (kind: CatalogueKind, data: Data): Partial<ProductFields> =>
  kind === 'PRODUCTS' ? (pick(data, fieldsOf(productEntity)) as Partial<ProductFields>) : {};

function offerInput(data: Data, settings: PlatformSettings): OfferInput {
  const installments = readInstallments(data, settings);
  return { ...(pick(data, fieldsOf(offerEntity)) as OfferInput), ...(installments && { installments }) };
}

/** Leaves a table alone that the same columns describe: they do not tell what was set behind the last installment. */
function keepTable(before: OfferState | undefined, input: OfferInput): void {
  const said = (table: InstallmentTable | null) => JSON.stringify(writeInstallments(table));
  if (before?.installments && input.installments && said(before.installments) === said(input.installments))
    delete input.installments;
}

/** The category and type of a product whose line says neither. */
const NEW_PRODUCT = { typeProduct: 'DIGITAL', category: 'GENERAL' } as const;

/** Throws LineRefused with a problem for each field that does not fit. */
function checkFields(offer: OfferState, input: OfferInput, settings: PlatformSettings, isPhysical: boolean): void {
  try {
    checkOffer(offer, { changed: new Set(Object.keys(input)), settings, isPhysical });
  } catch (error) {
    throw toRefusal(error) ?? error;
  }
}

/** Returns the refusal of a line that the catalogue's own rules refuse; undefined for every other error. */
export function toRefusal(error: unknown): LineRefused | undefined {
  if (error instanceof LineRefused) return error;
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'PRODUCT_LIMIT' || error.code === 'OFFER_LIMIT')
    return new LineRefused([{ field: null, code: error.code }]);
  if (Object.keys(error.reasons).length > 0)
    return new LineRefused(
      Object.entries(error.reasons).map(([path, reason]) => ({
        field: path.split('.')[0] as string,
        code: 'OFFER_RULE' as const,
        reason,
      })),
    );
  return error.status < 500 ? new LineRefused([{ field: null, code: 'CHANGED_MEANWHILE' }]) : undefined;
}

interface Found {
  product: Known | undefined;
  offer: Known | undefined;
  title: string;
}

function findRows(kind: CatalogueKind, data: Data, catalogue: Catalogue): Found {
  const name = kind === 'PRODUCTS' ? data.name : data.productName;
  const nameField = kind === 'PRODUCTS' ? 'name' : 'productName';
  const title = String(data.title ?? data.name ?? '');
  const named = data.offerId ? catalogue.offers.find(({ id }) => id === data.offerId) : undefined;
  const product = named
    ? catalogue.products.find(({ id }) => id === named.productId)
    : findKnown(
        catalogue.products,
        { id: data.productId, externalId: data.productExternalId, name },
        { id: 'productId', name: nameField },
      );
  if (!product && kind === 'OFFERS') refuse('PRODUCT_UNKNOWN', name ? 'productName' : 'productId');
  const offers = product ? catalogue.offers.filter(({ productId }) => productId === product.id) : [];
  const offer =
    named ??
    findKnown(
      offers,
      { id: undefined, externalId: data.offerExternalId, name: title },
      { id: 'offerId', name: 'title' },
    );
  return { product, offer, title };
}

/** Returns what the line is known by within its file. */
export function catalogueKey(data: Data): string {
  if (data.offerId) return `id:${data.offerId}`;
  if (data.offerExternalId) return `key:${data.offerExternalId}`;
  const product = data.productId ?? data.productExternalId ?? foldText(String(data.name ?? data.productName ?? ''));
  return `${product}|${foldText(String(data.title ?? data.name ?? ''))}`.slice(0, 500);
}

/** Tells what a line would do, and writes nothing. Throws LineRefused. */
export async function checkCatalogueLine(
  transaction: Transaction,
  { platform, person }: EditCall,
  { kind, data, catalogue }: { kind: CatalogueKind; data: Data; catalogue: Catalogue },
): Promise<Outcome> {
  const found = findRows(kind, data, catalogue);
  const input: OfferInput = { ...offerInput(data, platform.settings), title: found.title };
  const fields = productInput(kind, data);
  const product = found.product && (await queryIn(transaction, Product).findById(found.product.id));
  const isPhysical = (fields.typeProduct ?? product?.typeProduct) === 'FISICO';
  const row = found.offer && (await EditedOffer.findOwn(transaction, found.offer.id, person.id));
  const before = row?.toState();
  keepTable(before, input);
  const after = applyInput(before ?? newOffer(platform.settings), input);
  checkFields(after, before ? changesOf(before, input, after) : input, platform.settings, isPhysical);
  if (!product || !before) return 'NEW';
  const isChanged = findChange<Partial<ProductFields>>(product, fields) ?? findChange<OfferState>(before, after);
  return isChanged ? 'CHANGED' : 'SAME';
}

/** Returns the fields of the input that differ: rules of the platform that have changed since do not stop other changes. */
const changesOf = (before: OfferState, input: OfferInput, after: OfferState): OfferInput =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name]) => findChange<OfferState>(before, { [name]: after[name as keyof OfferState] }) !== null,
    ),
  );

export interface Written {
  offerId: string;
  isMade: boolean;
  madeProductId: string | null;
}

/** Writes a line within a transaction. A line that was written before changes nothing. Throws LineRefused. */
export async function writeCatalogueLine(
  transaction: Transaction,
  call: EditCall,
  { kind, data, source }: { kind: CatalogueKind; data: Data; source: ImportSource },
): Promise<Written> {
  const { platform, person } = call;
  const catalogue = await readCatalogue(transaction, platform.id, person.id, source);
  const found = findRows(kind, data, catalogue);
  const fields = productInput(kind, data);
  let productId = found.product?.id;
  if (!productId)
    ({ productId } = await createProductIn(transaction, call, { ...NEW_PRODUCT, ...fields, name: String(data.name) }));
  else if (Object.keys(fields).length > 0) {
    const row = await Product.lock(transaction, productId);
    if (row) await updateProductIn(transaction, call, { productId, version: row.version, ...fields });
  }
  const input: OfferInput = { ...offerInput(data, platform.settings), title: found.title };
  let offerId = found.offer?.id;
  if (!offerId) ({ offerId } = await createOfferIn(transaction, call, { productId, ...input }));
  else {
    const row = await EditedOffer.lockOwn(transaction, offerId, person.id);
    if (row) {
      keepTable(row.toState(), input);
      await updateOfferIn(transaction, call, { offerId, version: row.version, ...input });
    }
  }
  const keys = [
    ['PRODUCT', data.productExternalId, productId],
    ['OFFER', data.offerExternalId, offerId],
  ] as const;
  for (const [of, externalId, targetId] of keys)
    if (externalId)
      await transaction.run(
        insertKey(platform.id, person.id, { kind: of, source, externalId: String(externalId), targetId }),
      );
  return { offerId, isMade: !found.offer, madeProductId: found.product ? null : productId };
}

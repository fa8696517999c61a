/** Creates, changes and closes payment links. Each sells by a hidden offer of its own, so that its sales are sales like all others. */
import type { Locale } from '@feira/schemas/common';
import type { PaymentLinkFields } from '@feira/schemas/entities/payment-link';
import type { Input } from '@feira/schemas/procedure';
import type * as declared from '@feira/schemas/procedures/payment-links';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from '../../plugins/database.ts';
import { AppError } from '../../plugins/errors.ts';
import type { PersonCall } from '../../plugins/procedures.ts';
import { findChange, queryIn, writeVersion } from '../../shared/edited-model.ts';
import { type AuditEntry, recordEvent } from '../audit/service.ts';
import { changeLinkOffer, insertLinkOffer, lockSource } from '../offers/service.ts';
import { changeLinkProduct, insertLinkProduct } from '../products/service.ts';
import { checkVersion } from '../products/versioned-model.ts';
import { checkVerification } from '../verifications/service.ts';
import { PaymentLink, selectTerms } from './model.ts';

type App = Pick<FastifyInstance, 'database' | 'clock' | 'findPlatformUrl'>;
type Created = Input<typeof declared.createPaymentLink>;
type Changed = Omit<Input<typeof declared.updatePaymentLink>, 'linkId' | 'version'>;

type Reason = Record<Locale, string>;
const reason = (portuguese: string, english: string): Reason => ({ 'pt-BR': portuguese, en: english });

const TITLE_MISSING = reason('Diga do que é a cobrança.', 'Say what the payment is for.');
const AMOUNT_MISSING = reason(
  'Informe o valor, ou o mínimo e o máximo entre os quais o comprador escolhe.',
  'Give the amount, or the minimum and the maximum between which the buyer chooses.',
);
const LIMIT_MISSING = reason('Informe o mínimo e o máximo.', 'Give the minimum and the maximum.');
const LIMITS_TURNED = reason(
  'O máximo não pode ser menor que o mínimo.',
  "The maximum can't be less than the minimum.",
);
const NOT_OPEN = reason('Neste link o valor é fixo.', 'The amount of this link is fixed.');
const NOT_FIXED = reason('Neste link o comprador digita o valor.', 'The buyer types the amount of this link.');
const NOT_OF_OFFER = reason(
  'Um link de uma oferta mostra a descrição do produto.',
  "A link of an offer shows the product's description.",
);
const FIXED_BY_PLAN = reason(
  'Uma assinatura é vendida pelo preço da oferta.',
  'A subscription is sold at the price of its offer.',
);
const LIMITED_STOCK = reason(
  'Esta oferta tem estoque limitado: venda pelo link da própria oferta.',
  "This offer has a limited stock: sell it by the offer's own link.",
);
const FREE_TRIAL = reason(
  'Um teste grátis não cobra nada, e por isso não fecha um link de um só pagamento.',
  'A free trial charges nothing, so it does not close a link for a single payment.',
);
const PAST = reason('Escolha uma data no futuro.', 'Choose a date in the future.');

function refuse(reasons: Record<string, Reason | false | undefined>): void {
  const broken = Object.entries(reasons).filter((entry): entry is [string, Reason] => !!entry[1]);
  if (broken.length > 0) throw new AppError('PAYMENT_LINK_INVALID', { reasons: Object.fromEntries(broken) });
}

/** Returns the reasons by which the limits of an amount that the buyer types do not fit. */
function checkLimits({ leastAmount, mostAmount }: { leastAmount?: number | null; mostAmount?: number | null }) {
  return {
    leastAmount: !leastAmount && LIMIT_MISSING,
    mostAmount: !mostAmount ? LIMIT_MISSING : mostAmount < (leastAmount ?? 0) && LIMITS_TURNED,
  };
}

const isPast = ({ clock }: Pick<App, 'clock'>, time: string | null | undefined): boolean =>
  !!time && new Date(time) <= clock.now();

const describe = ({ id, title }: { id: string; title: string }, before: object | null, after: object): AuditEntry => ({
  type: 'paymentLink.changed',
  subject: { type: 'payment-link', id, name: title },
  details: { before, after },
});

const toIso = (time: string | null | undefined): string | null => (time ? new Date(time).toISOString() : null);

/** Writes the hidden offer of a link of an offer. */
async function insertOfOffer(transaction: Transaction, call: PersonCall, input: Created & { offerId: string }) {
  const source = await lockSource(transaction, call, input.offerId);
  const isOtherPrice = input.amount !== undefined && input.amount !== source.price;
  refuse({
    description: input.description !== undefined && NOT_OF_OFFER,
    leastAmount: input.leastAmount !== undefined && NOT_OPEN,
    mostAmount: input.mostAmount !== undefined && NOT_OPEN,
    amount: isOtherPrice && source.type === 'SUBSCRIPTION' && FIXED_BY_PLAN,
    offerId: source.stockLimit !== null && LIMITED_STOCK,
    isSingleUse: input.isSingleUse && source.isTrialFree && FREE_TRIAL,
  });
  await checkVerification(transaction, call.platform, call.person.id, { kind: 'SALE' });
  const title = input.title ?? source.title;
  const id = await insertLinkOffer(
    transaction,
    call,
    { source },
    { ...toTerms(input), title, price: input.amount ?? source.price },
  );
  return { id, title, kind: 'OFFER' as const };
}

/** Writes the hidden product and offer of a link that asks for an amount. */
async function insertOfAmount(transaction: Transaction, call: PersonCall, input: Created) {
  const { title, description = '', amount, leastAmount, mostAmount } = input;
  const isOpen = leastAmount !== undefined || mostAmount !== undefined;
  refuse({
    title: !title && TITLE_MISSING,
    amount: isOpen ? amount !== undefined && NOT_FIXED : amount === undefined && AMOUNT_MISSING,
    ...(isOpen && checkLimits(input)),
  });
  const name = title as string;
  const productId = await insertLinkProduct(transaction, call, { name, description });
  const price = (amount ?? leastAmount) as number;
  const id = await insertLinkOffer(transaction, call, { productId }, { ...toTerms(input), title: name, price });
  return { id, title: name, kind: isOpen ? ('OPEN_AMOUNT' as const) : ('AMOUNT' as const) };
}

const toTerms = ({ isSingleUse = false, expiresAt }: Created) => ({
  stockLimit: isSingleUse ? 1 : null,
  saleEndsAt: toIso(expiresAt),
});

export async function createPaymentLink(app: App, call: PersonCall, input: Created) {
  const { platform, person, request } = call;
  const { offerId, leastAmount = null, mostAmount = null, isSingleUse = false, note = '' } = input;
  refuse({ expiresAt: isPast(app, input.expiresAt) && PAST });
  const linkId = await app.database.transaction(platform.id, async (transaction) => {
    const made = offerId
      ? await insertOfOffer(transaction, call, { ...input, offerId })
      : await insertOfAmount(transaction, call, input);
    const { id, kind } = made;
    const fields = { kind, isSingleUse, leastAmount, mostAmount, note };
    await queryIn(transaction, PaymentLink).insert({ platformId: platform.id, id, sellerId: person.id, ...fields });
    await transaction.run(recordEvent(platform.id, request, describe(made, null, { ...input, title: made.title })));
    return id;
  });
  return { linkId, version: 1, url: `${await app.findPlatformUrl(platform.id)}/checkout/${linkId}` };
}

interface Edited {
  linkId: string;
  version: number;
}

/** Locks a link of the caller that is not closed. Throws EDIT_CONFLICT where it has changed since the caller read it. */
async function lockLink(transaction: Transaction, { person }: PersonCall, { linkId, version }: Edited) {
  const link = await PaymentLink.lockOwn(transaction, linkId, person.id);
  if (!link) throw new AppError('PAYMENT_LINK_NOT_FOUND', { fields: ['linkId'] });
  checkVersion(link, version);
  if (link.closedAt) throw new AppError('PAYMENT_LINK_CLOSED', { fields: ['linkId'] });
  return link;
}

export function updatePaymentLink(app: App, call: PersonCall, { linkId, version, ...input }: Edited & Changed) {
  const { platform, request } = call;
  return app.database.transaction(platform.id, async (transaction) => {
    const link = await lockLink(transaction, call, { linkId, version });
    const terms = await transaction.find(selectTerms(platform.id, linkId));
    if (!terms) throw new Error('A payment link has no offer.');
    const before = {
      ...link.values(),
      title: terms.title,
      description: terms.description,
      amount: link.kind === 'OPEN_AMOUNT' ? null : terms.price,
      expiresAt: terms.saleEndsAt?.toISOString() ?? null,
    };
    const { expiresAt, ...rest } = input;
    const wanted = { ...rest, ...(expiresAt !== undefined && { expiresAt: toIso(expiresAt) }) };
    const change = findChange<typeof before>(before, wanted);
    if (!change) return { version };
    const { title, description, amount, leastAmount, mostAmount, isActive, note } = change.after;
    const isOpen = link.kind === 'OPEN_AMOUNT';
    const limits = { leastAmount: leastAmount ?? link.leastAmount, mostAmount: mostAmount ?? link.mostAmount };
    const isFixedPlan = amount !== undefined && link.kind === 'OFFER' && terms.type === 'SUBSCRIPTION';
    refuse({
      description: description !== undefined && link.kind === 'OFFER' && NOT_OF_OFFER,
      amount: amount !== undefined && ((isOpen && NOT_FIXED) || (isFixedPlan && FIXED_BY_PLAN)),
      expiresAt: change.after.expiresAt !== undefined && isPast(app, change.after.expiresAt) && PAST,
      ...(isOpen
        ? checkLimits(limits)
        : { leastAmount: leastAmount !== undefined && NOT_OPEN, mostAmount: mostAmount !== undefined && NOT_OPEN }),
    });
    const price = amount ?? (isOpen ? leastAmount : undefined);
    await changeLinkOffer(transaction, call, linkId, {
      ...(title !== undefined && { title }),
      ...(price && { price }),
      ...(change.after.expiresAt !== undefined && { saleEndsAt: change.after.expiresAt }),
    });
    if (link.kind !== 'OFFER' && (title !== undefined || description !== undefined))
      await changeLinkProduct(transaction, terms.productId, {
        ...(title !== undefined && { name: title }),
        ...(description !== undefined && { description }),
      });
    const fields: Partial<PaymentLinkFields> = Object.fromEntries(
      Object.entries({ isActive, note, leastAmount, mostAmount }).filter(([, value]) => value !== undefined),
    );
    const next = await writeVersion(transaction, link, fields, Object.keys(change.after));
    const named = { id: linkId, title: title ?? terms.title };
    await transaction.run(recordEvent(platform.id, request, describe(named, change.before, change.after)));
    return { version: next };
  });
}

export function closePaymentLink(app: App, call: PersonCall, edited: Edited): Promise<{ version: number }> {
  const { platform, request } = call;
  return app.database.transaction(platform.id, async (transaction) => {
    const link = await lockLink(transaction, call, edited);
    const terms = await transaction.find(selectTerms(platform.id, edited.linkId));
    const version = await writeVersion(transaction, link, { closedAt: app.clock.now() }, ['closedAt']);
    const named = { id: edited.linkId, title: terms?.title ?? '' };
    const [before, after] = [{ state: link.isActive ? 'ON' : 'OFF' }, { state: 'CLOSED' }];
    await transaction.run(recordEvent(platform.id, request, describe(named, before, after)));
    return { version };
  });
}

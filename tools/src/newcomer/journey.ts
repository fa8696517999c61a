/**
 * The way from an empty installation to money in a seller's bank account: a master opens the platform, a seller registers and sells, a
 * buyer pays. Every step is a call that a screen makes too; nothing is written around the procedures.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { HOST_PATHS } from '@feira/schemas/addresses';
import type { PaymentView } from '@feira/schemas/checkout';
import { ADMIN_PERMISSIONS } from '@feira/schemas/options';
import { DEFAULT_PLATFORM_SETTINGS } from '@feira/schemas/platform';
import type { Input } from '@feira/schemas/procedure';
import { updateProfile } from '@feira/schemas/procedures/account';
import { getBalance } from '@feira/schemas/procedures/balances';
import { getPaymentQuick, purchase } from '@feira/schemas/procedures/checkout';
import { createConnection, testConnection, updateConnection } from '@feira/schemas/procedures/connections';
import { createCoupon } from '@feira/schemas/procedures/coupons';
import { createDeliverable, openAccess } from '@feira/schemas/procedures/deliverables';
import { decideProposal } from '@feira/schemas/procedures/money-rules';
import { createOffer, getMyOffer } from '@feira/schemas/procedures/offers';
import { addPixKey, decideWithdrawal, listWithdrawals, requestWithdrawal } from '@feira/schemas/procedures/payouts';
import { inviteFunctionary } from '@feira/schemas/procedures/people';
import { createOrderBump, createProduct, publishProduct } from '@feira/schemas/procedures/products';
import { listSales } from '@feira/schemas/procedures/sales';
import { updateRules } from '@feira/schemas/procedures/settings';
import { markShipped } from '@feira/schemas/procedures/shipping';
import { listMails, waitForLink } from './mailbox.ts';
import { acceptInvitation, createVisitor, registerSeller, uploadPicture, type Visitor } from './visitor.ts';

const PICTURES = path.resolve(import.meta.dirname, '../../demo');
const PASSWORD = 'quatro tigelas de barro';
const SELLER = { name: 'Elisa Estreia', email: 'elisa@newcomer.example', password: PASSWORD };
const ADMIN = { name: 'Alice Administradora', email: 'alice@newcomer.example' };
/** Valid and invented. */
const [SELLER_DOCUMENT, BUYER_DOCUMENT] = ['52998224725', '11144477735'];
const BUYER_EMAIL = 'clara@newcomer.example';
const ADDRESS = {
  cep: '01310100',
  street: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
} as const;
const CREDENTIALS = {
  settings: { publicKey: 'pk_newcomer_0123456789' },
  secrets: { secretKey: 'sk_newcomer_0123456789abcdef', webhookSecret: 'whsec_newcomer_0123456789abcdef' },
};
const COFFEE = 'Dois pacotes de 250 g';
const COUPON = 'ESTREIA10';
const LESSONS = 'https://aulas.newcomer.example/';
const PATIENCE_MS = 60_000;

export interface Journey {
  /** The address of the platform, which no person has used yet. */
  url: string;
  /** The link that opens the first master's account. */
  masterLink: string;
  /** Tells of each step that is done. */
  report(step: string): void;
}

/** Returns the money that reached the seller's bank, in cents. Throws where a step is refused or does not end within a minute. */
export async function makeJourney({ url, masterLink, report }: Journey): Promise<number> {
  const { admin, connectionId } = await openPlatform(url, masterLink);
  report('The master connected a provider and invited an administrator, who set the rules');
  const seller = await registerSeller({ url }, SELLER);
  await seller.call(updateProfile, { document: SELLER_DOCUMENT });
  report('A seller registered with the link of a mail');
  const course = await createDigitalProduct(seller);
  const coffee = await createPhysicalProduct(seller);
  report(
    'The seller published a digital product with an order bump and a coupon, and a physical one that is delivered',
  );
  const buy = createBuyer(url, connectionId);
  const mails = await listMails({ url });
  await buy({ offerId: course.offerId, orderBumpsIds: [course.bumpId], coupon: COUPON, paymentMethod: 'PIX' });
  report('A buyer paid the digital product and its bump by PIX, with the coupon');
  await openBought(url, mails);
  report('The buyer opened what was bought with the link of the mail');
  const shipped = { ...ADDRESS, deliveryOptionId: coffee.deliveryOptionId };
  await buy({ offerId: coffee.offerId, ...shipped, paymentMethod: 'CREDIT_CARD' });
  await buy({ offerId: coffee.offerId, ...shipped, paymentMethod: 'BILLET' });
  report('A buyer paid the physical product by card, and again by boleto');
  await shipAll(seller);
  report('The seller shipped both parcels');
  const amount = await withdraw(seller, admin);
  report('The seller withdrew the money, and the administrator approved it');
  return amount;
}

async function openPlatform(url: string, masterLink: string) {
  const master = await acceptInvitation({ url }, masterLink, PASSWORD);
  const { connectionId } = await master.call(createConnection, {
    provider: 'sandbox',
    version: await findVersion('sandbox'),
    environment: 'simulator',
    name: 'Sandbox',
    methods: ['PIX', 'CREDIT_CARD', 'BILLET'],
    ...CREDENTIALS,
  });
  await master.call(testConnection, { connectionId });
  await master.call(updateConnection, { connectionId, status: 'ENABLED' });
  const former = await listMails({ url });
  await master.call(inviteFunctionary, { ...ADMIN, permissions: [...ADMIN_PERMISSIONS] });
  const admin = await acceptInvitation({ url }, await waitForLink({ url }, ADMIN.email, former), PASSWORD);
  const { release, withdrawals } = DEFAULT_PLATFORM_SETTINGS;
  const atOnce = { days: 0, reserveBasisPoints: 0 };
  // Days are too long to wait for here.
  const { proposalId, status } = await admin.call(updateRules, {
    release: { ...release, PIX: atOnce, CREDIT_CARD: atOnce, BILLET: atOnce },
    withdrawals: { ...withdrawals, coolingHours: 0 },
  });
  // A change that loosens a safeguard takes a second person.
  if (proposalId && status === 'WAITING') await master.call(decideProposal, { proposalId, decision: 'APPROVE' });
  return { admin, connectionId };
}

async function findVersion(provider: string): Promise<string> {
  const file = path.resolve(import.meta.dirname, '../../../plugins', provider, 'package.json');
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}

const readPicture = (name: string) => readFile(path.join(PICTURES, `${name}.webp`));

interface NewProduct {
  product: Input<typeof createProduct>;
  offer: Omit<Input<typeof createOffer>, 'productId'>;
  picture: string;
}

/** Creates a product with its cover and an offer, and puts both on sale. */
async function createOnSale(seller: Visitor, { product, offer, picture }: NewProduct) {
  const image = await uploadPicture(seller, 'PRODUCT_COVER', await readPicture(picture));
  const { productId, version } = await seller.call(createProduct, { ...product, image });
  const { offerId } = await seller.call(createOffer, { ...offer, productId });
  await seller.call(publishProduct, { productId, version });
  return { productId, offerId };
}

async function createDigitalProduct(seller: Visitor) {
  const course = await createOnSale(seller, {
    product: { name: 'Pão de fermentação natural', typeProduct: 'DIGITAL', category: 'GASTRONOMY' },
    offer: { title: 'Curso completo', price: 19_700, fakePrice: 24_700 },
    picture: 'bread',
  });
  await seller.call(createDeliverable, {
    productId: course.productId,
    kind: 'ADDRESS',
    title: 'As aulas',
    address: LESSONS,
  });
  const recipes = await createOnSale(seller, {
    product: { name: '30 receitas de levain', typeProduct: 'DIGITAL', category: 'LITERATURE' },
    offer: { title: 'E-book', price: 1_990 },
    picture: 'ebook',
  });
  const { bumpId } = await seller.call(createOrderBump, {
    productId: course.productId,
    offerId: recipes.offerId,
    title: 'Leve também as 30 receitas',
    image: await uploadPicture(seller, 'ORDER_BUMP', await readPicture('ebook')),
  });
  await seller.call(createCoupon, {
    code: COUPON,
    discount: { basisPoints: 1_000 },
    maxUses: 100,
    maxUsesPerBuyer: 1,
    cycles: 1,
    startsAt: null,
    endsAt: null,
    offerIds: [course.offerId],
    productIds: [],
    isActive: true,
  });
  return { ...course, bumpId };
}

async function createPhysicalProduct(seller: Visitor) {
  const { offerId } = await createOnSale(seller, {
    product: { name: 'Kit Café da Serra', typeProduct: 'FISICO', category: 'GASTRONOMY' },
    offer: {
      title: COFFEE,
      price: 8_990,
      deliveryOptions: [
        { description: 'Correios PAC', deliveryTime: '6 a 9 dias úteis', fareAmount: 0, preSelected: true },
        { description: 'Correios Sedex', deliveryTime: '2 a 3 dias úteis', fareAmount: 2_490, preSelected: false },
      ],
    },
    picture: 'coffee',
  });
  const { deliveryOptions } = await seller.call(getMyOffer, { offerId });
  return { offerId, deliveryOptionId: deliveryOptions.find(({ preSelected }) => preSelected)!.id };
}

type Order = Omit<Input<typeof purchase>, 'email' | 'name' | 'creditCard'>;

/** Returns what a buyer without an account does: orders, pays at the simulated bank, and waits for the payment page to say so. */
function createBuyer(url: string, connectionId: string) {
  const buyer = createVisitor({ url });
  return async (order: Order): Promise<PaymentView> => {
    const { payment } = await buyer.call(purchase, {
      ...order,
      name: 'Clara Cliente',
      email: BUYER_EMAIL,
      cpf: BUYER_DOCUMENT,
      phone: '11987654321',
      ...(order.paymentMethod === 'CREDIT_CARD' && {
        creditCard: { token: `${connectionId}~${await createCardToken(buyer, connectionId)}`, installments: 1 },
      }),
    });
    if (payment.status === 'PENDING') await buyer.fetch(payment.simulatorUrl!, { method: 'POST', body: 'action=pay' });
    return waitFor(`the payment of ${order.offerId}`, async () => {
      const view = await buyer.call(getPaymentQuick, { paymentId: payment.id });
      return view.status === 'APPROVED' ? view : null;
    });
  };
}

/** Returns a token as the provider's script makes one of a card in the browser. */
async function createCardToken(buyer: Visitor, connectionId: string): Promise<string> {
  const card = { number: '5555555555554444', holder_name: 'Clara Cliente', exp_month: 12, exp_year: 2040, cvv: '123' };
  const answer = await buyer.fetch(`/simulators/${connectionId}/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${CREDENTIALS.settings.publicKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ card }),
  });
  return ((await answer.json()) as { id: string }).id;
}

/** Follows the link of the approval's mail, which needs no account. */
async function openBought(url: string, former: readonly string[]): Promise<void> {
  const buyer = createVisitor({ url });
  await waitFor('what was bought', async () => {
    const link = new URL(await waitForLink({ url }, BUYER_EMAIL, former));
    // The mail with the code comes first, and leads to the payment page.
    if (link.pathname !== HOST_PATHS.access) return null;
    const { products } = await buyer.call(openAccess, { token: link.hash.slice(1) });
    return products.some(({ items }) => items.some(({ address }) => address === LESSONS)) || null;
  });
}

/** Ships every sale of physical goods. */
async function shipAll(seller: Visitor): Promise<void> {
  const { sales } = await seller.call(listSales, { search: COFFEE });
  if (sales.length !== 2) throw new Error(`The seller finds ${sales.length} sales to ship, and there are two.`);
  for (const { id } of sales)
    await seller.call(markShipped, { saleId: id, version: 0, carrier: 'Correios', trackingCode: 'AA123456789BR' });
}

/** Withdraws everything that is available, and returns how much of it reached the bank, in cents. */
async function withdraw(seller: Visitor, admin: Visitor): Promise<number> {
  const amount = await waitFor('the release of the money', async () => {
    const { available, pending } = await seller.call(getBalance, {});
    return available > 0 && pending === 0 ? available : null;
  });
  const { destination } = await seller.call(addPixKey, { pixKey: SELLER_DOCUMENT, pixType: 'CPF' });
  const { withdrawal } = await seller.call(requestWithdrawal, { amount, destinationId: destination.id });
  await admin.call(decideWithdrawal, { withdrawalId: withdrawal.id, decision: 'APPROVE' });
  return waitFor('the withdrawal', async () => {
    const { items } = await seller.call(listWithdrawals, {});
    const paid = items.find(({ id, state }) => id === withdrawal.id && state === 'PAID');
    return paid ? paid.amount - paid.fee : null;
  });
}

async function waitFor<T>(thing: string, look: () => Promise<T | null>): Promise<T> {
  for (const started = Date.now(); Date.now() - started < PATIENCE_MS; await wait(100)) {
    const found = await look();
    if (found !== null) return found;
  }
  throw new Error(`The journey waited for ${thing} for ${PATIENCE_MS / 1000} seconds, and it did not come.`);
}

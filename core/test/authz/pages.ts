/** Routes that are no procedures. Those that name a row are listed here with their outcome. */
import type { Role } from '@feira/schemas/procedure';
import type { InjectOptions } from 'fastify';
import { LIST_FILES } from '../../src/modules/exports/lists.ts';
import { newId } from '../../src/shared/ids.ts';
import type { CallerName } from './callers.ts';
import type { Context } from './case.ts';
import { METRICS_TOKEN } from './fixtures.ts';

export interface PageVariant {
  request(context: Context): InjectOptions & { url: string };
  status: number;
  /** The response does not end. */
  isStream?: true;
}

const at = (url: (context: Context) => string, status: number, isStream?: true): PageVariant => ({
  request: (context) => ({ url: url(context) }),
  status,
  ...(isStream && { isStream }),
});
const post = (
  url: (context: Context) => string,
  payload: (context: Context) => string,
  status: number,
): PageVariant => ({
  request: (context) => ({
    url: url(context),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: payload(context),
  }),
  status,
});

const FORM = {
  name: 'João Comprador',
  email: 'joao@example.com',
  cpf: '52998224725',
  phone: '11987654321',
  paymentMethod: 'PIX',
  cep: '01310100',
  street: 'Avenida Paulista',
  number: '1',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};
const form = () => new URLSearchParams({ ...FORM, idempotencyKey: newId() }).toString();
const NOT_FOUND = 404;
const storeOf = ({ personId }: { personId: string }): string => `/loja/loja-${personId.replaceAll('-', '')}`;

/** Every caller with the address of a payment page may read its documents. */
const paymentPages = (name: string, status: number): Record<string, PageVariant> => ({
  own: at(({ other }) => `/checkout/payment/${other.paymentId}/${name}`, status),
  foreign: at(({ foreign }) => `/checkout/payment/${foreign.paymentId}/${name}`, NOT_FOUND),
  operated: at(({ operated }) => `/checkout/payment/${operated.paymentId}/${name}`, NOT_FOUND),
});

/** The address itself authenticates the provider: 128 random bits. The event is checked against the provider later. */
const webhook = (end: string): Record<string, PageVariant> => {
  const to = (address: (context: Context) => string, status: number) =>
    post(
      (context) => `/webhooks/${address(context)}${end}`,
      () => '{}',
      status,
    );
  return {
    own: to(({ other }) => `sandbox/${other.webhookToken}`, 200),
    foreign: to(({ foreign }) => `sandbox/${foreign.webhookToken}`, 200),
    'of another provider': to(({ other }) => `stripe/${other.webhookToken}`, NOT_FOUND),
    unknown: to(() => `sandbox/${'x'.repeat(22)}`, NOT_FOUND),
  };
};

const importProblems = (importId: string) => `/exports/import-problems?importId=${importId}&of=REFUSED&format=csv`;

export const PAGES: Record<string, Record<string, PageVariant>> = {
  'GET /checkout/:id': {
    own: at(({ other }) => `/checkout/${other.offerId}`, 200),
    foreign: at(({ foreign }) => `/checkout/${foreign.offerId}`, NOT_FOUND),
    operated: at(({ operated }) => `/checkout/${operated.offerId}`, NOT_FOUND),
  },
  // The seller's own page is opened in the tests of the builder.
  'GET /checkout/:id/preview': {
    other: at(({ other }) => `/checkout/${other.offerId}/preview`, NOT_FOUND),
    foreign: at(({ foreign }) => `/checkout/${foreign.offerId}/preview`, NOT_FOUND),
    operated: at(({ operated }) => `/checkout/${operated.offerId}/preview`, NOT_FOUND),
  },
  'POST /checkout/:id': {
    own: post(({ other }) => `/checkout/${other.offerId}`, form, 303),
    foreign: post(({ foreign }) => `/checkout/${foreign.offerId}`, form, NOT_FOUND),
    operated: post(({ operated }) => `/checkout/${operated.offerId}`, form, NOT_FOUND),
  },
  'GET /checkout/payment/:id': {
    own: at(({ other }) => `/checkout/payment/${other.paymentId}`, 200),
    foreign: at(({ foreign }) => `/checkout/payment/${foreign.paymentId}`, NOT_FOUND),
    operated: at(({ operated }) => `/checkout/payment/${operated.paymentId}`, NOT_FOUND),
  },
  // The code of the payment can still be paid: nothing changes, and the page shows it.
  'POST /checkout/payment/:id/renew': {
    own: post(
      ({ other }) => `/checkout/payment/${other.paymentId}/renew`,
      () => '',
      303,
    ),
    foreign: post(
      ({ foreign }) => `/checkout/payment/${foreign.paymentId}/renew`,
      () => '',
      NOT_FOUND,
    ),
    operated: post(
      ({ operated }) => `/checkout/payment/${operated.paymentId}/renew`,
      () => '',
      NOT_FOUND,
    ),
  },
  // No cookie of the purchase: the page of the payment follows.
  'GET /checkout/payment/:id/upsell': {
    own: at(({ other }) => `/checkout/payment/${other.paymentId}/upsell`, 303),
    foreign: at(({ foreign }) => `/checkout/payment/${foreign.paymentId}/upsell`, NOT_FOUND),
    operated: at(({ operated }) => `/checkout/payment/${operated.paymentId}/upsell`, NOT_FOUND),
  },
  'POST /checkout/payment/:id/upsell': {
    own: post(
      ({ other }) => `/checkout/payment/${other.paymentId}/upsell`,
      () => '',
      303,
    ),
    foreign: post(
      ({ foreign }) => `/checkout/payment/${foreign.paymentId}/upsell`,
      () => '',
      NOT_FOUND,
    ),
    operated: post(
      ({ operated }) => `/checkout/payment/${operated.paymentId}/upsell`,
      () => '',
      NOT_FOUND,
    ),
  },
  'GET /checkout/:id/contact': {
    own: at(({ other }) => `/checkout/${other.offerId}/contact`, 200),
    foreign: at(({ foreign }) => `/checkout/${foreign.offerId}/contact`, NOT_FOUND),
    operated: at(({ operated }) => `/checkout/${operated.offerId}/contact`, NOT_FOUND),
  },
  'GET /checkout/payment/:id/contact': paymentPages('contact', 200),
  // An empty form shows what is missing, and asks nobody.
  'POST /checkout/:id/contact': {
    own: post(
      ({ other }) => `/checkout/${other.offerId}/contact`,
      () => '',
      422,
    ),
    foreign: post(
      ({ foreign }) => `/checkout/${foreign.offerId}/contact`,
      () => '',
      NOT_FOUND,
    ),
    operated: post(
      ({ operated }) => `/checkout/${operated.offerId}/contact`,
      () => '',
      NOT_FOUND,
    ),
  },
  'POST /checkout/payment/:id/contact': {
    own: post(
      ({ other }) => `/checkout/payment/${other.paymentId}/contact`,
      () => '',
      422,
    ),
    foreign: post(
      ({ foreign }) => `/checkout/payment/${foreign.paymentId}/contact`,
      () => '',
      NOT_FOUND,
    ),
    operated: post(
      ({ operated }) => `/checkout/payment/${operated.paymentId}/contact`,
      () => '',
      NOT_FOUND,
    ),
  },
  'POST /checkout/payment/:id/rest': {
    own: post(
      ({ other }) => `/checkout/payment/${other.paymentId}/rest`,
      () => '',
      303,
    ),
    foreign: post(
      ({ foreign }) => `/checkout/payment/${foreign.paymentId}/rest`,
      () => '',
      NOT_FOUND,
    ),
    operated: post(
      ({ operated }) => `/checkout/payment/${operated.paymentId}/rest`,
      () => '',
      NOT_FOUND,
    ),
  },
  'POST /checkout/payment/:id/pix': {
    own: post(
      ({ other }) => `/checkout/payment/${other.paymentId}/pix`,
      () => '',
      303,
    ),
    foreign: post(
      ({ foreign }) => `/checkout/payment/${foreign.paymentId}/pix`,
      () => '',
      NOT_FOUND,
    ),
    operated: post(
      ({ operated }) => `/checkout/payment/${operated.paymentId}/pix`,
      () => '',
      NOT_FOUND,
    ),
  },
  'GET,POST /checkout/payment/:id/return/:locale': paymentPages('return/en', 303),
  'GET /checkout/payment/:id/events': {
    own: at(({ other }) => `/checkout/payment/${other.paymentId}/events`, 200, true),
    foreign: at(({ foreign }) => `/checkout/payment/${foreign.paymentId}/events`, NOT_FOUND),
    operated: at(({ operated }) => `/checkout/payment/${operated.paymentId}/events`, NOT_FOUND),
  },
  'GET /checkout/payment/:id/receipt.json': paymentPages('receipt.json', 200),
  'GET /checkout/payment/:id/receipt.pdf': paymentPages('receipt.pdf', 200),
  // Nothing of the fixtures has an invoice.
  'GET /checkout/payment/:id/invoice.pdf': paymentPages('invoice.pdf', 404),
  'GET /checkout/payment/:id/invoice.xml': paymentPages('invoice.xml', 404),
  // The payment is by PIX.
  'GET /checkout/payment/:id/boleto.pdf': paymentPages('boleto.pdf', NOT_FOUND),
  // Only where the platform wants it.
  'GET /loja': { own: at(() => '/loja', NOT_FOUND) },
  'GET /loja/:address': {
    own: at(({ other }) => storeOf(other), 200),
    foreign: at(({ foreign }) => storeOf(foreign), NOT_FOUND),
    operated: at(({ operated }) => storeOf(operated), NOT_FOUND),
  },
  'GET /receipts/*': { unsigned: at(() => '/receipts/anything', NOT_FOUND) },
  'GET /card-frame/:id': {
    own: at(({ other }) => `/card-frame/${other.offerId}`, 200),
    foreign: at(({ foreign }) => `/card-frame/${foreign.offerId}`, NOT_FOUND),
    operated: at(({ operated }) => `/card-frame/${operated.offerId}`, NOT_FOUND),
  },
  // Only where a CAPTCHA service is configured, and then on a host of its own.
  'GET /captcha-frame/:id': {
    own: at(({ other }) => `/captcha-frame/${other.offerId}`, NOT_FOUND),
    foreign: at(({ foreign }) => `/captcha-frame/${foreign.offerId}`, NOT_FOUND),
    operated: at(({ operated }) => `/captcha-frame/${operated.offerId}`, NOT_FOUND),
  },
  'GET /pixel-frame/:id': {
    'own without pixels': at(({ other }) => `/pixel-frame/${other.offerId}`, NOT_FOUND),
    foreign: at(({ foreign }) => `/pixel-frame/${foreign.offerId}`, NOT_FOUND),
    operated: at(({ operated }) => `/pixel-frame/${operated.offerId}`, NOT_FOUND),
  },
  // Only with MAILBOX, and only for this machine, because its mails open accounts.
  'GET /mailbox': {
    'from this machine': at(() => '/mailbox', 200),
    'from elsewhere': { request: () => ({ url: '/mailbox', remoteAddress: '203.0.113.7' }), status: NOT_FOUND },
    'by another name': {
      request: () => ({ url: '/mailbox', headers: { host: 'second.example.com' } }),
      status: NOT_FOUND,
    },
  },
  // Only with METRICS_TOKEN, and only for those who send it.
  'GET /metrics': {
    'without the token': at(() => '/metrics', 401),
    'with another token': {
      request: () => ({ url: '/metrics', headers: { authorization: `Bearer ${'x'.repeat(24)}` } }),
      status: 401,
    },
    'with the token': {
      request: () => ({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } }),
      status: 200,
    },
  },
  'GET /mailbox/:id': {
    own: at(({ mails }) => `/mailbox/${mails.here}`, 200),
    foreign: at(({ mails }) => `/mailbox/${mails.foreign}`, NOT_FOUND),
    operated: at(({ mails }) => `/mailbox/${mails.operated}`, NOT_FOUND),
    'from elsewhere': {
      request: ({ mails }) => ({ url: `/mailbox/${mails.here}`, remoteAddress: '203.0.113.7' }),
      status: NOT_FOUND,
    },
  },
  'GET,HEAD,POST /webhooks/:provider/:token': webhook(''),
  'GET,HEAD,POST /webhooks/:provider/:token/*': webhook('/pix'),
  // A simulated bank without people or money; only with SIMULATORS.
  'GET /simulators/:connection/charges/:transaction': {
    unknown: at(({ other }) => `/simulators/${other.connectionId}/charges/unknown`, NOT_FOUND),
    foreign: at(
      ({ foreign, other }) => `/simulators/${other.connectionId}/charges/${foreign.transactionId}`,
      NOT_FOUND,
    ),
  },
  'POST /simulators/:connection/charges/:transaction': {
    unknown: post(
      ({ other }) => `/simulators/${other.connectionId}/charges/unknown`,
      () => 'action=pay',
      NOT_FOUND,
    ),
    foreign: post(
      ({ foreign, other }) => `/simulators/${other.connectionId}/charges/${foreign.transactionId}`,
      () => 'action=pay',
      NOT_FOUND,
    ),
  },
  'GET,POST,PUT,PATCH,DELETE,OPTIONS /simulators/:connection/*': {
    // The simulator requires its own keys, as a provider would.
    'without a key': at(({ other }) => `/simulators/${other.connectionId}/charges`, 401),
    unknown: at(() => `/simulators/${newId()}/charges`, NOT_FOUND),
  },
  'GET /own-pages/:name': { unknown: at(() => '/own-pages/never-declared', NOT_FOUND) },
  'GET /assets/:shell/*': {
    own: at(() => '/assets/host/main.js', 200),
    outside: at(() => '/assets/host/..%2f..%2fmanifest.json', NOT_FOUND),
    'of the server': at(() => '/assets/checkout/server/documents.mjs', NOT_FOUND),
  },
  'GET /tokenizers/:provider/:version/*': {
    unknown: at(() => '/tokenizers/nobody/1.0.0/tokenizer.js', NOT_FOUND),
    outside: at(() => '/tokenizers/sandbox/1.0.0/..%2f..%2fpackage.js', NOT_FOUND),
  },
  'GET /media/:file': {
    own: at(() => '/media/picture.svg', 200),
    outside: at(() => '/media/..%2fpicture.svg', NOT_FOUND),
  },
  'GET /media/:key/:file': {
    unknown: at(() => `/media/${'0'.repeat(32)}/320.webp`, NOT_FOUND),
    outside: at(() => `/media/${'0'.repeat(32)}/..%2f..%2fpicture.svg`, NOT_FOUND),
  },
  'PUT /media/uploads/*': { unsigned: at(() => '/media/uploads/anything', 410) },
  'GET /notifications/live': { own: at(() => '/notifications/live', 200, true) },
  'GET /notifications/unsubscribe': { unsigned: at(() => '/notifications/unsubscribe?token=anything', 410) },
  'POST /notifications/unsubscribe': {
    unsigned: post(
      () => '/notifications/unsubscribe?token=anything',
      () => '',
      410,
    ),
  },
  'GET /abandoned-carts/unsubscribe': { unsigned: at(() => '/abandoned-carts/unsubscribe?token=anything', 410) },
  'POST /abandoned-carts/unsubscribe': {
    unsigned: post(
      () => '/abandoned-carts/unsubscribe?token=anything',
      () => '',
      410,
    ),
  },
  'GET /checkout/resume/:token': { unknown: at(() => '/checkout/resume/0123456789abcdefghijkl', NOT_FOUND) },
  'GET /media/files/*': { unsigned: at(() => '/media/files/anything', 410) },
  'GET /docs/procedures/static/index.html': { '—': at(() => '/docs/procedures/static/index.html', 302) },
  'HEAD,GET /docs/procedures/static/*': { '—': at(() => '/docs/procedures/static/index.css', 200) },
  'GET /verifications/document': { unsigned: at(() => '/verifications/document?token=unsigned', 410) },
  'GET /privacy/copy': { unsigned: at(() => '/privacy/copy?token=unsigned', 410) },
  'GET /continue-subscription': { unsigned: at(() => '/continue-subscription?token=unsigned', 410) },
  'POST /continue-subscription': {
    unsigned: post(
      () => '/continue-subscription?token=unsigned',
      () => '',
      410,
    ),
  },
  'GET /exports/everything': { unsigned: at(() => '/exports/everything?token=unsigned', 410) },
  'GET /exports/import-problems': {
    own: at(({ caller }) => importProblems(caller.importId), 200),
    other: at(({ other }) => importProblems(other.importId), NOT_FOUND),
    foreign: at(({ foreign }) => importProblems(foreign.importId), NOT_FOUND),
    operated: at(({ operated }) => importProblems(operated.importId), NOT_FOUND),
  },
  'GET /exports/users': { '—': at(() => '/exports/users?format=csv', 200) },
  'GET /exports/accounting': { '—': at(() => '/exports/accounting?from=2026-01-01&to=2026-01-31&format=csv', 200) },
  'GET /exports/audit-log': { '—': at(() => '/exports/audit-log?format=csv', 200) },
  'GET /exports/platform-sales': { '—': at(() => '/exports/platform-sales?format=csv', 200) },
  'GET /exports/subscriptions': { '—': at(() => '/exports/subscriptions?format=csv', 200) },
  'GET /exports/platform-subscriptions': { '—': at(() => '/exports/platform-subscriptions?format=csv', 200) },
  'GET /exports/abandoned-carts': { '—': at(() => '/exports/abandoned-carts?format=csv', 200) },
  'GET /exports/sales': { '—': at(() => '/exports/sales?format=csv', 200) },
  'GET /exports/statement': { '—': at(() => '/exports/statement?from=2026-01-01&to=2026-01-31&format=csv', 200) },
};

/** A caller of a list may have it as a file, with what the list demands. */
for (const { procedure } of LIST_FILES) {
  const { required = [], properties } = procedure.input as { required?: string[]; properties: Record<string, Wanted> };
  const query = new URLSearchParams({ format: 'csv' });
  for (const name of required) query.set(name, properties[name]!.enum?.[0] ?? '2026-01-01');
  PAGES[`GET /exports/${procedure.name}`] = { '—': at(() => `/exports/${procedure.name}?${query}`, 200) };
}

interface Wanted {
  enum?: readonly string[];
}

/** Pages without an id have one variant. */
export const findVariants = (key: string, url: string): Record<string, PageVariant> | null => {
  if (PAGES[key]) return PAGES[key];
  return url.includes(':') ? null : { '—': at(() => url.replace('*', 'anything'), 200) };
};

/** The pages that change rows on purpose, and the callers who may. */
export const CHANGES: Partial<Record<string, CallerName[] | 'everybody'>> = {
  'POST /checkout/:id': 'everybody',
  'GET,HEAD,POST /webhooks/:provider/:token': 'everybody',
  'GET,HEAD,POST /webhooks/:provider/:token/*': 'everybody',
  // The export writes an audit event.
  'GET /exports/users': ['admin-with'],
  'GET /exports/accounting': ['admin-with'],
  'GET /exports/audit-log': ['admin-with', 'master'],
  'GET /exports/platform-sales': ['admin-with'],
  'GET /exports/platform-subscriptions': ['admin-with'],
  'GET /exports/subscriptions': ['seller', 'impersonated', 'admin-password'],
  'GET /exports/abandoned-carts': ['seller', 'impersonated', 'admin-password'],
  'GET /exports/everything': ['seller', 'impersonated', 'admin-password'],
  'GET /exports/import-problems': ['seller', 'impersonated', 'admin-password'],
  'GET /exports/sales': ['seller', 'impersonated', 'admin-password'],
  'GET /exports/statement': ['seller', 'affiliate', 'co-producer', 'manager', 'impersonated', 'admin-password'],
};

const CALLERS: Partial<Record<Role, CallerName[]>> = {
  seller: ['seller', 'impersonated', 'admin-password'],
  affiliate: ['affiliate'],
  customer: ['link', 'customer'],
  'co-producer': ['co-producer'],
  manager: ['manager'],
  admin: ['admin-with'],
  master: ['master'],
};
for (const { procedure } of LIST_FILES)
  if (procedure.access.kind === 'role')
    CHANGES[`GET /exports/${procedure.name}`] = procedure.access.roles.flatMap((role) => CALLERS[role] ?? []);
// The inbox is every administrator's; it is empty for those who may decide nothing.
CHANGES['GET /exports/inbox.listItems'] = ['manager', 'admin-with', 'admin-without'];

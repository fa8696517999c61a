import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import ptBR from '../locales/pt-BR.json' with { type: 'json' };
import { createTranslate } from '../texts.ts';
import { createKeyKeeper } from './idempotency-key.ts';
import type { Session } from './session.ts';
import { createSubmit, type SubmitParts } from './submit.ts';

const BUYER = { name: 'Joana Compradora', email: 'joana@example.com', cpf: '529.982.247-25', phone: '(11) 98888-7777' };

const typed: { values: Record<string, string> } = { values: BUYER };
vi.mock('./form-values.ts', () => ({ readValues: () => typed.values }));
vi.mock('./field-errors.ts', () => ({ showFieldErrors: () => undefined }));
// The checks of the fields come first and are tested by themselves: here they have missed something.
vi.mock('./validate-buyer.ts', () => ({ validateBuyer: () => ({}), isAddressIncomplete: () => false }));

const notices: unknown[] = [];
const requests: string[] = [];
const cookies: string[] = [];
const busy: boolean[] = [];

function createParts(requiredDocumentAndPhone: boolean, coupon: { value: string } | null = { value: '' }): SubmitParts {
  const state = {
    choice: { method: 'PIX', bumps: [] },
    totals: { total: 9_990, isShipped: false },
    coupon: null,
    installment: undefined,
    steps: undefined,
  };
  const session = {
    boot: { checkout: { id: 'offer', requiredDocumentAndPhone }, utmQuery: {}, locale: 'pt-BR' },
    t: createTranslate({ ...ptBR.shared, ...ptBR.checkout }, 'pt-BR'),
    form: { elements: { namedItem: () => coupon } },
    card: null,
    state: () => state,
    setErrors: () => undefined,
    setNotice: (notice: unknown) => notices.push(notice),
    setBusy: (isBusy: boolean) => busy.push(isBusy),
  } as unknown as Session;
  return {
    session,
    keys: createKeyKeeper('offer', 'a'.repeat(32), undefined),
    cartId: () => undefined,
    onPay: () => undefined,
    eventIds: () => undefined,
    onLeave: () => undefined,
  };
}

beforeEach(() => {
  notices.length = 0;
  requests.length = 0;
  vi.stubGlobal('window', { addEventListener: () => undefined });
  cookies.length = 0;
  busy.length = 0;
  vi.stubGlobal('document', {
    set cookie(cookie: string) {
      cookies.push(cookie);
    },
  });
  vi.stubGlobal('location', { protocol: 'https:', search: '' });
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    return Response.json({ error: { code: 'OFFER_NOT_ON_SALE', message: 'Oferta fora de venda.' } }, { status: 409 });
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('an offer that asks for document and phone', () => {
  it.each(['cpf', 'phone'])('sends nothing without %s, whatever the checks of the fields said', async (missing) => {
    typed.values = { ...BUYER, [missing]: '' };

    await createSubmit(createParts(true))(false);

    expect(notices.at(-1)).toEqual({ title: 'Phone and CPF must be defined at this point.' });
    expect(requests).toEqual([]);
  });

  it('sends the order with both, and leaves its cookie for 30 seconds', async () => {
    typed.values = BUYER;

    await createSubmit(createParts(true))(false);

    expect(requests).toEqual(['/api/checkout.purchase']);
    expect(cookies[0]).toMatch(/^checkoutSubmit=offer~a{32}~[0-9a-f]{24}; Path=\/; Max-Age=30; SameSite=Lax; Secure$/);
    // The offer is not sold: nothing is under way.
    expect(cookies[1]).toContain('Max-Age=0');
  });
});

it('sends the order of an offer that asks for neither', async () => {
  const { name, email } = BUYER;
  typed.values = { name, email };

  await createSubmit(createParts(false))(false);

  expect(requests).toEqual(['/api/checkout.purchase']);
});

it('sends the order of an offer that takes no coupon, whose page has no box for one', async () => {
  typed.values = BUYER;

  await createSubmit(createParts(false, null))(false);

  expect(requests).toEqual(['/api/checkout.purchase']);
});

it('lets the buyer try again where the page itself fails', async () => {
  typed.values = BUYER;
  const parts = createParts(false);
  parts.onPay = () => {
    throw new TypeError('A part of the page is missing.');
  };

  await createSubmit(parts)(false);

  expect(busy).toEqual([true, false]);
  expect(notices.at(-1)).toMatchObject({ title: expect.any(String) });
});

it('says from which amount the method can pay, and sends nothing below it', async () => {
  typed.values = BUYER;
  const parts = createParts(false);
  parts.session.boot.checkout = { ...parts.session.boot.checkout, coin: 'BRL', leastAmounts: { PIX: 10_000 } };

  await createSubmit(parts)(false);

  expect(requests).toEqual([]);
  expect(notices.at(-1)).toEqual({ title: expect.stringMatching(/a partir de R\$\s100,00/) });
});

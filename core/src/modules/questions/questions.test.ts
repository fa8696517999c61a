/** Buyers ask sellers by a form: who gets what they wrote, how much of it is mailed, and whose it is to read. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orderCodeOf } from '@feira/schemas/rules/order-code';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleInCrowd } from '../../../test/crowd.ts';
import { readMails } from '../../../test/mails.ts';
import { type Market, openMarket } from '../../../test/market.ts';
import { type BrowserHeaders, createPerson, openSession } from '../../../test/people.ts';
import { buy, pixPurchase } from '../../../test/world.ts';

let shells: string;
let market: Market;
let seller: BrowserHeaders;
beforeAll(async () => {
  shells = await mkdtemp(join(tmpdir(), 'feira-shells-'));
  await mkdir(join(shells, 'checkout/server'), { recursive: true });
  const write = 'export const renderContact = JSON.stringify, renderMessage = JSON.stringify;';
  await writeFile(join(shells, 'checkout/server/documents.mjs'), write);
  market = await openMarket({ isListening: false, env: { SHELLS_DIRECTORY: shells, LIMIT_FACTOR: '100' } });
  const { app } = market.node;
  const { platformId, sellerId } = market.world;
  await createPerson(app, platformId, { id: sellerId, email: 'maria@example.com', roles: ['seller'] });
  seller = await openSession(app, 'maria@example.com');
});
afterAll(async () => {
  await market?.close();
  await rm(shells, { recursive: true, force: true });
});
beforeEach(async () => {
  await market.inspector.rows('DELETE FROM buyer_question');
  await market.inspector.rows('DELETE FROM mail');
});

const send = (url: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  market.node.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  });
const ofOffer = () => `/checkout/${market.world.offerId}/contact`;
const ask = (email: string, text = 'O curso tem certificado?') => send(ofOffer(), { name: 'Ana Lima', email, text });
const mailsTo = (address: string) => readMails(market.node.app, market.inspector, market.world.platformId, address);
const list = async (headers = seller, query = '') =>
  (await market.node.app.inject({ url: `/api/questions.listMyQuestions${query}`, headers })).json();
const mark = (questionId: string, isAnswered: boolean, headers = seller) =>
  market.node.app.inject({
    method: 'POST',
    url: '/api/questions.markAnswered',
    headers,
    payload: { questionId, isAnswered },
  });

describe('the form of a checkout', () => {
  it('reaches the seller on the page, in the bell and by a mail whose answer goes to the buyer, and mails nobody else', async () => {
    const shown = await market.node.app.inject({ url: ofOffer() });
    const sent = await ask('ana@example.com', 'O curso tem certificado?\r\n\r\nE nota fiscal?');
    const { items } = await list();
    const mails = await mailsTo('maria@example.com');
    const bell = await market.inspector.rows(`SELECT person_id, href FROM notification WHERE type = 'question.asked'`);

    expect(shown.json()).toMatchObject({ asksBuyer: true, sellerName: 'Maria Vendedora', isSent: false });
    expect([sent.statusCode, sent.json().isSent]).toEqual([200, true]);
    expect(items).toMatchObject([
      { title: 'Curso de Pão', name: 'Ana Lima', email: 'ana@example.com', saleId: null, answeredAt: null },
    ]);
    expect(mails).toMatchObject([
      {
        template: 'buyer-question',
        parameters: { replyTo: 'ana@example.com', paragraphs: ['O curso tem certificado?', 'E nota fiscal?'] },
      },
    ]);
    expect(bell).toContainEqual({ person_id: market.world.sellerId, href: '/platform/questions' });
    expect(await market.inspector.rows('SELECT id FROM mail')).toHaveLength(1);
  });

  it.each([
    ['an address that is none', { email: 'ana@' }, 'email'],
    ['no text', { text: '   ' }, 'text'],
    ['no name', { name: '' }, 'name'],
  ])('shows the field of %s with what was typed, and keeps nothing', async (_, typed, field) => {
    const answer = await send(ofOffer(), {
      name: 'Ana Lima',
      email: 'ana@example.com',
      text: 'Olá, tudo bem?',
      ...typed,
    });

    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().error.fields)).toEqual([field]);
    expect((await list()).items).toEqual([]);
  });

  it('takes three questions of an address an hour, also at once', async () => {
    const answers = await settleInCrowd(Array.from({ length: 12 }, () => () => ask('ANA@example.com')));
    const late = await ask('ana@example.com');

    expect(answers.filter((answer) => answer.status === 'fulfilled' && answer.value.statusCode === 200)).toHaveLength(
      3,
    );
    expect([late.statusCode, late.json().error.message]).toEqual([
      429,
      'Já recebemos várias mensagens. Aguarde uma hora para enviar outra.',
    ]);
    expect(await mailsTo('maria@example.com')).toHaveLength(3);
  });

  it('mails a seller ten questions an hour, and shows the others on the page', async () => {
    for (let index = 0; index < 12; index++) await ask(`ana${index}@example.com`);

    expect((await list()).items).toHaveLength(12);
    expect(await mailsTo('maria@example.com')).toHaveLength(10);
  });

  it('takes nothing from a form on another site', async () => {
    const form = { name: 'Ana Lima', email: 'ana@example.com', text: 'Olá, tudo bem?' };
    const answer = await send(ofOffer(), form, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });

    expect(answer.statusCode).toBe(403);
    expect((await list()).items).toEqual([]);
  });
});

describe('the form of a purchase', () => {
  it('names the order, and answers go to the address of the purchase whatever is typed', async () => {
    const bought = await buy(market.node.app, pixPurchase(market.world));
    const { paymentId } = bought.json();
    const url = `/checkout/payment/${paymentId}/contact`;
    const shown = await market.node.app.inject({ url });
    await send(url, { name: 'Outra', email: 'outra@example.com', text: 'Não recebi o acesso.' });
    const [sale] = await market.inspector.rows<{ id: string }>(
      'SELECT sale_id AS id FROM payment WHERE public_id = $1',
      [paymentId],
    );

    expect(shown.json()).toMatchObject({ asksBuyer: false });
    expect((await list()).items).toMatchObject([
      { saleId: sale!.id, name: 'João Comprador', email: 'joao@example.com', text: 'Não recebi o acesso.' },
    ]);
    const [mail] = await mailsTo('maria@example.com');
    expect(mail?.parameters).toMatchObject({ replyTo: 'joao@example.com', orderCode: orderCodeOf(sale!.id) });
  });
});

describe('questions.* of sellers', () => {
  it('are their own, and are answered and opened again', async () => {
    await ask('ana@example.com');
    const [{ id }] = (await list()).items;
    const { platformId } = market.world;
    await createPerson(market.node.app, platformId, { email: 'rui@example.com', roles: ['seller'] });
    const other = await openSession(market.node.app, 'rui@example.com');
    const foreign = await mark(id, true, other);
    const answered = await mark(id, true);
    const open = await list(seller, '?isOpen=true');

    expect((await list(other)).items).toEqual([]);
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 'QUESTION_NOT_FOUND']);
    expect([answered.statusCode, open.items]).toEqual([200, []]);
    expect((await list()).items[0].answeredAt).not.toBeNull();
    await mark(id, false);
    expect((await list(seller, '?isOpen=true')).items).toHaveLength(1);
  });
});

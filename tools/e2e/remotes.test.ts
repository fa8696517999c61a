/** Tests remotes from elsewhere in a browser: a dashboard that is built and served apart, one that breaks, and a page of the owner's own. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ACCEPTED_BY_REMOTES } from '../../rspack.config.ts';
import { SELLERS } from '../src/demo/people.ts';
import { buildRemote } from '../src/remote/build-remote.ts';
import { createRemote } from '../src/remote/new-remote.ts';
import { context, forgive, heading, page } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { setUpStage, stage } from './stage.ts';

const MARIA = SELLERS[0]!;
const OTHER = SELLERS[1]!;
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json' };

let elsewhere: Server;
let directory: string;
/** The answer of the other server in place of a file, by a part of its name. */
const replaced = new Map<string, (text: string) => string | null>();

async function serveElsewhere(): Promise<string> {
  elsewhere = createServer(async (request, response) => {
    const file = path.join(directory, new URL(request.url!, 'http://x').pathname);
    const text = await readFile(file, 'utf8').catch(() => null);
    const change = [...replaced].find(([part]) => file.includes(part))?.[1];
    const sent = text !== null && change ? change(text) : text;
    const headers = { 'content-type': TYPES[path.extname(file)] ?? 'text/plain', 'access-control-allow-origin': '*' };
    response.writeHead(sent === null ? 404 : 200, headers).end(sent);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
}

async function prepareEnvironment(): Promise<Record<string, string>> {
  directory = await mkdtemp(path.join(tmpdir(), 'feira-remotes-'));
  const address = await serveElsewhere();
  const build = async (source: string, more: object = {}) => {
    const name = path.basename(source);
    const integrity = await buildRemote({ source, out: path.join(directory, name), ...more });
    return { name, manifest: `${address}/${name}/mf-manifest.json`, integrity };
  };
  const seller = await build('seller', { version: '9.9.0' });
  const customer = await build('customer', { accepts: { ...ACCEPTED_BY_REMOTES, react: '~19.4.0' } });
  const own = await build(await createRemote('acme-reports', path.join(directory, 'sources')));
  const file = path.join(directory, 'own.json');
  const page = {
    dashboard: 'seller',
    roles: ['seller'],
    title: { 'pt-BR': 'Relatórios da Acme', en: 'Acme reports' },
    procedures: ['sales.listSales'],
  };
  await writeFile(file, JSON.stringify([{ ...own, ...page }]));
  const toPlace = ({ name, manifest, integrity }: typeof seller) => `${name}=${manifest}#${integrity}`;
  return { REMOTES: [seller, customer].map(toPlace).join(','), OWN_REMOTES_FILE: file };
}

setUpStage({ prepareEnvironment, wantedRefusals: /status of 4\d\d/ });
afterAll(async () => {
  elsewhere.close();
  await rm(directory, { recursive: true });
});

async function signIn(person = MARIA): Promise<void> {
  await page.goto(`${stage.url}/login`);
  await page.fill('[name=email]', person.email);
  await page.fill('[name=password]', DEMO_PASSWORD);
  await page.press('[name=password]', 'Enter');
}
const frame = () => page.frameLocator('iframe.own-page');

describe('a dashboard that is served apart', () => {
  it('is mounted from its own address, with its own version', async () => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await signIn();
    await heading('Visão geral');

    const address = elsewhere.address() as AddressInfo;
    expect(loaded.some((url) => url.startsWith(`http://127.0.0.1:${address.port}/seller/remoteEntry`))).toBe(true);
    expect(loaded.some((url) => url.includes('/assets/seller/'))).toBe(false);
    const { seller } = JSON.parse((await page.locator('#remotes').textContent())!);
    expect(seller).toMatchObject({ version: '9.9.0', state: 'ready' });
  });

  it('leaves the rest standing where it does not load, and is loaded by another try', async () => {
    await signIn();
    await heading('Visão geral');
    replaced.set('seller/remoteEntry', () => null);
    await page.goto(`${stage.url}/platform/my-sales`);
    await heading('Esta tela não abriu');
    await page.getByRole('button', { name: MARIA.name }).waitFor();

    replaced.clear();
    await page.getByRole('button', { name: 'Tentar de novo' }).click();

    await heading('Minhas vendas');
    for (const complaint of ['Failed to load', 'dynamically imported module', 'ERR_', 'Federation']) forgive(complaint);
  });

  it('does not run a file whose digest is another', async () => {
    replaced.set('seller/remoteEntry', (text) => `document.documentElement.dataset.stolen = 'yes';${text}`);
    await signIn();
    await heading('Esta tela não abriu');

    expect(await page.locator('html').getAttribute('data-stolen')).toBeNull();
    replaced.clear();
    for (const complaint of ['integrity', 'dynamically imported module', 'ERR_', 'Federation']) forgive(complaint);
  });

  it('is refused with words where it was built for another minor version of React', async () => {
    await signIn();
    await heading('Visão geral');
    await page.goto(`${stage.url}/my-purchases`);

    await heading('Esta parte foi feita para outra versão');
    await page.getByText('Ela aceita react ~19.4.0, e esta instalação tem 19.').waitFor();
    for (const complaint of ['Federation', 'VersionError', 'accepts react']) forgive(complaint);
  });
});

describe("an owner's page", () => {
  const open = async (person = MARIA) => {
    await signIn(person);
    await page.getByRole('link', { name: 'Relatórios da Acme' }).click();
    await frame().getByRole('heading', { name: 'Últimas vendas' }).waitFor();
  };

  it('stands in the menu, and reads the sales of the signed-in seller alone', async () => {
    const bought = await fetch(`${stage.url}/api/checkout.purchase`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'purchase-of-the-own-page' },
      body: JSON.stringify({
        offerId: stage.ids.offers.find('course'),
        name: 'Beatriz Compradora',
        email: 'beatriz@example.com',
        paymentMethod: 'PIX',
        cpf: '52998224725',
        phone: '11987654321',
      }),
    });
    expect(bought.status).toBe(200);

    await open(MARIA);
    await frame().getByRole('listitem').filter({ hasText: 'Beatriz Compradora' }).waitFor();

    await context.clearCookies();
    await open(OTHER);
    await frame().getByText('Nenhuma venda ainda.').waitFor();
  });

  it('calls nothing that the configuration does not name, and reaches nothing by itself', async () => {
    await open();
    const own = page.frames().find((found) => found.url().endsWith('/own-pages/acme-reports'))!;

    const reached = await own.evaluate(async () => {
      const tries = {
        session: () => fetch('/api/session.getSession', { credentials: 'include' }).then((answer) => answer.status),
        elsewhere: () => fetch('https://example.com').then((answer) => answer.status),
        storage: async () => localStorage.length,
        cookies: async () => document.cookie,
        parent: async () => parent.document.title,
      };
      const results: Record<string, string> = {};
      for (const [name, attempt] of Object.entries(tries))
        results[name] = await attempt().then(String, () => 'refused');
      return results;
    });

    expect(reached).toEqual({
      session: 'refused',
      elsewhere: 'refused',
      storage: 'refused',
      cookies: 'refused',
      parent: 'refused',
    });
    for (const complaint of ['Content Security Policy', 'Content-Security-Policy', 'Fetch API', 'connect'])
      forgive(complaint);
  });

  it('leaves the menu standing where it does not load, and is loaded by another try', async () => {
    replaced.set('acme-reports/remoteEntry', () => null);
    await signIn();
    await page.getByRole('link', { name: 'Relatórios da Acme' }).click();
    await heading('Esta tela não abriu');

    replaced.clear();
    await page.getByRole('button', { name: 'Tentar de novo' }).click();

    await frame().getByRole('heading', { name: 'Últimas vendas' }).waitFor();
    for (const complaint of ['Failed to load', 'dynamically imported module', 'Federation']) forgive(complaint);
  });

  it('speaks the language of the person', async () => {
    await open();

    await page
      .getByRole('button', { name: /English/ })
      .first()
      .click();

    await frame().getByRole('heading', { name: 'Latest sales' }).waitFor();
    expect(context.pages()).toHaveLength(1);
  });
});

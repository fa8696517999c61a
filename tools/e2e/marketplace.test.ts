/** Tests the masters' pages about provider packages, over answers that each test gives: find, read, install, trust, remove. */
import type { Procedure } from '@feira/schemas/procedure';
import * as marketplace from '@feira/schemas/procedures/marketplace';
import { reauthenticate } from '@feira/schemas/procedures/session';
import { describe, expect, it } from 'vitest';
import { button, dialog, heading, option, page, said } from './browser-page.ts';
import { answerReads, createWorld } from './dashboards-world.ts';
import { Refused, screens, server, setUpScreens } from './faked-screens.ts';
import { judgeScreens, settle } from './looks.ts';
import {
  answerMarketplace,
  createMarketplace,
  createRefusedInspection,
  createUnreadInspection,
  createVersion,
  digestOf,
  type MarketplaceWorld,
} from './marketplace-world.ts';

const CATALOGUE = '/master-root/marketplace';
const INSTALL = `${CATALOGUE}?view=install`;
const TRUST = `${CATALOGUE}?view=trust`;
const SIGNATURE = `${'S'.repeat(86)}==`;
const TARBALL = Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(300, 7)]);

let world: MarketplaceWorld;
setUpScreens({
  answer: () => {
    world = createMarketplace();
    answerReads(server, createWorld(), ['master']);
    answerMarketplace(server, world);
  },
});

const open = (address: string) => page.goto(screens.url + address);
const lastInput = (procedure: Procedure) => server.inputsOf(procedure).at(-1);
const cards = () => page.locator('.provider-card').getByRole('link');
const parameters = () => Object.fromEntries(new URL(page.url()).searchParams);
const file = (name: string, buffer: Buffer = TARBALL) => ({ name, mimeType: 'application/gzip', buffer });
const refuse = (code: string, message: string, field?: string) => () => {
  throw new Refused(422, { code, message, details: field ? [{ field, message }] : [] });
};

async function inspect(): Promise<void> {
  await page.setInputFiles('input[name=package]', file('asaas-0.3.0.tgz'));
  await button('Analisar pacote').click();
}

describe('the catalogue', () => {
  it('shows every provider, and finds some by what stands in the address', async () => {
    await open(CATALOGUE);
    await said('34 provedores');
    await expect.poll(() => cards().count()).toBe(34);

    await button('Boleto').click();
    await page.getByRole('combobox', { name: 'Evidência' }).click();
    await option('Inferido').click();
    await page.getByRole('combobox', { name: 'Recursos' }).click();
    await option('Split').click();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('CARTAO BAOBA');
    await page.getByRole('searchbox').press('Enter');

    await said('1 de 34 provedores');
    await expect.poll(() => cards().allTextContents()).toEqual(['Baobá']);
    await expect.poll(parameters).toEqual({
      method: 'BILLET',
      evidence: 'inferred',
      capability: 'splits',
      search: 'CARTAO BAOBA',
    });
    await page.reload();
    await said('1 de 34 provedores');
    await expect.poll(() => button('Boleto').getAttribute('aria-pressed')).toBe('true');
    await page.goBack();
    await expect.poll(parameters).not.toHaveProperty('capability');
  });

  it('offers the way out where nothing fits', async () => {
    await open(`${CATALOGUE}?search=ninguem&origin=included`);
    await heading('Nenhum provedor com estes filtros', 2);
    await button('Limpar filtros').click();

    await said('34 provedores');
    expect(parameters()).toEqual({});
  });

  it('keeps its place while it loads, and can be asked again when it failed', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isDown = true;
    server.answer(marketplace.listPackages, () => {
      if (isDown) throw new Refused(403, { code: 'ACCESS_DENIED', message: 'Sem acesso.' });
      return { packages: world.packages };
    });
    await open(CATALOGUE);
    await page.getByRole('alert').getByText('Sem acesso.').waitFor();
    isDown = false;
    await page.route('**/api/marketplace.listPackages?*', async (route) => {
      await gate;
      await route.fallback();
    });
    await open(CATALOGUE);
    const list = page.locator('.catalogue');
    await list.locator('.skeleton').first().waitFor();
    const before = await list.boundingBox();
    release();
    await said('34 provedores');

    expect((await list.boundingBox())!.y).toBe(before!.y);
  });

  it('tells what a level of evidence means, by keyboard as well', async () => {
    await open(`${CATALOGUE}?search=asaas`);
    const level = page.getByRole('button', { name: /^Documentado/ });
    await level.focus();
    await page.keyboard.press('Enter');
    await dialog().getByText('Feito a partir da documentação do próprio provedor.').waitFor();
    await expect
      .poll(() => dialog().locator('dt', { hasText: 'Este provedor' }).textContent())
      .toContain('Documentado');
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog().count()).toBe(0);

    await expect.poll(() => level.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(new URL(page.url()).pathname).toBe(CATALOGUE);
  });

  it('says when operations were verified at the provider', async () => {
    const [first, second] = world.packages;
    const verify = (item: typeof first, operations: readonly string[]) => {
      item!.manifest.verifiedByOperation = Object.fromEntries(operations.map((name) => [name, '2026-11-30']));
    };
    const all = first!.manifest.operations as string[];
    verify(first, all);
    (first!.manifest.verifiedByOperation as Record<string, string>)[all[0]!] = '2026-11-02';
    verify(second, ['createTransaction']);
    await open(CATALOGUE);
    const card = (name: string) => page.locator('.provider-card').filter({ hasText: name }).first();

    await card(first!.name).getByText('Verificado em 02/11/2026').waitFor();
    await card(second!.name)
      .getByRole('button', { name: /Documentado|Código público|Inferido/ })
      .click();
    await dialog().getByText('Neste provedor: Cobrar (30/11/2026).').waitFor();
  });

  it('is honest about what is off, loading or broken', async () => {
    const [first, second] = world.packages;
    first!.versions[0]!.switchedOff = ['BILLET', 'PIX.refund'];
    first!.proofs = { total: 74, failed: 3, cases: 12_480, date: '2026-11-20T12:00:00.000Z' };
    second!.versions[0]!.nodes = { healthy: 1, total: 3, problem: 'Node b: boom.' };
    await open(CATALOGUE);
    const card = page.locator('.provider-card').filter({ hasText: first!.name }).first();

    await card.getByText('71 de 74 provas').waitFor();
    await card.getByText('2 recursos sem prova, desligados').waitFor();
    await expect.poll(() => card.locator('.method-chip-off').textContent()).toBe('Boletodesligado, sem prova');
    await page.locator('.provider-card').filter({ hasText: second!.name }).getByText('Falhou: 1 de 3').waitFor();
  });
});

describe('installing', () => {
  it('judges files before anything is sent', async () => {
    await open(INSTALL);
    await button('Analisar pacote').click();
    await page.getByRole('alert').getByText('Escolha o arquivo do pacote.').waitFor();
    const large = file('grande.tgz', Buffer.concat([TARBALL, Buffer.alloc(8 * 1024 * 1024)]));
    await page.setInputFiles('input[name=package]', large);
    await page.getByRole('alert').getByText('grande.tgz tem 8 MB; o limite é 8 MB.').waitFor();
    await page.setInputFiles('input[name=package]', file('foto.png', Buffer.from('PNG')));
    await page.getByRole('alert').getByText('foto.png não é um pacote .tgz.').waitFor();

    expect(server.inputsOf(marketplace.inspectPackage)).toEqual([]);
  });

  it('shows what a package is, installs it after a fresh proof, and waits for the servers', async () => {
    let isProven = false;
    const bytes = TARBALL.toString('base64');
    const install = (input: { digest: string }) => {
      if (!isProven) throw new Refused(403, { code: 'REAUTHENTICATION_REQUIRED', message: 'Confirme que é você.' });
      const nodes = { healthy: 1, total: 2, problem: null };
      const asaas = world.packages.find(({ provider }) => provider === 'asaas')!;
      asaas.versions = [createVersion('0.3.0', { source: 'upload', digest: input.digest, nodes }), ...asaas.versions];
      return { provider: 'asaas', version: '0.3.0' };
    };
    server.answer(marketplace.installPackage, install);
    server.answer(reauthenticate, () => {
      isProven = true;
      return {};
    });
    await open(`${CATALOGUE}?method=PIX`);
    await page.getByRole('link', { name: 'Instalar pacote' }).click();
    await heading('Instalar pacote');
    await page.setInputFiles('input[name=package]', [file('a.tgz.sig', Buffer.from(`${SIGNATURE}\n`)), file('a.tgz')]);
    await button('Analisar pacote').click();

    await heading('Análise de Asaas 0.3.0', 2);
    const source = { kind: 'upload', content: bytes };
    expect(lastInput(marketplace.inspectPackage)).toEqual({ source, signature: SIGNATURE });
    await page.getByText('Pode ser instalado, com 2 avisos').waitFor();
    await page.getByText('Versão nova: 0.2.0 → 0.3.0').waitFor();
    await expect
      .poll(() => page.locator('.asks-new').allTextContents())
      .toEqual(['files.asaas.examplenovo', expect.stringContaining('E-mail para avisos de webhook')]);
    await page.getByText('O relatório não prova tudo. Fica desligado: Boleto, Pix: reembolso.').waitFor();

    await button('Instalar Asaas 0.3.0').click();
    await dialog().locator('input[type=password]').fill('a long enough password');
    await dialog().getByRole('button', { name: 'Confirmar' }).click();
    await heading('Asaas 0.3.0 instalado', 2);
    expect(lastInput(marketplace.installPackage)).toEqual({ source, signature: SIGNATURE, digest: digestOf(0xacdc) });
    await page.getByText('1 de 2', { exact: true }).waitFor();
    world.packages.find(({ provider }) => provider === 'asaas')!.versions[0]!.nodes.healthy = 2;
    await said('Pronto em todos os servidores.');
    await page.getByRole('link', { name: 'Ver o pacote' }).click();

    await page.waitForURL('**/marketplace/asaas?version=0.3.0');
    await heading('Asaas');
  });

  it('says when a server cannot load it', async () => {
    await open(INSTALL);
    await inspect();
    await button('Instalar Asaas 0.3.0').click();
    await said('Os servidores estão carregando esta versão.');
    const nodes = { healthy: 1, total: 2, problem: 'Node b: the adapter did not start.' };
    world.packages.find(({ provider }) => provider === 'asaas')!.versions[0]!.nodes = nodes;

    await page.getByRole('alert').getByText('Node b: the adapter did not start.').waitFor();
    await said('Um servidor não conseguiu carregar esta versão');
  });

  it('offers no way to install what was refused, and gives a reason for each refusal', async () => {
    world.inspection = createRefusedInspection();
    await open(INSTALL);
    await inspect();

    await page.getByText('Não pode ser instalado: 5 verificações recusaram').waitFor();
    for (const sentence of [
      'Tem o script postinstall, que rodaria ao instalar.',
      'Pede o pacote left-pad em dependencies. Só o kit e os esquemas da Feira são aceitos.',
      '169.254.169.254 leva para dentro de uma rede privada.',
      'O id asaaas pode ser confundido com asaas, que já existe.',
      'Ninguém assinou este pacote, e a assinatura é exigida.',
      'Não deu para verificar, porque uma verificação anterior falhou.',
    ])
      await page.getByText(sentence).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Instalar/ }).count()).toBe(0);
    await button('Escolher outro pacote').click();
    await page.getByText('Solte aqui o arquivo .tgz').waitFor();

    world.inspection = createUnreadInspection();
    await inspect();
    await heading('Análise de pacote sem nome legível', 2);
    await page.getByText('Não pode ser instalado: 1 verificação recusou').waitFor();
    await page.getByText('O arquivo está quebrado ou incompleto.').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Instalar/ }).count()).toBe(0);
  });

  it('takes a file that is dropped, and keeps the page when one misses', async () => {
    await open(INSTALL);
    const zone = page.locator('.drop-zone');
    await zone.waitFor();
    const transfer = await page.evaluateHandle(
      (bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'solto.tgz'));
        return data;
      },
      [...TARBALL],
    );
    const isPrevented = await page.evaluate((dataTransfer) => {
      const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    }, transfer);
    await zone.dispatchEvent('drop', { dataTransfer: transfer });

    await zone.getByText('solto.tgz').waitFor();
    expect(isPrevented).toBe(true);
    await page.getByRole('button', { name: 'Tirar solto.tgz' }).click();
    await zone.getByText('Solte aqui o arquivo .tgz').waitFor();
  });

  it('asks the registry for exactly one package, and says what it answered', async () => {
    await open(INSTALL);
    await button('Registro npm').click();
    await page.fill('[name=version]', '^1.2.3');
    await button('Analisar pacote').click();
    await page.getByText('Digite a versão exata, com três números: 1.2.3.').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    expect(server.inputsOf(marketplace.inspectPackage)).toEqual([]);

    const integrity = `sha512-${'i'.repeat(86)}==`;
    server.answer(
      marketplace.inspectPackage,
      refuse('PACKAGE_NOT_PUBLISHED', 'O registro não tem este pacote nesta versão.', 'source.version'),
    );
    await page.fill('[name=name]', '@acme/provider-acme');
    await page.fill('[name=version]', '1.2.3');
    await page.fill('[name=integrity]', integrity);
    await button('Analisar pacote').click();
    const version = page.locator('.form-field', { hasText: 'Versão exata' });
    await version.getByText('O registro não tem este pacote nesta versão.').waitFor();
    await expect.poll(() => page.getByText('O registro não tem este pacote nesta versão.').count()).toBe(1);

    expect(lastInput(marketplace.inspectPackage)).toEqual({
      source: { kind: 'registry', name: '@acme/provider-acme', version: '1.2.3', integrity },
    });
  });

  it('tells when the package was refused after all', async () => {
    server.answer(marketplace.installPackage, refuse('PACKAGE_REFUSED', 'Este pacote não pode ser instalado.'));
    await open(INSTALL);
    await inspect();
    await button('Instalar Asaas 0.3.0').click();

    await page.getByRole('alert').getByText('Este pacote não pode ser instalado.').waitFor();
    await heading('Análise de Asaas 0.3.0', 2);
  });
});

describe('trust', () => {
  it('asks before signatures are required, and warns when nobody could sign', async () => {
    world.trust.publishers = [];
    await open(TRUST);
    const rule = page.getByRole('switch', { name: 'Exigir assinatura de um publicador confiável' });
    await rule.click();
    await dialog().getByRole('button', { name: 'Cancelar' }).click();
    expect(server.inputsOf(marketplace.setSignatureRequired)).toEqual([]);
    await rule.click();
    await dialog().getByRole('button', { name: 'Exigir assinatura' }).click();

    await page.getByText('A lista está vazia').waitFor();
    await expect.poll(() => rule.isChecked()).toBe(true);
    expect(lastInput(marketplace.setSignatureRequired)).toEqual({ requiresSignature: true });
  });

  it('never sends a private key, and says what is wrong with a public one', async () => {
    await open(TRUST);
    await page.fill('[name=publisherName]', ' Beta Pay ');
    await page.fill('[name=publicKey]', `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(64)}\n-----END PRIVATE KEY-----`);
    await button('Confiar nesta chave').click();
    await page.getByText('Isto é uma chave privada.').waitFor();
    expect(server.inputsOf(marketplace.addPublisher)).toEqual([]);

    const message = 'Cole uma chave pública ed25519, em PEM ou base64.';
    server.answer(marketplace.addPublisher, refuse('PUBLIC_KEY_INVALID', message, 'publicKey'));
    await page.fill('[name=publicKey]', 'B'.repeat(60));
    await button('Confiar nesta chave').click();
    await page.locator('.form-field', { hasText: 'Chave pública' }).getByText(message).waitFor();
    answerMarketplace(server, world);
    await button('Confiar nesta chave').click();

    await said('Beta Pay entrou na lista.');
    expect(lastInput(marketplace.addPublisher)).toEqual({ name: 'Beta Pay', publicKey: 'B'.repeat(60) });
    await page.getByRole('row').filter({ hasText: 'Beta Pay' }).waitFor();
  });

  it('ends', async () => {
    const { fingerprint } = world.trust.publishers[0]!;
    await open(TRUST);
    await button('Remover Acme Integrações').click();
    await dialog().getByRole('button', { name: 'Deixar de confiar' }).click();

    await said('Acme Integrações saiu da lista.');
    expect(lastInput(marketplace.removePublisher)).toEqual({ fingerprint });
  });
});

describe('a package', () => {
  it('is opened from its card, read part by part, and looked at in another version', async () => {
    await open(`${CATALOGUE}?search=asaas`);
    // Anywhere on the card.
    await page.locator('article.provider-card').click({ position: { x: 150, y: 150 } });
    await page.waitForURL(`**${CATALOGUE}/asaas`);
    await heading('Asaas');
    await page.getByRole('cell', { name: 'Passam cifrados pelo servidor' }).waitFor();
    const approved = page.getByRole('row', { name: /^Aprovado CONFIRMED/ });
    await approved.getByText('RECEIVED_IN_CASH').waitFor();
    await page.getByText('Sim, em até 1 minuto').waitFor();
    await expect
      .poll(() => page.locator('.used-by').getByRole('link').first().getAttribute('href'))
      .toMatch(/^\/master-root\/platforms\/[0-9a-f-]{36}$/);

    await page.getByRole('combobox', { name: 'Versão' }).selectOption('0.1.0');
    await page.waitForURL('**/asaas?version=0.1.0');
    await expect.poll(() => lastInput(marketplace.getPackage)).toEqual({ provider: 'asaas', version: '0.1.0' });
    await page.getByRole('tab', { name: 'Visão geral' }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.markdown').waitFor();

    expect(parameters()).toEqual({ version: '0.1.0', tab: 'readme' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Sobre o pacote');
    const [link] = await page.locator('.markdown a').all();
    await expect.poll(() => link!.getAttribute('rel')).toBe('nofollow noopener noreferrer');
  });

  it('shows what was proven, and on demand what failed', async () => {
    await open(`${CATALOGUE}/pagarme?tab=proofs`);
    await page.getByRole('row', { name: /^Pix Não provado/ }).waitFor();
    await page.getByText('1 prova falhou').waitFor();
    await page.getByRole('button', { name: /2 falhas/ }).click();

    await dialog().getByText('R$ 0.01 was sent as 0.1.').waitFor();
    await expect.poll(() => dialog().getByRole('heading').textContent()).toBe('Pix: o que falhou em Valores');
  });

  it('says what is switched off, and shows no report where there is none', async () => {
    const item = world.packages.find(({ provider }) => provider === 'sandbox')!;
    item.versions[0]!.switchedOff = ['CREDIT_CARD', 'splits'];
    item.proofs = null;
    await open(`${CATALOGUE}/sandbox`);
    await page.getByText('Desligado, porque o relatório não prova').waitFor();
    const row = page.getByRole('row', { name: /^Parcelas/ });
    await row.getByText('Desligado, sem prova').waitFor();
    await page.getByRole('tab', { name: 'Provas' }).click();

    await heading('Este pacote não traz um relatório', 2);
  });

  it('loses a version nobody uses, after it was asked for, and keeps one that is in use', async () => {
    world.packages.find(({ provider }) => provider === 'asaas')!.versions[0]!.connections = 0;
    const message = 'Uma conexão ou um pagamento em aberto ainda usa esta versão.';
    server.answer(marketplace.removePackage, refuse('PACKAGE_IN_USE', message));
    await open(`${CATALOGUE}/asaas?tab=versions&version=0.2.0`);
    await page.getByRole('row', { name: /^0\.1\.0/ }).waitFor();
    await expect.poll(() => button('Remover a versão 0.1.0').count()).toBe(0);
    await button('Remover a versão 0.2.0').click();
    await dialog().getByRole('button', { name: 'Remover versão' }).click();
    await dialog().getByText(message).waitFor();
    answerMarketplace(server, world);
    await dialog().getByRole('button', { name: 'Remover versão' }).click();

    await said('Versão 0.2.0 removida.');
    expect(lastInput(marketplace.removePackage)).toEqual({ provider: 'asaas', version: '0.2.0' });
    expect(parameters()).toEqual({ tab: 'versions' });
    await page.getByRole('row', { name: /^0\.2\.0/ }).waitFor({ state: 'detached' });
  });

  it('is gone with its last version', async () => {
    await open(`${CATALOGUE}/cedro?tab=versions`);
    await button('Remover a versão 1.5.0').click();
    server.answer(marketplace.removePackage, ({ provider }) => {
      world.packages = world.packages.filter((item) => item.provider !== provider);
      return {};
    });
    await dialog().getByRole('button', { name: 'Remover versão' }).click();

    await page.waitForURL(`**${CATALOGUE}`);
    await said('33 provedores');
  });

  it('that is not here is told as such', async () => {
    await open(`${CATALOGUE}/nobody`);
    await heading('Este provedor não está aqui', 2);
    await page.getByRole('link', { name: 'Todos os provedores' }).click();

    await said('34 provedores');
  });
});

describe('every view', () => {
  /** Names the findings that the page of the installation shows once a package was chosen. */
  const REVIEW = 'review';
  const VIEWS = [
    ...[CATALOGUE, `${CATALOGUE}?search=zzz`, TRUST, `${CATALOGUE}/asaas`, `${CATALOGUE}/pagarme?tab=proofs`],
    ...[`${CATALOGUE}/asaas?tab=versions`, `${CATALOGUE}/sandbox?tab=readme`, INSTALL],
  ];

  judgeScreens({
    screens: [...VIEWS, REVIEW],
    open: async (address) => {
      // A handful looks like all of them, and is judged in a fraction of the time.
      const { packages } = createMarketplace();
      const isShown = (number: number, provider: string) => number % 6 === 0 || number < 2 || provider === 'pagarme';
      world.packages = packages.filter(({ provider }, number) => isShown(number, provider));
      await open(address === REVIEW ? INSTALL : address);
      await settle();
      if (address !== REVIEW) return;
      world.inspection = createRefusedInspection();
      await page.setInputFiles('input[name=package]', file('a.tgz'));
      await page.locator('.install-form button[type=submit]').click();
      await page.locator('.checks').waitFor();
    },
  });
});

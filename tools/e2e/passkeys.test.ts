/** Tests passkeys with Chromium's own authenticator in place of a finger: adding one, signing in and proving who sits there. */
import type { CDPSession } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SELLERS } from '../src/demo/people.ts';
import { totp } from '../src/newcomer/totp.ts';
import { context, dialog, heading, page } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillSignIn } from './people.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

const MARIA = SELLERS[0]!;

setUpStage();

/** The authenticator of this computer, which verifies its owner unless a test says otherwise. */
async function plugIn(): Promise<{ devtools: CDPSession; authenticatorId: string }> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, authenticatorId };
}

const section = (name: string) => page.getByRole('region', { name, exact: true });
const signIn = async () => {
  await page.goto(`${stage.url}/login?next=/account`);
  await fillSignIn(page, MARIA.email, DEMO_PASSWORD);
};
const age = () =>
  stage.query(
    `UPDATE session SET confirmed_at = now() - interval '1 hour'
     WHERE person_id = (SELECT id FROM person WHERE email = $1 ORDER BY created_at LIMIT 1)`,
    [MARIA.email],
  );

describe('a passkey', () => {
  it('is added beside the code app, signs in in place of the code and proves who sits there', async () => {
    await signIn();
    await heading('Minha conta');
    const { devtools, authenticatorId } = await plugIn();
    await section('Chaves de acesso').getByText('Ligue antes a verificação em duas etapas').waitFor();
    await section('Verificação em duas etapas').getByRole('button', { name: 'Ligar' }).click();
    await page.getByText('Não consegue ler a imagem? Digite a chave').click();
    const secret = page.locator('.factor-secret code').filter({ hasText: /\w/ });
    await page.getByLabel('Código de 6 dígitos').fill(totp((await secret.textContent())!));
    await page.getByRole('button', { name: 'Confirmar código' }).click();
    await page.getByLabel('Guardei os códigos').check();
    await page.getByRole('button', { name: 'Continuar' }).click();

    const keys = section('Chaves de acesso');
    await keys.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
    await keys.getByRole('button', { name: 'Continuar' }).click();
    await keys.getByText('Digite um nome.').waitFor();
    await keys.getByLabel('Nome, para reconhecê-la').fill('Notebook');
    await keys.getByRole('button', { name: 'Continuar' }).click();
    await keys.getByText('Chave de acesso adicionada.').waitFor();
    await keys.getByText('Ainda não usada').waitFor();

    await context.clearCookies();
    await signIn();
    await heading('Verificação em duas etapas');
    const verify = (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    await verify(false);
    await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
    await page.getByText('A chave de acesso não respondeu.').waitFor();
    await verify(true);
    await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
    await heading('Minha conta');

    await age();
    await keys.getByRole('button', { name: 'Mudar nome de Notebook' }).click();
    await keys.getByLabel('Nome, para reconhecê-la').fill('Notebook da loja');
    await keys.getByRole('button', { name: 'Salvar nome' }).click();
    await keys.getByText('Nome salvo.').waitFor();
    await keys.getByRole('button', { name: 'Remover Notebook da loja' }).click();
    await dialog().getByRole('button', { name: 'Remover' }).click();
    await dialog().getByRole('button', { name: 'Usar chave de acesso' }).click();
    await keys.getByText('Chave de acesso removida.').waitFor();
    await keys.getByText('Nenhuma ainda.').waitFor();
    // Last, because the authenticator ends with the devtools session of axe.
    expect(await listViolations(page)).toEqual([]);
  });
});

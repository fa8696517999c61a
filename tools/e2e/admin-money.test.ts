/** What administrators do about money: its rules, where it may go, what leaves, what comes back. */
import { ADMIN_PERMISSIONS, type AdminPermission } from '@feira/schemas/options';
import * as settings from '@feira/schemas/procedures/settings';
import { describe, expect, it } from 'vitest';
import { type AdminWorld, answerAdmin, createSession, createWorld } from './admin-world.ts';
import { button, page, said } from './browser-page.ts';
import { screens, server, setUpScreens } from './faked-screens.ts';
import { listViolations } from './violations.ts';

let world: AdminWorld;
setUpScreens({
  answer: () => {
    world = createWorld();
    answerAdmin(server, world);
  },
});

const open = async (path: string, permissions: readonly AdminPermission[] = ADMIN_PERMISSIONS) => {
  answerAdmin(server, world, createSession(permissions));
  await page.goto(`${screens.url}/admin-root${path}`);
};

describe('rules of money', () => {
  it('say in words who looks at which withdrawal, and are saved as a whole', async () => {
    await open('/platform-settings');
    await page.getByText('Até R$ 50.000,00: uma pessoa da equipe aprova.').waitFor();

    await page.getByRole('textbox', { name: 'Enviar sem aprovação até' }).fill('500');
    await page.getByText('Até R$ 500,00: enviado na hora, sem que ninguém confira.').waitFor();
    await page.getByText('Acima de R$ 500,00 e até R$ 50.000,00: uma pessoa da equipe aprova.').waitFor();
    await page.getByRole('radio', { name: 'O provedor de pagamento' }).check();
    await page.getByRole('switch', { name: 'Oferecer antecipação' }).check();
    await page.getByRole('textbox', { name: 'Taxa por dia' }).fill('0,2');
    await page.getByText('Antecipar R$ 1.000,00 em 30 dias custa R$ 60,00.').waitFor();
    await page.getByText('Taxa a mais por parcelamento:').click();
    await page.getByRole('textbox', { name: 'Taxa a mais em 12 parcelas' }).fill('1,5');
    expect(await listViolations(page)).toEqual([]);
    await button('Salvar alterações').click();

    await said('Alterações salvas.');
    const { withdrawals, anticipation } = createWorld().settings.settings;
    expect(server.inputsOf(settings.updateRules)).toEqual([
      {
        custody: 'PROVIDER',
        installmentFeeBasisPoints: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 150],
        withdrawals: { ...withdrawals, automaticUpTo: 50_000 },
        anticipation: { ...anticipation, isOffered: true, basisPointsPerDay: 20 },
      },
    ]);
  });

  it('refuse to send unseen what two people have to look at', async () => {
    await open('/platform-settings');

    await page.getByRole('textbox', { name: 'Enviar sem aprovação até' }).fill('60.000');
    await button('Salvar alterações').click();

    await page.getByText('Não pode passar do valor que exige duas aprovações.').waitFor();
    expect(server.inputsOf(settings.updateRules)).toEqual([]);
  });
});

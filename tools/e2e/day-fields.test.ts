/** Tests the fields of days: typing, the calendar by keys and by pointer, and what they say about a day that cannot be taken. */
import { offerContract } from '@feira/schemas/procedures/partners';
import { describe, expect, it } from 'vitest';
import { button, dialog, openContext, PHONE, page, said } from './browser-page.ts';
import { screens, server, setUpScreens } from './faked-screens.ts';
import { expectNoBarrier } from './looks.ts';
import { answerPartners, createPartners, id, type PartnersWorld } from './partners-world.ts';

let world: PartnersWorld;
setUpScreens({
  answer: () => {
    world = createPartners();
  },
});

async function openDialog(act: string): Promise<void> {
  answerPartners(server, world, ['seller']);
  await page.goto(`${screens.url}/platform/co-production`);
  await button(act).click();
}

const last = () =>
  dialog()
    .first()
    .getByLabel(/^(Último dia|Last day)$/);
const calendar = () => page.getByRole('dialog', { name: /^(Calendário|Calendar): / });
const opener = () => button('Abrir o calendário');
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

describe('the field of a day', () => {
  it('takes digits alone, keeps what is typed, and says what is wrong with it once it is left', async () => {
    server.answer(offerContract, () => ({ contractId: id(53) }));
    await openDialog('Convidar coprodutor');
    const terms = dialog().first();
    await terms.getByLabel('Produto', { exact: true }).selectOption('Curso de Pão');
    await terms.getByLabel('E-mail do coprodutor').fill('gil@example.com');
    await terms.getByLabel('Parte do coprodutor').fill('15');
    await last().pressSequentially('3102');
    expect(await last().inputValue()).toBe('31/02');
    await expect.poll(() => terms.getByText('Digite o dia').count()).toBe(0);
    await last().press('Tab');
    await terms.getByText('Digite o dia, o mês e o ano, como em').waitFor();
    await expect.poll(() => last().getAttribute('aria-invalid')).toBe('true');
    await last().fill('31022027');
    await terms.getByRole('button', { name: 'Enviar convite' }).click();
    await terms.getByText('Esta data não existe.').waitFor();
    expect(server.inputsOf(offerContract)).toEqual([]);

    await last().fill('');
    await last().pressSequentially('31/3/2027');
    expect(await last().inputValue()).toBe('31/03/2027');
    await terms.getByRole('button', { name: 'Enviar convite' }).click();

    await said('Convite enviado por e-mail. O nome da pessoa aparece quando ela aceitar.');
    expect(server.inputsOf(offerContract)).toMatchObject([{ endsOn: '2027-03-31' }]);
  });

  it('opens its calendar at its day, which keys walk through; Escape closes it and not the dialog around it', async () => {
    await openDialog('Convidar coprodutor');
    await last().fill('31/03/2027');
    await opener().press('Enter');
    await expect.poll(focused).toBe('31 de março de 2027');
    await calendar().getByText('março', { exact: true }).waitFor();

    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toBe('1 de abril de 2027');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toBe('24 de abril de 2027');
    await page.keyboard.press('Escape');
    await expect.poll(() => calendar().count()).toBe(0);
    await expect.poll(focused).toBe('Abrir o calendário');
    expect(await last().inputValue()).toBe('31/03/2027');

    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('31 de março de 2027');
    await page.keyboard.press('Shift+PageDown');
    await expect.poll(focused).toBe('31 de março de 2028');
    await page.keyboard.press('Enter');
    await expect.poll(() => last().inputValue()).toBe('31/03/2028');
    await expect.poll(focused).toBe('Abrir o calendário');
  });

  it('takes a day of the calendar by pointer, also from another month, and closes when something else is pressed', async () => {
    await openDialog('Convidar coprodutor');
    await last().fill('31/03/2027');
    await opener().click();
    await calendar().getByRole('button', { name: 'março', exact: true }).click();
    await calendar().getByRole('button', { name: 'maio', exact: true }).click();
    await calendar().getByRole('button', { name: '9 de maio de 2027', exact: true }).click();
    await expect.poll(() => last().inputValue()).toBe('09/05/2027');
    await expect.poll(() => calendar().count()).toBe(0);

    await opener().click();
    await calendar().waitFor();
    await page.getByRole('heading', { name: 'Convidar coprodutor' }).click();
    await expect.poll(() => calendar().count()).toBe(0);
    await dialog().getByText('até que um dos dois encerre').waitFor();
  });

  it.each([
    [{}, 'Convidar coprodutor', '31/03/2027'],
    [{ locale: 'en', viewport: PHONE, colorScheme: 'dark' }, 'Invite a co-producer', '03/31/2027'],
  ] as const)('fits the screen with its calendar, without a barrier: %j', async (look, act, text) => {
    await openContext(look);
    await openDialog(act);
    await last().fill(text);
    await dialog()
      .getByRole('button', { name: /Abrir o calendário|Open the calendar/ })
      .click();
    await calendar().getByRole('button', { name: /31/ }).last().waitFor();

    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/calendar-${page.viewportSize()!.width}.png` });
    await expectNoBarrier('calendar');
    const box = await calendar().boundingBox();
    const { width, height } = page.viewportSize()!;
    expect(box!.x).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width).toBeLessThanOrEqual(width);
    expect(box!.y + box!.height).toBeLessThanOrEqual(height);
  });
});

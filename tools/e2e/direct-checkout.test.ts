/** Tests the links that a seller makes: what is chosen there is chosen when the checkout opens. */
import { expect, it } from 'vitest';
import { SELLERS } from '../src/demo/people.ts';
import { button, heading, openContext, PHONE, page, WIDE } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillSignIn } from './people.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

setUpStage();

const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

async function look(name: string): Promise<void> {
  for (const [size, viewport] of Object.entries({ wide: WIDE, phone: PHONE })) {
    await page.setViewportSize(viewport);
    expect([name, size, await listViolations(page)]).toEqual([name, size, []]);
    expect([name, size, await fits()]).toEqual([name, size, true]);
    const { SHOTS } = process.env;
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${size}.png`, fullPage: true });
  }
  await page.setViewportSize(WIDE);
}

it('a link opens the checkout with the method, the campaign and the buyer of its maker', async () => {
  const offerId = stage.ids.offers.find('course');
  await page.goto(`${stage.url}/login`);
  await fillSignIn(page, SELLERS[0]!.email, DEMO_PASSWORD);
  await page.waitForURL('**/platform/**');
  await page.goto(`${stage.url}/platform/direct-checkout?offer=${offerId}`);
  await heading('Seu link', 2);
  await page.getByLabel('Meio de pagamento').selectOption('BILLET');
  await page.getByLabel('Origem (utm_source)').fill('insta');
  await page.getByLabel('Nome de quem compra').fill('Ana Lima');
  await page.getByText('Este link leva dados de uma pessoa').waitFor();
  await page.getByRole('img', { name: 'QR Code do link' }).waitFor();
  await look('direct');
  const address = (await page.locator('.direct-address').textContent()) as string;
  expect(address).toBe(`${stage.url}/checkout/${offerId}?method=BILLET&nome=Ana+Lima&utm_source=insta`);
  await button(/English/).click();
  await heading('Your link', 2);
  await look('direct-en');

  await openContext();
  await page.goto(`${address}&quantity=3`);
  await expect.poll(() => page.inputValue('[name=name]')).toBe('Ana Lima');
  await expect.poll(() => page.isChecked('[name=paymentMethod][value=BILLET]')).toBe(true);
  // The name has left the address.
  expect(page.url()).not.toContain('Ana');
});

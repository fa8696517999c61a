/** Tests cards typed on an origin of its own, from the checkouts of two platforms: a browser has to keep the headers' promises. */
import { describe, expect, it } from 'vitest';
import { readDemoIds } from '../src/demo/ids.ts';
import { DEMO_PLATFORMS, type DemoPlatform } from '../src/demo/platforms.ts';
import { PHONE, page } from './browser-page.ts';
import { setUpStage, stage } from './stage.ts';

const FRAME_HOST = 'cards.localhost';
const BUYER: Record<string, string> = {
  name: 'João Comprador',
  email: 'joao@example.com',
  cpf: '52998224725',
  phone: '11987654321',
  cep: '01310100',
  street: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
};

// The sign-in page asks who is signed in, and is told in time or not.
setUpStage({ cardFrameHost: FRAME_HOST, look: { viewport: PHONE }, wantedRefusals: /status of 401/ });

const toUrl = (host: string) => stage.url.replace('localhost', host === '*' ? 'localhost' : host);
/** Returns the ids of a platform, which the demo has. */
const readIds = async (platform: DemoPlatform) =>
  (await readDemoIds((_, text, value) => stage.query(text, [value]), platform))!;
async function findCheckoutUrl(platform: DemoPlatform): Promise<string> {
  const { key } = platform.offers.find(({ isShown }) => isShown)!;
  return `${toUrl(platform.host)}/checkout/${(await readIds(platform)).offers.find(key)}`;
}

async function payByCard(): Promise<void> {
  await page.check('[name=paymentMethod][value=CREDIT_CARD]');
  for (const [name, value] of Object.entries(BUYER)) {
    const field = page.locator(`[name=${name}]:visible`);
    if (await field.count()) await field.fill(value);
  }
  const state = page.locator('[name=state]:visible');
  if (await state.count()) await state.selectOption('SP');
  const frame = page.frameLocator('iframe');
  await frame.locator('[autocomplete=cc-number]').fill('4111111111111111');
  await frame.locator('[autocomplete=cc-name]').fill('JOAO COMPRADOR');
  await frame.locator('[autocomplete=cc-exp]').fill('12/34');
  await frame.locator('[autocomplete=cc-csc]').fill('123');
  // Nothing is paid while the price of the delivery is still being counted in.
  await page.locator('[name=cardInstallment][aria-busy=false]').waitFor();
  // Without a screen, the browser looks for a click's target where things stood before the frame of another site scrolled the page.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await page.click('button[type=submit]');
}

describe.each(DEMO_PLATFORMS.map((platform) => [platform.name, platform] as const))('%s', (_, platform) => {
  it('takes a card that is typed on the origin of card forms', async () => {
    await page.goto(await findCheckoutUrl(platform));
    await payByCard();
    const frame = page.frames().find((candidate) => candidate.url().includes('/card-frame/'));
    expect(await frame?.evaluate(() => window.origin)).toBe(toUrl(FRAME_HOST));

    await page.getByRole('heading', { name: 'Pagamento aprovado' }).waitFor();

    expect(new URL(page.url()).origin).toBe(toUrl(platform.host));
    const publicId = new URL(page.url()).pathname.split('/').at(-1);
    expect(
      await stage.query('SELECT status FROM payment WHERE platform_id = $1 AND public_id = $2', [
        (await readIds(platform)).platformId,
        publicId,
      ]),
    ).toEqual([{ status: 'APPROVED' }]);
  });
});

describe('a page of one platform', () => {
  it('cannot frame the card form of the other, nor one that was made for the other', async () => {
    const [feira, serra] = DEMO_PLATFORMS as [DemoPlatform, DemoPlatform];
    await page.goto(await findCheckoutUrl(serra));
    const { frameUrl } = await page.evaluate(
      async (id) => (await (await fetch(`/api/checkout.getCheckout?checkoutId=${id}`)).json()).card,
      (await readIds(serra)).offers.find('cheese'),
    );
    await page.goto(`${toUrl(feira.host)}/login`);
    // A page with no policy of its own for frames, on Feira's origin.
    await page.route('**/framing', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${frameUrl}"></iframe>` }),
    );

    await page.goto(`${toUrl(feira.host)}/framing`);

    // The browser shows an error page instead of a document whose policy forbids this frame.
    await expect.poll(() => page.frames().at(-1)?.url()).toMatch(/^chrome-error:/);
  });
});

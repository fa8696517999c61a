/** Tests the widget of a CAPTCHA service in a real browser: it comes only where it is asked for, and a sale is made without it as well. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { context, forgive, PHONE, page } from './browser-page.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

const HOST = 'people.localhost';
let service: Server;
let isGood = true;
let questions = 0;

setUpStage({
  captchaHost: HOST,
  look: { viewport: PHONE },
  wantedRefusals: /status of 403/,
  async prepareEnvironment() {
    service = createServer((request, response) => {
      request.resume().on('end', () => {
        questions++;
        const answer = isGood
          ? { success: true, hostname: HOST }
          : { success: false, 'error-codes': ['expired-input-response'] };
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    return {
      CAPTCHA: 'hcaptcha',
      CAPTCHA_SITE_KEY: '10000000-ffff-ffff-ffff-000000000001',
      CAPTCHA_SECRET: '0x0000000000000000000000000000000000000000',
      CAPTCHA_VERIFY_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/siteverify`,
    };
  },
});
afterAll(() => service?.close());

/** The script of the service, as far as the frame knows it: a box that gives a response. */
const WIDGET = `window.hcaptcha = { render(place, options) {
  const box = document.createElement('button');
  box.textContent = 'I am human: ' + options.sitekey.slice(-4);
  box.onclick = () => options.callback('P1_response.' + Date.now());
  place.append(box);
} }; drawWidget();`;

beforeEach(async () => {
  isGood = true;
  questions = 0;
  await stage.query('DELETE FROM risk_rules', []);
  await stage.query(
    `INSERT INTO risk_rules (platform_id, version, rules, saved_by, saved_by_name)
      SELECT platform_id, 1, $1::jsonb, gen_random_uuid(), 'Ana' FROM platform`,
    [
      JSON.stringify([
        {
          id: '0197a000-0000-7000-8000-000000000001',
          name: 'Todo cartão',
          isEnabled: true,
          methods: ['CREDIT_CARD'],
          conditions: [{ signal: 'AMOUNT', operator: 'AT_LEAST', value: 1 }],
          action: 'CHALLENGE',
        },
      ]),
    ],
  );
});

let buyers = 0;
async function order(language = ''): Promise<void> {
  await page.goto(`${stage.url}/checkout/${stage.ids.offers.find('course')}${language}`);
  await page.check('[name=paymentMethod][value=CREDIT_CARD]');
  const buyer = {
    name: 'João Comprador',
    email: `joao${++buyers}@example.com`,
    cpf: '52998224725',
    phone: '11987654321',
  };
  for (const [name, value] of Object.entries(buyer)) {
    const field = page.locator(`[name=${name}]:visible`);
    if (await field.count()) await field.fill(value);
  }
  const frame = page.frameLocator('iframe.card-frame');
  await frame.locator('[autocomplete=cc-number]').fill('4111111111111111');
  await frame.locator('[autocomplete=cc-name]').fill('JOAO COMPRADOR');
  await frame.locator('[autocomplete=cc-exp]').fill('12/34');
  await frame.locator('[autocomplete=cc-csc]').fill('123');
  await page.locator('[name=cardInstallment][aria-busy=false]').waitFor();
  await page.click('button[type=submit][aria-disabled=false]');
}
const approved = (heading = 'Pagamento aprovado') => page.getByRole('heading', { name: heading }).waitFor();
const serve = (answer: string | null) =>
  context.route('https://js.hcaptcha.com/**', (route) =>
    answer === null ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: answer }),
  );

describe('the widget', () => {
  it('is shown when a challenge is asked for, in a frame of its own origin, and its response buys', async () => {
    await serve(WIDGET);
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script')
        scripts.push(`${new URL(request.frame().url()).hostname} ${request.url()}`);
    });
    await order();

    const dialog = page.getByRole('dialog', { name: 'Confirmação de segurança' });
    const widget = dialog.frameLocator('iframe').getByRole('button', { name: 'I am human: 0001' });
    await widget.waitFor();
    expect(await listViolations(page)).toEqual([]);
    const frame = page.frames().find((one) => one.url().includes('/captcha-frame/'));
    expect(await frame?.evaluate(() => window.origin)).toBe(stage.url.replace('localhost', HOST));
    await widget.click();
    await approved();

    expect(questions).toBe(1);
    const foreign = scripts.filter((line) => line.includes('hcaptcha.com'));
    expect(foreign).toEqual([expect.stringMatching(/^people\.localhost https:\/\/js\.hcaptcha\.com\/1\/api\.js\?/)]);
  });

  it('costs no sale where its script does not come, where it is refused, or where a buyer cannot use it', async () => {
    await serve(null);
    await order();
    await approved();
    expect(questions).toBe(0);
    forgive('js.hcaptcha.com');
    forgive('ERR_FAILED');

    await context.unroute('https://js.hcaptcha.com/**');
    await serve(WIDGET);
    isGood = false;
    await order('?lang=en');
    const dialog = page.getByRole('dialog', { name: 'Security check' });
    await dialog.frameLocator('iframe').getByRole('button').waitFor();
    await dialog.frameLocator('iframe').getByRole('button').click();
    await approved('Payment approved');
    expect(questions).toBe(1);

    await order('?lang=en');
    await dialog.getByRole('button', { name: 'I can’t complete this check' }).click();
    await approved('Payment approved');
    expect(questions).toBe(1);
  });
});

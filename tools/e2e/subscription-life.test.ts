/** A buyer subscribes, finds the subscription among the purchases, and cancels it in two clicks; its seller sees it. */
import type { SimulatorHost } from '@feira/plugin-kit/simulation';
import { expect, it } from 'vitest';
import { CUSTOMER, SELLERS } from '../src/demo/people.ts';
import { button, dialog, heading, page, said } from './browser-page.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import { fillSignIn } from './people.ts';
import { setUpStage, stage } from './stage.ts';

setUpStage({ wantedRefusals: /status of 401/ });

const one = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await stage.query<Row & Record<string, unknown>>(text, values))[0];

/** Subscribes by PIX, pays the first charge, and returns the id of the subscription. */
async function subscribe(): Promise<string> {
  const response = await fetch(`${stage.url}/api/checkout.purchase`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'subscription-life' },
    body: JSON.stringify({
      offerId: stage.ids.offers.find('club'),
      name: 'Clara Cliente',
      email: CUSTOMER,
      paymentMethod: 'PIX',
      cpf: '52998224725',
      phone: '11987654321',
    }),
  });
  const bought = await response.json();
  if (!response.ok) throw new Error(`The purchase was answered ${response.status}: ${JSON.stringify(bought)}`);
  const charge = await one<{ transaction_id: string }>(
    'SELECT a.transaction_id FROM payment p JOIN payment_attempt a ON a.payment_id = p.id WHERE p.public_id = $1',
    bought.paymentId,
  );
  await (stage.simulators.get('sandbox') as SimulatorHost).simulator.pay(charge!.transaction_id);
  const begun = () =>
    one<{ id: string }>(
      'SELECT s.id FROM subscription s JOIN payment p ON p.sale_id = s.first_sale_id WHERE p.public_id = $1',
      bought.paymentId,
    );
  await expect.poll(begun).toBeTruthy();
  return (await begun())!.id;
}

it('begins with the first charge, and is cancelled by its buyer in two clicks', async () => {
  const id = await subscribe();
  const title = (await one<{ title: string }>("SELECT terms->>'title' AS title FROM subscription WHERE id = $1", id))!
    .title;
  await page.goto(`${stage.url}/login`);
  await fillSignIn(page, CUSTOMER, DEMO_PASSWORD);
  await page.waitForURL('**/my-purchases');
  const card = page.getByRole('region', { name: 'Assinaturas' }).getByRole('listitem').filter({ hasText: title });
  await card.getByText(/^Próxima cobrança em/).waitFor();

  await card.getByRole('link', { name: /^Ver e gerenciar/ }).click();
  await heading(title);
  await page.getByRole('link', { name: /^Baixar recibo/ }).waitFor();
  await button('Cancelar assinatura').click();
  await dialog().getByRole('button', { name: 'Cancelar assinatura' }).click();
  await said('Assinatura cancelada. Você não será mais cobrado.');

  await expect
    .poll(() => one('SELECT status, cancel_at_period_end, next_charge_at FROM subscription WHERE id = $1', id))
    .toEqual({ status: 'ACTIVE', cancel_at_period_end: true, next_charge_at: null });
  await page.context().clearCookies();
  await page.goto(`${stage.url}/login`);
  await fillSignIn(page, SELLERS[1]!.email, DEMO_PASSWORD);
  await page.waitForURL('**/platform/**');
  await page.goto(`${stage.url}/platform/subscriptions/${id}`);
  await heading(title);
  await page.getByText('Cancelamento marcado para o fim do período pago').waitFor();
  await page.getByText('pelo comprador').waitFor();
  await page.getByRole('link', { name: 'Ver venda Cobrança 1', exact: true }).first().click();
  await page.waitForURL('**/platform/my-sales/**');
  await page.getByRole('link', { name: 'Cobrança 1', exact: true }).click();
  await page.waitForURL(`**/platform/subscriptions/${id}`);
});

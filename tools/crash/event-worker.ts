/**
 * A process that announces events and sends deliveries until it is killed. It is no server, because a server posts to no address of its own
 * machine; the statements and the sender are the server's.
 */
import { randomInt } from 'node:crypto';
import { announce } from '../../core/src/modules/events/service.ts';
import { DUE } from '../../core/src/modules/seller-webhooks/delivery-model.ts';
import { createSender } from '../../core/src/modules/seller-webhooks/sender.ts';
import { readConfig } from '../../core/src/plugins/config.ts';
import { buildServer } from '../../core/src/server.ts';
import { type Laned, Lanes } from '../../core/src/shared/lanes.ts';

const { EVENTS = '0', PLATFORM_ID = '', SELLER_ID = '', ...env } = process.env;
const AT_ONCE = 20;
/** The seconds after which the work of a killed process is taken over. */
const CLAIM_SECONDS = 1;

const app = await buildServer({ config: readConfig(env) });
await app.ready();
const sender = createSender(app, { allowPrivateHosts: true });

/** Announces one of the events; most of the time another process has announced it before. */
function announceOne(): Promise<unknown> {
  const number = randomInt(Number(EVENTS));
  return app.database.write(PLATFORM_ID, [
    announce(PLATFORM_ID, {
      type: 'product.updated',
      key: String(number),
      sellerId: SELLER_ID,
      subjectId: SELLER_ID,
      data: { product: { id: SELLER_ID, name: `Produto ${number}`, status: 'ACTIVE' } },
    }),
  ]);
}

async function sendDue(): Promise<void> {
  const lanes = new Lanes<Laned>({ connection: AT_ONCE, provider: AT_ONCE });
  const rows = await app.database.jobs.list(lanes.claim(DUE, CLAIM_SECONDS));
  await Promise.all(rows.map(sender.sendDue));
}

process.stdout.write('at work\n');
for (;;) {
  await Promise.all(Array.from({ length: AT_ONCE }, announceOne));
  await sendDue();
}

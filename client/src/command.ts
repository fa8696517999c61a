#!/usr/bin/env node
/** The command `feira`: hears events on a developer's machine, and posts them to a port of it. */
import { createHmac, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { PlatformEvent } from './calls.ts';
import { listen } from './listen.ts';

const HELP = `feira listen [--forward localhost:4242/hook] [--events sale.approved,payout.paid] [--after <event id>]

Prints events as they happen, and posts them to the address like a webhook does.

FEIRA_URL  the address of the platform, such as https://pay.example.com
FEIRA_KEY  an API key with the scope events:read; it is read from the environment, so that it stays out of the shell's history`;

const print = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

/** Returns the address to post to; a port alone is one of this machine. */
function toAddress(forward: string): string {
  if (/^\d+$/.test(forward)) return `http://localhost:${forward}`;
  return /^https?:\/\//.test(forward) ? forward : `http://${forward}`;
}

/** Posts an event as a webhook does, and returns the status, or why nothing answered. */
async function post(address: string, key: Buffer, event: PlatformEvent): Promise<string> {
  const body = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', key).update(`${event.id}.${seconds}.${body}`).digest('base64');
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': `v1,${signature}`,
      },
      body,
      redirect: 'manual',
    });
    await answer.body?.cancel();
    return String(answer.status);
  } catch (error) {
    return `no answer (${(error as { cause?: Error }).cause?.message ?? (error as Error).message})`;
  }
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      forward: { type: 'string' },
      events: { type: 'string' },
      after: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const { FEIRA_URL: url, FEIRA_KEY: key } = process.env;
  if (values.help || positionals[0] !== 'listen') {
    print(HELP);
    return values.help ? 0 : 2;
  }
  if (!url || !key) {
    complain(`${url ? 'FEIRA_KEY' : 'FEIRA_URL'} is missing.\n\n${HELP}`);
    return 2;
  }
  const address = values.forward && toAddress(values.forward);
  const wanted = values.events?.split(',').map((type) => type.trim());
  const secret = randomBytes(32);
  if (address) print(`Forwards to ${address}. The secret of this run is whsec_${secret.toString('base64')}`);
  const onOpen = () => print('Listening. Press Ctrl+C to stop.');
  for await (const event of listen({ url, key }, { onOpen, ...(values.after && { after: values.after }) })) {
    if (wanted && !wanted.includes(event.type)) continue;
    const outcome = address ? ` → ${await post(address, secret, event)}` : '';
    print(`${event.createdAt} ${event.type} ${event.id}${outcome}`);
  }
  return 0;
}

run().then(
  (code) => process.exit(code),
  (error: Error) => {
    complain(error.message);
    process.exit(1);
  },
);

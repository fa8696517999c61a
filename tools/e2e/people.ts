/** What the tests of sign-in and accounts share: reading mails as a person would, and codes of an authenticator app. */
import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Stage } from './stage.ts';

const MAIL = /href="(\/mailbox\/[0-9a-f-]{36})/g;
const LINK = /<pre>[\s\S]*?<a href="([^"]+)"/;

async function read(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} was answered ${response.status}.`);
  return response.text();
}

export const countMails = async ({ url }: Stage): Promise<number> =>
  [...(await read(`${url}/mailbox`)).matchAll(MAIL)].length;

/** The first link of the newest mail to somebody, once there are more mails than before. */
export async function waitForLink(stage: Stage, to: string, former: number): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const addresses = [...(await read(`${stage.url}/mailbox`)).matchAll(MAIL)].map(([, address]) => address);
      if (addresses.length <= former) return false;
      for (const address of addresses.slice(0, addresses.length - former)) {
        const page = await read(stage.url + address);
        link = page.includes(to) ? (LINK.exec(page)?.[1] ?? '') : '';
        if (link) return true;
      }
      return false;
    })
    .toBe(true);
  return link;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/** What an authenticator app shows for a secret, `ahead` steps from now. */
export function totp(secret: string, ahead = 0): string {
  const bits = [...secret.replace(/\s/g, '')]
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + ahead));
  const digest = createHmac('sha1', key).update(counter).digest();
  const start = digest.at(-1)! & 15;
  return String((digest.readUInt32BE(start) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', password);
  await page.press('[name=password]', 'Enter');
}

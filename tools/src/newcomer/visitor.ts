/** Plays a person at a browser: keeps the cookie, and calls procedures as the screens do. */
import { randomUUID } from 'node:crypto';
import type { Input, Output, Procedure } from '@feira/schemas/procedure';
import { confirmSecondFactor, startSecondFactor } from '@feira/schemas/procedures/account';
import { createUpload, finishUpload } from '@feira/schemas/procedures/media';
import {
  choosePassword,
  register,
  requestRecovery,
  signIn,
  useMagicLink,
  verifyEmail,
} from '@feira/schemas/procedures/session';
import type { PictureUploadKind } from '@feira/schemas/uploads';
import { createClient } from '../../../shells/kit/src/client.ts';
import { listMails, type Site, waitForLink } from './mailbox.ts';
import { totp } from './totp.ts';

export interface Visitor {
  /** Throws an ApiError where the procedure refuses. */
  call<const P extends Procedure>(procedure: P, input: Input<P>): Promise<Output<P>>;
  /** Fetches an address of the platform, with the cookies. Throws where it is not answered with success. */
  fetch(address: string, init?: RequestInit): Promise<Response>;
}

export function createVisitor({ url, fetch: reach = fetch }: Site): Visitor {
  const cookies = new Map<string, string>();
  const send: typeof fetch = async (address, init) => {
    const headers = new Headers(init?.headers);
    // Browsers add it to the requests of a platform's own pages.
    headers.set('sec-fetch-site', 'same-origin');
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await reach(new URL(String(address), url), { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  const client = createClient({ locale: 'pt-BR', fetch: send });
  return {
    call: (procedure, input) => client.call(procedure, input, { idempotencyKey: randomUUID() }),
    async fetch(address, init) {
      const response = await send(address, init);
      if (!response.ok) throw new Error(`${address} was answered ${response.status}: ${await response.text()}`);
      return response;
    },
  };
}

const readToken = (link: string) => new URL(link).hash.slice(1);

/** Opens the account of an invitation, which a master or an administrator has to protect with an authenticator app. */
export async function acceptInvitation(site: Site, link: string, password: string): Promise<Visitor> {
  const visitor = createVisitor(site);
  const { email, entrance } = await visitor.call(choosePassword, { token: readToken(link), password });
  const { state } = await visitor.call(signIn, { email, password, entrance });
  if (state === 'ENROLLMENT_REQUIRED') {
    const { secret } = await visitor.call(startSecondFactor, {});
    await visitor.call(confirmSecondFactor, { code: totp(secret) });
  }
  return visitor;
}

/** Chooses a new password with the link of a mail. */
export async function recoverPassword(site: Site, email: string, password: string): Promise<void> {
  const visitor = createVisitor(site);
  const former = await listMails(site);
  await visitor.call(requestRecovery, { email });
  await visitor.call(choosePassword, { token: readToken(await waitForLink(site, email, former)), password });
}

export interface NewSeller {
  name: string;
  email: string;
  password: string;
}

/** Registers a seller and opens the account with the link of the mail. */
export async function registerSeller(site: Site, seller: NewSeller): Promise<Visitor> {
  const visitor = createVisitor(site);
  const former = await listMails(site);
  await visitor.call(register, seller);
  const link = await waitForLink(site, seller.email, former);
  await visitor.call(verifyEmail, { token: readToken(link), password: seller.password });
  return visitor;
}

/** Signs a customer in with the link of a mail that was sent after `former` others. */
export async function openMagicLink(site: Site, email: string, former: readonly string[]): Promise<Visitor> {
  const visitor = createVisitor(site);
  await visitor.call(useMagicLink, { token: readToken(await waitForLink(site, email, former)) });
  return visitor;
}

/** Uploads a picture as the field of a form does. Returns the address to store. */
export async function uploadPicture(
  visitor: Visitor,
  kind: PictureUploadKind,
  webp: Buffer<ArrayBuffer>,
): Promise<string> {
  const { uploadId, url, headers } = await visitor.call(createUpload, {
    kind,
    contentType: 'image/webp',
    bytes: webp.byteLength,
  });
  await visitor.fetch(url, { method: 'PUT', headers: headers as Record<string, string>, body: webp });
  const { address } = await visitor.call(finishUpload, { uploadId });
  return address;
}

/** Talks to the browser's passkeys. The library loads when one is used. */
import { addPasskey, startPasskey } from '@feira/schemas/procedures/account';
import { confirmPasskey, startPasskeyProof } from '@feira/schemas/procedures/session';
import { ApiError, type Client } from '@feira/shell-kit/client';
import type { Session } from '@feira/shell-kit/dashboard';

const loadLibrary = () => import(/* webpackChunkName: "account-more" */ '@simplewebauthn/browser');

/** Returns false where the browser has no passkeys, as on pages that are neither https nor of this machine. */
export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** The person closed the browser's dialog, or nothing answered it in time. */
export class PasskeyCancelled extends Error {}

/** Runs what the browser asks the person for. Errors of calls pass through. */
async function ask<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new PasskeyCancelled('The passkey did not answer.', { cause: error });
  }
}

/** Has a passkey of this person sign, which completes the sign-in or confirms the identity. */
export async function provePasskey(client: Client): Promise<Session> {
  const { options } = await client.call(startPasskeyProof, {});
  const { id, response } = await ask(async () =>
    (await loadLibrary()).startAuthentication({ optionsJSON: options as never }),
  );
  const { clientDataJSON, authenticatorData, signature } = response;
  return client.call(confirmPasskey, { credential: id, clientDataJSON, authenticatorData, signature });
}

export async function registerPasskey(client: Client, name: string): Promise<void> {
  const { options } = await client.call(startPasskey, {});
  const { id, response } = await ask(async () =>
    (await loadLibrary()).startRegistration({ optionsJSON: options as never }),
  );
  const { clientDataJSON, attestationObject, transports = [] } = response;
  await client.call(addPasskey, { name, credential: id, clientDataJSON, attestationObject, transports });
}

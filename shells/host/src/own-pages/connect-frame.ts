import type { Procedure } from '@feira/schemas/procedure';
import type { FromRemoteFrame, OwnPage, ToRemoteFrame } from '@feira/schemas/remotes';
import { ApiError, type Client } from '@feira/shell-kit/client';
import type { Host } from '@feira/shell-kit/dashboard';

interface FrameEvents {
  onDrawn(): void;
  onFailed(): void;
  onHeight(pixels: number): void;
}

/** A frame higher than this would be a mistake of its page. */
const MOST_PIXELS = 50_000;

/**
 * Opens the channel to the frame of an owner's page and returns what sends to it. A call of the page is made with the person's session, and only if
 * the configuration names its procedure.
 */
export function connectFrame(
  frame: HTMLIFrameElement,
  page: OwnPage,
  getHost: () => { client: Client; host: Host },
  { onDrawn, onFailed, onHeight }: FrameEvents,
): (message: ToRemoteFrame) => void {
  const { port1, port2 } = new MessageChannel();
  const send = (message: ToRemoteFrame) => port1.postMessage(message);
  port1.onmessage = ({ data }: MessageEvent<FromRemoteFrame>) => {
    if (data.kind === 'drawn') onDrawn();
    else if (data.kind === 'failed') onFailed();
    else if (data.kind === 'height') onHeight(Math.min(Math.max(Math.ceil(Number(data.pixels)) || 0, 0), MOST_PIXELS));
    else if (data.kind === 'call') void answer(page, data, getHost()).then(send);
  };
  // The frame has no origin that could be named; what it is told is no secret, and the port goes to no other window.
  frame.contentWindow!.postMessage({ kind: 'connect' }, '*', [port2]);
  return send;
}

/** Makes a call of the page; exported for its test. */
export async function answer(
  { procedures }: Pick<OwnPage, 'procedures'>,
  { id, procedure: name, input }: Extract<FromRemoteFrame, { kind: 'call' }>,
  { client, host }: { client: Client; host: Pick<Host, 'confirmIdentity' | 'onLoginRequired'> },
): Promise<ToRemoteFrame> {
  const kind = Object.hasOwn(procedures, name) ? procedures[name] : undefined;
  if (!kind)
    return { kind: 'refusal', id, code: 'PROCEDURE_NOT_ALLOWED', message: `This page may not call ${String(name)}.` };
  // Browsers hold of a procedure what they call it by, so name and kind are enough.
  const procedure = { name, kind } as Procedure;
  // Repeated, it keeps its key, so that money moves once.
  const options = kind === 'mutation' ? { idempotencyKey: crypto.randomUUID() } : {};
  const call = () => client.call(procedure, input as never, options);
  try {
    return { kind: 'answer', id, output: await call().catch((error) => confirmAndRepeat(error, host, call)) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'LOGIN_REQUIRED') host.onLoginRequired();
    return { kind: 'refusal', id, code: error.code, message: error.message };
  }
}

async function confirmAndRepeat(error: unknown, host: Pick<Host, 'confirmIdentity'>, call: () => Promise<unknown>) {
  if (error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED' && (await host.confirmIdentity()))
    return call();
  throw error;
}

import type { Locale } from '@feira/schemas/common';
import type { FingerPrint, FromCardFrame, ToCardFrame } from '@feira/schemas/documents';

const READY_TIMEOUT_MS = 15_000;
/** Longer than a provider's own time-out. */
const TOKEN_TIMEOUT_MS = 45_000;

/** The requests that the card frame answers. */
export interface CardHandle {
  tokenize(holderDocument: string | undefined): Promise<CardAnswer>;
  focus(): void;
  /** False while a field of the form is empty or cannot be right. */
  isComplete(): boolean;
}
/** With `invalid` the frame has marked the fields itself. */
export type CardAnswer =
  | {
      token: string;
      receiverId?: string;
      fingerPrints?: FingerPrint[];
      /** The other card where two of them pay, and its cents. */
      secondCard?: { token: string; amount: number };
    }
  | { reason: 'invalid' | 'failed'; message?: string };

export interface CardChannel extends CardHandle {
  setDisabled(isDisabled: boolean): void;
  close(): void;
}

interface Listeners {
  onResize(heightPx: number): void;
  onFail(): void;
}

/**
 * Opens the line to the card frame. The frame has no origin of its own, so a message cannot be addressed to one: it is
 * handed one end of a private channel once, and everything else travels there. Card data never does.
 */
export function connectCardFrame(frame: HTMLIFrameElement, locale: Locale, listeners: Listeners): CardChannel {
  const { port1, port2 } = new MessageChannel();
  const waiting = new Map<string, (answer: CardAnswer) => void>();
  let isDisabled = false;
  let isComplete = false;
  let requests = 0;
  const send = (message: ToCardFrame) => port1.postMessage(message);
  /** False once the form did not answer in time, or was taken away. A buyer who is faster than the form waits for it. */
  let settleReady: (isReady: boolean) => void;
  const ready = new Promise<boolean>((resolve) => {
    settleReady = resolve;
  });
  const readyTimer = setTimeout(() => {
    settleReady(false);
    listeners.onFail();
  }, READY_TIMEOUT_MS);
  const connect = () => frame.contentWindow?.postMessage({ type: 'connect' }, '*', [port2]);
  frame.addEventListener('load', connect, { once: true });

  const settle = (requestId: string, answer: CardAnswer) => {
    waiting.get(requestId)?.(answer);
    waiting.delete(requestId);
  };
  port1.onmessage = ({ data }: MessageEvent<FromCardFrame>) => {
    if (data.type === 'ready') {
      settleReady(true);
      clearTimeout(readyTimer);
      send({ type: 'configure', locale, isDisabled });
    } else if (data.type === 'change') isComplete = data.isComplete;
    else if (data.type === 'resize') listeners.onResize(data.heightPx);
    else if (data.type === 'tokenized') {
      const { token, receiverId, fingerPrints } = data;
      settle(data.requestId, { token, ...(receiverId && { receiverId }), ...(fingerPrints && { fingerPrints }) });
    } else if (data.type === 'error') {
      settle(data.requestId, { reason: data.reason, ...(data.message && { message: data.message }) });
    }
  };
  return {
    async tokenize(holderDocument) {
      if (!(await ready)) return { reason: 'failed' };
      const requestId = String(++requests);
      const answer = new Promise<CardAnswer>((resolve) => {
        waiting.set(requestId, resolve);
        setTimeout(() => settle(requestId, { reason: 'failed' }), TOKEN_TIMEOUT_MS);
      });
      send({ type: 'tokenize', requestId, ...(holderDocument && { holderDocument }) });
      return answer;
    },
    focus: () => frame.focus(),
    isComplete: () => isComplete,
    setDisabled(next) {
      isDisabled = next;
      send({ type: 'configure', locale, isDisabled });
    },
    close() {
      clearTimeout(readyTimer);
      settleReady(false);
      frame.removeEventListener('load', connect);
      port1.close();
    },
  };
}

/**
 * Draws the widget of Cloudflare Turnstile or hCaptcha in a frame of an origin of its own. It hears nothing of the page around, and tells it whether
 * the widget is there and which response it gave.
 */
import type { Locale } from '@feira/schemas/common';
import type { CaptchaFrameConfig, FromCaptchaFrame } from '@feira/schemas/documents';

interface Widget {
  render(place: HTMLElement, options: Record<string, unknown>): void;
}

const { config, locale }: { config: CaptchaFrameConfig; locale: Locale } = JSON.parse(
  document.getElementById('boot')!.textContent!,
);
const place = document.getElementById('widget')!;
const tell = (message: FromCaptchaFrame) => parent.postMessage(message, config.parentOrigin);
/** A browser in which it cannot work is no mistake of the buyer's. */
const fail = () => {
  tell({ type: 'failed' });
  return true;
};

const handlers = {
  callback: (response: string) => tell({ type: 'solved', response }),
  'error-callback': fail,
};

/** The names that both services call their own things by. */
const SERVICES: Record<CaptchaFrameConfig['service'], { script: string; options: Record<string, unknown> }> = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    options: {
      action: config.action,
      cData: config.challengeId,
      language: locale,
      // Most buyers see nothing: the widget appears where it needs somebody to press it.
      appearance: 'interaction-only',
      retry: 'never',
      'unsupported-callback': fail,
    },
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js',
    options: { hl: locale, 'open-callback': () => tell({ type: 'open' }) },
  },
};

const { script, options } = SERVICES[config.service];
Object.assign(window, {
  drawWidget: () => {
    try {
      const widget = (window as unknown as Record<string, Widget>)[config.service]!;
      widget.render(place, { sitekey: config.siteKey, ...handlers, ...options });
      tell({ type: 'ready' });
    } catch {
      fail();
    }
  },
});
const element = document.createElement('script');
element.addEventListener('error', fail);
element.src = `${script}?${new URLSearchParams({ render: 'explicit', onload: 'drawWidget', hl: locale })}`;
document.head.append(element);

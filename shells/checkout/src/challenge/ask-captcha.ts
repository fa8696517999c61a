import type { Locale } from '@feira/schemas/common';
import type { FromCaptchaFrame } from '@feira/schemas/documents';
import { captchaWords } from './captcha-words.ts';

/** A widget that is not there by then will not come: the third party is down, or something in the browser keeps it away. */
const READY_MS = 10_000;
const SMALL_PX = 80;
/** The tasks of hCaptcha are up to 600 pixels high. */
const OPEN_PX = 610;

function addText<K extends 'h2' | 'p' | 'button'>(dialog: HTMLElement, name: K, text: string, style: string) {
  const element = document.createElement(name);
  element.textContent = text;
  element.style.cssText = style;
  dialog.append(element);
  return element;
}

/**
 * Shows the widget over the page, and returns its response; null where it does not come, cannot work here, or the buyer wants to go on without it.
 */
export function askCaptcha(captchaUrl: string, locale: Locale): Promise<string | null> {
  const words = captchaWords(locale);
  const url = new URL(captchaUrl);
  url.searchParams.set('host', location.hostname);
  url.searchParams.set('lang', locale);
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'captcha-title');
  dialog.style.cssText =
    'box-sizing:border-box;width:min(30rem,calc(100vw - 1.5rem));max-height:calc(100dvh - 1.5rem);padding:1.25rem;border:0;border-radius:.75rem;text-align:center';
  addText(dialog, 'h2', words.title, 'margin:0;font-size:1.125rem').id = 'captcha-title';
  addText(dialog, 'p', words.note, 'margin:.5rem 0 1rem');
  const frame = document.createElement('iframe');
  frame.title = words.frame;
  frame.sandbox.add('allow-scripts', 'allow-same-origin', 'allow-forms', 'allow-popups');
  frame.style.cssText = `display:block;width:100%;height:${SMALL_PX}px;border:0`;
  frame.src = url.href;
  dialog.append(frame);
  const other = addText(
    dialog,
    'button',
    words.other,
    'margin-top:1rem;padding:.5rem;border:0;background:none;color:inherit;font:inherit;text-decoration:underline;cursor:pointer',
  );
  other.type = 'button';
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    const end = (response: string | null) => {
      clearTimeout(timer);
      removeEventListener('message', hear);
      dialog.remove();
      resolve(response);
    };
    const hear = ({ source, origin, data }: MessageEvent<FromCaptchaFrame | undefined>) => {
      if (source !== frame.contentWindow || origin !== url.origin) return;
      if (data?.type === 'ready') clearTimeout(timer);
      else if (data?.type === 'open') frame.style.height = `${OPEN_PX}px`;
      else if (data?.type === 'failed') end(null);
      else if (data?.type === 'solved' && typeof data.response === 'string') end(data.response);
    };
    const timer = setTimeout(() => end(null), READY_MS);
    addEventListener('message', hear);
    dialog.addEventListener('cancel', () => end(null));
    other.addEventListener('click', () => end(null));
  });
}

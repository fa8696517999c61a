/** Asks whether the seller may measure advertising, with two equal buttons, and lets the visitor change the answer later. */
import type { PagePixels, PixelNetwork } from '@feira/schemas/pixels';
import type { Translate } from '../texts.ts';
import { KEPT_DAYS, keepChoice, readChoice } from './consent.ts';

export interface ConsentBar {
  pixels: PagePixels;
  seller: string;
  locale: string;
  t: Translate;
  /** Asks at once where the visitor has not answered; otherwise only the link to change the answer is there. */
  isAsking: boolean;
  onChoice(isGiven: boolean): void;
}

/** Names of companies, which no language translates. */
const NAMES: Record<PixelNetwork, string> = {
  facebook: 'Facebook',
  tiktok: 'TikTok',
  kwai: 'Kwai',
  googleAnalytics: 'Google Analytics',
  googleAds: 'Google Ads',
};

const STYLE = `
.consent-link{padding:0 16px 24px;text-align:center;font-size:14px}
.consent-link button{border:0;padding:8px;min-height:44px;background:none;color:var(--muted);font:inherit;text-decoration:underline;cursor:pointer}
.consent-bar{position:fixed;inset:auto 0 0;z-index:20;max-height:60vh;overflow:auto;padding:16px;background:var(--paper);border-top:1px solid var(--edge);box-shadow:0 -4px 24px #0000001f}
.consent-bar>div{max-width:960px;margin:0 auto;display:flex;flex-wrap:wrap;gap:12px 24px;align-items:center}
.consent-bar p{flex:1 1 320px;font-size:14px}
.consent-bar h2{font-size:16px}
.consent-bar .choices{display:flex;gap:12px;flex:1 0 240px;max-width:360px}
.consent-bar .choices button{flex:1;min-height:44px;padding:8px 16px;border:1px solid var(--edge);border-radius:var(--radius);background:var(--paper);color:var(--ink);font:inherit;font-weight:650;cursor:pointer}
.consent-bar .choices button:hover{background:var(--ground)}
.consent-bar .choices button[aria-pressed=true]{border-color:var(--ink);box-shadow:inset 0 0 0 1px var(--ink)}
.consent-bar button:focus-visible,.consent-link button:focus-visible{outline:3px solid var(--primary);outline-offset:2px}`;

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  { className, text }: { className?: string; text?: string } = {},
  ...children: Node[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

/** Shows the bar where the visitor has not answered, and the link that opens it again. */
export function showConsentBar({ pixels, seller, locale, t, isAsking, onChoice }: ConsentBar): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const names = new Intl.ListFormat(locale).format(pixels.networks.map((network) => NAMES[network]));
  const link = element('button', { text: t('consentChange') });
  link.type = 'button';
  link.addEventListener('click', () => open(true));
  // Beside the root of the page: the renderer owns everything inside.
  document.body.append(element('div', { className: 'consent-link' }, link));
  let bar: HTMLElement | undefined;

  const close = () => {
    bar?.remove();
    bar = undefined;
    document.documentElement.style.scrollPaddingBottom = '';
    document.body.style.paddingBottom = '';
  };
  const choose = (isGiven: boolean) => {
    const wasFocused = bar?.contains(document.activeElement);
    close();
    if (wasFocused) link.focus({ preventScroll: true });
    keepChoice(pixels, isGiven);
    onChoice(isGiven);
  };
  const buttonFor = (isGiven: boolean) => {
    const button = element('button', { text: t(isGiven ? 'consentAccept' : 'consentRefuse') });
    button.type = 'button';
    button.setAttribute('aria-pressed', String(readChoice(pixels)?.isGiven === isGiven));
    button.addEventListener('click', () => choose(isGiven));
    return button;
  };
  const open = (isFocused: boolean) => {
    close();
    const choices = element('div', { className: 'choices' }, buttonFor(false), buttonFor(true));
    const text = t('consentText', { seller, networks: names, count: KEPT_DAYS });
    const words = element('p', {}, element('h2', { text: t('consentTitle') }), document.createTextNode(text));
    bar = element('section', { className: 'consent-bar' }, element('div', {}, words, choices));
    bar.setAttribute('aria-label', t('consentTitle'));
    document.body.append(bar);
    // What has the focus is scrolled to above the bar, and the end of the page can be read.
    const height = `${bar.offsetHeight}px`;
    document.documentElement.style.scrollPaddingBottom = height;
    document.body.style.paddingBottom = height;
    if (isFocused) choices.querySelector('button')?.focus();
  };
  if (isAsking && !readChoice(pixels)) open(false);
}

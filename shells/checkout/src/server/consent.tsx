import type { Locale } from '@feira/schemas/common';
import type { PagePixels, PixelNetwork } from '@feira/schemas/pixels';
import { KEPT_DAYS, placeOf } from '../pixels/consent.ts';
import consentStyle from '../styles/consent.css';
import { createTranslate } from '../texts.ts';
import { drawOnce } from './draw.ts';
import { textsOf, toScriptJson } from './html.ts';

/** Names of companies, which no language translates. */
const NAMES: Record<PixelNetwork, string> = {
  facebook: 'Facebook',
  tiktok: 'TikTok',
  kwai: 'Kwai',
  googleAnalytics: 'Google Analytics',
  googleAds: 'Google Ads',
};

/** The parts of a document that ask whether the seller may measure advertising. They are empty where nothing is measured. */
export interface ConsentParts {
  guard: string;
  style: string;
  markup: string;
}

interface ConsentInput {
  pixels: PagePixels | undefined;
  seller: string;
  locale: Locale;
  /** The page asks at once where the visitor has not answered; otherwise only the link to change the answer is there. */
  isAsking: boolean;
}

/**
 * Draws the bar into the document, so that it is painted with the page. While `data-ads` stands at the root the bar is hidden: the guard sets
 * it before anything is painted, empty where this browser remembers an answer (as `readChoice` does), and to the value of a button that is
 * pressed before the page is alive. The link opens the bar before that, too.
 */
export function describeConsent({ pixels, seller, locale, isAsking }: ConsentInput): ConsentParts {
  if (!pixels) return { guard: '', style: '', markup: '' };
  const t = createTranslate(textsOf(locale, 'consent'), locale);
  const networks = new Intl.ListFormat(locale).format(pixels.networks.map((network) => NAMES[network]));
  const remembered = `try{const c=JSON.parse(localStorage.getItem(${toScriptJson(placeOf(pixels))}));if(c.until>Date.now()&&${toScriptJson(pixels.networks)}.every(n=>c.networks.includes(n)))d.ads=""}catch{}`;
  const early = `addEventListener("click",e=>{const b=e.target.closest(".consent-bar button");if(b)d.ads=b.value;else if(e.target.closest(".consent-link button"))delete d.ads})`;
  return {
    guard: `(()=>{const d=document.documentElement.dataset;${isAsking ? remembered : 'd.ads=""'};${early}})();`,
    style: consentStyle,
    markup: drawOnce(
      <>
        <div className="consent-link">
          <button type="button">{t('consentChange')}</button>
        </div>
        <section className="consent-bar" aria-label={t('consentTitle')}>
          <div>
            <div className="words">
              <h2>{t('consentTitle')}</h2>
              {t('consentText', { seller, networks, count: KEPT_DAYS })}
            </div>
            <div className="choices">
              <button type="button" value="refused">
                {t('consentRefuse')}
              </button>
              <button type="button" value="given">
                {t('consentAccept')}
              </button>
            </div>
          </div>
        </section>
      </>,
    ),
  };
}

/** Writes reports in the words of each network. docs/pixels.md names the page that documents each field. */
import { createHash } from 'node:crypto';
import type { ConversionProblem, PageEventIds, TokenNetwork } from '@feira/schemas/pixels';
import { toE164 } from '@feira/schemas/rules/phone';
import type { Conversion } from './conversion-model.ts';
import { normalizeEmail, toDestination } from './google-ads.ts';

export type Origins = Record<TokenNetwork, string>;

export const NETWORK_ORIGINS: Origins = {
  facebook: 'https://graph.facebook.com',
  tiktok: 'https://business-api.tiktok.com',
  kwai: 'https://www.adsnebula.com',
  googleAnalytics: 'https://www.google-analytics.com',
  googleAds: 'https://datamanager.googleapis.com',
};

/** The host that gives access tokens for the keys of service accounts. */
export const GOOGLE_TOKEN_ORIGIN = 'https://oauth2.googleapis.com';

export interface Report {
  url: string;
  headers: Record<string, string>;
  body: object;
}

export interface Sent {
  status: number;
  /** The body of the answer; null where it is no JSON. */
  body: unknown;
}

export type Verdict = { outcome: 'SENT' } | { outcome: 'LATER' | 'REFUSED'; answer: string };

interface Network {
  /** Returns why the event cannot be reported, or the report. */
  toReport(conversion: Conversion, context: Context): Report | ConversionProblem;
  judge(sent: Sent, isTest: boolean): Verdict;
}

interface Context {
  origin: string;
  token: string;
  /** Google Ads: the access token that was given for the key. */
  access: string;
  /** The address of the checkout. */
  pageUrl: string;
}

const META_VERSION = 'v25.0';
/** Stands in for the buyer in a test. */
const TEST_EMAIL = 'test@example.com';
const TEST_USER_AGENT = 'Mozilla/5.0 (compatible; Feira)';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const toDecimal = (cents: number): number => cents / 100;
const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

const hashEmail = ({ buyerEmail }: Conversion): string => sha256((buyerEmail ?? TEST_EMAIL).trim().toLowerCase());
/** The page's own id of what it has reported; a purchase has the sale's, as the page says it, and a test its own. */
const eventIdOf = ({ event, consent, saleId, id }: Conversion): string =>
  consent?.eventIds?.[event as keyof PageEventIds] ?? saleId ?? id;
/** A test is reported as a purchase. */
const nameOf = ({ event }: Conversion): string => (event === 'Test' ? 'Purchase' : event);
/** The number of the order, where one was made. */
const orderOf = (conversion: Conversion): { order_id?: string } =>
  nameOf(conversion) === 'Purchase' ? { order_id: eventIdOf(conversion) } : {};
const contentIdOf = ({ contentId, id }: Conversion): string => contentId ?? id;

const isBusy = (status: number) => status === 408 || status === 429 || status >= 500;
const MOST_LETTERS = 300;
const shorten = (text: string) => text.slice(0, MOST_LETTERS);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Takes what `isTaken` says for success; other answers are tried again where the network was busy. */
function judgeBy({ status, body }: Sent, isTaken: boolean, message: unknown, isTransient = false): Verdict {
  if (isTaken && status < 300) return { outcome: 'SENT' };
  const answer = shorten([String(status), textOf(message)].filter(Boolean).join(' '));
  return { outcome: isBusy(status) || isTransient || (status < 300 && body === null) ? 'LATER' : 'REFUSED', answer };
}

/** Returns the access token that Google gave, or what it said instead. */
export function judgeAccess(sent: Sent): string | Verdict {
  const { access_token: given, error_description: told, error } = (sent.body ?? {}) as Record<string, unknown>;
  return typeof given === 'string' && sent.status < 300 ? given : judgeBy(sent, false, told ?? error);
}

const facebook: Network = {
  toReport(conversion, { origin, token, pageUrl }) {
    const { consent, buyerPhone, utmQuery, soldAt, value, currency, happenedAt, testCode, pixelId } = conversion;
    const click = utmQuery?.fbclid;
    return {
      url: `${origin}/${META_VERSION}/${encodeURIComponent(pixelId)}/events`,
      headers: {},
      body: {
        data: [
          {
            event_name: nameOf(conversion),
            event_time: toSeconds(happenedAt),
            event_id: eventIdOf(conversion),
            event_source_url: pageUrl,
            action_source: 'website',
            user_data: {
              em: [hashEmail(conversion)],
              ...(buyerPhone && { ph: [sha256(toE164(buyerPhone).slice(1))] }),
              ...(consent && { client_ip_address: consent.ip }),
              client_user_agent: consent?.userAgent || TEST_USER_AGENT,
              ...(click && soldAt && { fbc: `fb.1.${soldAt.getTime()}.${click}` }),
            },
            custom_data: {
              value: toDecimal(value),
              currency,
              content_ids: [contentIdOf(conversion)],
              content_type: 'product',
              ...orderOf(conversion),
            },
          },
        ],
        ...(testCode && { test_event_code: testCode }),
        access_token: token,
      },
    };
  },
  judge(sent) {
    const { events_received: received, error } = (sent.body ?? {}) as {
      events_received?: unknown;
      error?: { message?: unknown; is_transient?: unknown };
    };
    return judgeBy(sent, received === 1, error?.message, error?.is_transient === true);
  },
};

/** TikTok answers 200 to everything. 0: taken. These two: too many requests, and a fault of its own. */
const TIKTOK_TAKEN = 0;
const TIKTOK_TRANSIENT = [40100, 50000];

const tiktok: Network = {
  toReport(conversion, { origin, token, pageUrl }) {
    const { consent, buyerPhone, utmQuery, value, currency, happenedAt, testCode, pixelId } = conversion;
    const click = utmQuery?.ttclid;
    return {
      url: `${origin}/open_api/v1.3/event/track/`,
      headers: { 'access-token': token },
      body: {
        event_source: 'web',
        event_source_id: pixelId,
        ...(testCode && { test_event_code: testCode }),
        data: [
          {
            event: nameOf(conversion),
            event_time: toSeconds(happenedAt),
            event_id: eventIdOf(conversion),
            user: {
              email: hashEmail(conversion),
              ...(buyerPhone && { phone: sha256(toE164(buyerPhone)) }),
              ...(consent && { ip: consent.ip }),
              user_agent: consent?.userAgent || TEST_USER_AGENT,
              ...(click && { ttclid: click }),
            },
            properties: {
              value: toDecimal(value),
              currency,
              content_type: 'product',
              contents: [{ content_id: contentIdOf(conversion), quantity: 1, price: toDecimal(value) }],
              ...orderOf(conversion),
            },
            page: { url: pageUrl },
          },
        ],
      },
    };
  },
  judge(sent) {
    const { code, message } = (sent.body ?? {}) as { code?: unknown; message?: unknown };
    return judgeBy(sent, code === TIKTOK_TAKEN, message, TIKTOK_TRANSIENT.includes(Number(code)));
  },
};

const kwai: Network = {
  toReport(conversion, { origin, token }) {
    const { utmQuery, value, currency, testCode, pixelId } = conversion;
    const click = testCode ?? utmQuery?.kwai_click_id ?? utmQuery?.click_id ?? utmQuery?.clickid;
    if (!click) return 'NO_CLICK';
    return {
      url: `${origin}/log/common/api`,
      headers: {},
      body: {
        access_token: token,
        clickid: click,
        event_name: 'EVENT_PURCHASE',
        is_attributed: 1,
        mmpcode: 'PL',
        pixelId,
        pixelSdkVersion: '9.9.9',
        properties: JSON.stringify({
          content_id: contentIdOf(conversion),
          content_type: 'product',
          value: toDecimal(value),
          currency,
          event_id: eventIdOf(conversion),
        }),
        testFlag: false,
        trackFlag: testCode !== null,
      },
    };
  },
  judge(sent) {
    const { result, error_msg: message } = (sent.body ?? {}) as { result?: unknown; error_msg?: unknown };
    return judgeBy(sent, result === 1, message);
  },
};

const googleAnalytics: Network = {
  toReport(conversion, { origin, token }) {
    const { consent, event, value, currency, happenedAt, pixelId, saleId } = conversion;
    // A test goes to the address that checks an event and counts nothing.
    const isTest = saleId === null;
    const clientId = isTest ? '1.1' : consent?.clientId;
    if (!clientId) return 'NO_CLIENT';
    const query = new URLSearchParams({ measurement_id: pixelId, api_secret: token });
    return {
      url: `${origin}${isTest ? '/debug' : ''}/mp/collect?${query}`,
      headers: {},
      body: {
        client_id: clientId,
        timestamp_micros: happenedAt.getTime() * 1000,
        consent: { ad_user_data: 'GRANTED', ad_personalization: 'DENIED' },
        ...(isTest && { validation_behavior: 'ENFORCE_RECOMMENDATIONS' }),
        events: [
          {
            name: event === 'Refund' ? 'refund' : 'purchase',
            params: {
              transaction_id: eventIdOf(conversion),
              value: toDecimal(value),
              currency,
              items: [{ item_id: contentIdOf(conversion), quantity: 1, price: toDecimal(value) }],
            },
          },
        ],
      },
    };
  },
  judge(sent, isTest) {
    // The address that counts answers 204 to everything; only the other one says what is wrong.
    if (!isTest) return judgeBy(sent, true, '');
    const { validationMessages: problems } = (sent.body ?? {}) as { validationMessages?: { description?: unknown }[] };
    return judgeBy(sent, problems?.length === 0, problems?.[0]?.description);
  },
};

const googleAds: Network = {
  toReport(conversion, { origin, token, access }) {
    const { buyerEmail, buyerPhone, utmQuery, currency, happenedAt, saleId, value, kept } = conversion;
    const clicks = ['gclid', 'gbraid', 'wbraid'].flatMap((name) => (utmQuery?.[name] ? [[name, utmQuery[name]]] : []));
    return {
      url: `${origin}/v1/events:ingest`,
      headers: { authorization: `Bearer ${access}` },
      body: {
        destinations: [toDestination(token)],
        encoding: 'HEX',
        consent: { adUserData: 'CONSENT_GRANTED', adPersonalization: 'CONSENT_DENIED' },
        // A test is checked and not counted.
        ...(saleId === null && { validateOnly: true }),
        events: [
          {
            transactionId: eventIdOf(conversion),
            eventTimestamp: happenedAt.toISOString(),
            eventSource: 'WEB',
            // Whichever of two reports of a sale comes last, it says what was kept of it.
            conversionValue: toDecimal(kept ?? value),
            currency,
            ...(clicks.length > 0 && { adIdentifiers: Object.fromEntries(clicks) }),
            userData: {
              userIdentifiers: [
                { emailAddress: sha256(normalizeEmail(buyerEmail ?? TEST_EMAIL)) },
                ...(buyerPhone ? [{ phoneNumber: sha256(toE164(buyerPhone)) }] : []),
              ],
            },
          },
        ],
      },
    };
  },
  judge(sent) {
    const { requestId, error } = (sent.body ?? {}) as { requestId?: unknown; error?: { message?: unknown } };
    return judgeBy(sent, typeof requestId === 'string', error?.message);
  },
};

export const NETWORKS: Record<TokenNetwork, Network> = { facebook, tiktok, kwai, googleAnalytics, googleAds };

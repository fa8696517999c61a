/** Reports purchases and refunds to advertising networks: writes what is due, and sends it with retries. */
import type { FastifyInstance } from 'fastify';
import type { OutboxEvent } from '../../plugins/outbox.ts';
import { createPoster } from '../../shared/outside.ts';
import { findPayment, type PaymentsApp } from '../payments/service.ts';
import {
  type Conversion,
  type DueConversion,
  type Ending,
  endConversion,
  insertConversion,
  lockSale,
  postponeConversion,
  selectConversion,
  selectReportable,
  wakeSenders,
} from './conversion-model.ts';
import { listDueConversions, OLDEST_MS } from './due.ts';
import { toAccessRequest } from './google-ads.ts';
import {
  GOOGLE_TOKEN_ORIGIN,
  judgeAccess,
  NETWORK_ORIGINS,
  NETWORKS,
  type Origins,
  type Sent,
  type Verdict,
} from './reports.ts';
import { openToken } from './tokens.ts';

type App = PaymentsApp & Pick<FastifyInstance, 'dataKeys' | 'findPlatform' | 'findPlatformUrl'>;

/** Events are delivered at least once and in any order: a sale's rows are the same afterwards. */
export async function prepareConversions(
  app: App,
  { platformId, paymentId }: Pick<OutboxEvent, 'platformId' | 'paymentId'>,
): Promise<void> {
  const platform = await app.findPlatform(platformId);
  const payment = platform && (await findPayment(app, platformId, paymentId));
  if (!payment) return;
  await app.database.transaction(platformId, async (transaction) => {
    await transaction.run(lockSale(payment.saleId));
    const sold = await transaction.find(selectReportable(platformId, payment.saleId));
    const due = sold ? listDueConversions(payment, sold, platform.settings.pixels, app.clock.now()) : [];
    if (due.length === 0) return;
    await transaction.runAll([...due.map((row) => insertConversion(platformId, row)), wakeSenders()]);
  });
}

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 16_384;
/** The waits after attempts that failed. After the last one a seller can have it repeated. */
const RETRY_SECONDS = [10, 60, 600, 3_600, 21_600, 86_400];

/** An access token of Google lives for an hour. */
const ACCESS_MS = 50 * 60_000;
/** About the number of pixels of Google Ads that report within an hour. */
const MOST_ACCESS = 1_000;

interface Options {
  origins?: Origins;
  googleTokenOrigin?: string;
  /** Lets a test reach receivers on its own machine. */
  allowPrivateHosts?: boolean;
}

export function createSender(
  app: App,
  { origins = NETWORK_ORIGINS, googleTokenOrigin = GOOGLE_TOKEN_ORIGIN, allowPrivateHosts = false }: Options = {},
) {
  // The ids in an address are of a known shape and its host is fixed; the guard is the one of all calls to the outside.
  const poster = createPoster({ allowPrivateHosts, timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES });
  /** Access tokens of Google by the token of the pixel. */
  const access = new Map<string, { token: string; until: number }>();

  /** Works on one row of the queue. */
  async function sendDue({ platformId, id, attempts }: DueConversion): Promise<void> {
    const conversion = await app.database.find(platformId, selectConversion(platformId, id), true);
    if (!conversion) return;
    const verdict = await report(platformId, conversion);
    const seconds = RETRY_SECONDS[attempts - 1];
    if ('state' in verdict) await app.database.write(platformId, [endConversion(platformId, id, verdict)]);
    else if (verdict.outcome === 'SENT')
      await app.database.write(platformId, [endConversion(platformId, id, { state: 'SENT' })]);
    else {
      const { answer } = verdict;
      const problem = verdict.outcome === 'LATER' ? 'UNREACHABLE' : 'REFUSED';
      const isLast = verdict.outcome === 'REFUSED' || seconds === undefined;
      if (isLast)
        app.log.warn({ network: conversion.network, conversionId: id, problem }, 'A conversion could not be reported');
      await app.database.write(platformId, [
        isLast
          ? endConversion(platformId, id, { state: 'FAILED', problem, answer })
          : postponeConversion(platformId, id, { seconds, problem, answer }),
      ]);
    }
  }

  async function report(platformId: string, conversion: Conversion): Promise<Verdict | Ending> {
    const isTest = conversion.saleId === null;
    if (!isTest && !conversion.consent) return { state: 'DROPPED', problem: 'CONSENT_WITHDRAWN' };
    const token = await openToken(app, platformId, conversion);
    if (token === null) return { state: 'DROPPED', problem: 'TOKEN_REMOVED' };
    if (app.clock.now().getTime() - conversion.happenedAt.getTime() > OLDEST_MS)
      return { state: 'FAILED', problem: 'TOO_OLD' };
    const network = NETWORKS[conversion.network];
    const given = conversion.network === 'googleAds' ? await getAccess(conversion.tokenId as string, token) : '';
    if (typeof given !== 'string') return given;
    const page = conversion.offerId ? `/checkout/${conversion.offerId}` : '/';
    const pageUrl = (await app.findPlatformUrl(platformId)) + page;
    const origin = origins[conversion.network];
    const written = network.toReport(conversion, { origin, token, access: given, pageUrl });
    if (typeof written === 'string') return { state: 'DROPPED', problem: written };
    const sent = await post(written.url, written.headers, written.body);
    if (!sent) return { outcome: 'LATER', answer: '' };
    const verdict = network.judge(sent, isTest);
    if (!('answer' in verdict)) return verdict;
    // The key may be valid and its access token not any more.
    if (given && sent.status === 401) access.delete(conversion.tokenId as string);
    // Some networks repeat a wrong token in what they say about it.
    const secrets = [token, given].filter(Boolean);
    return { ...verdict, answer: secrets.reduce((text, secret) => text.replaceAll(secret, '…'), verdict.answer) };
  }

  /** Returns an access token of Google for the key, or why there is none. */
  async function getAccess(tokenId: string, key: string): Promise<string | Verdict> {
    const now = app.clock.now();
    const known = access.get(tokenId);
    if (known && known.until > now.getTime()) return known.token;
    const { url, form } = toAccessRequest(key, googleTokenOrigin, now);
    const sent = await post(url, {}, form);
    if (!sent) return { outcome: 'LATER', answer: '' };
    const given = judgeAccess(sent);
    if (typeof given !== 'string') return given;
    if (access.size >= MOST_ACCESS) access.clear();
    access.set(tokenId, { token: given, until: now.getTime() + ACCESS_MS });
    return given;
  }

  /** Returns null where no answer came. */
  async function post(url: string, headers: Record<string, string>, body: object): Promise<Sent | null> {
    const isForm = body instanceof URLSearchParams;
    const contentType = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    try {
      const { status, text } = await poster.post(
        url,
        { ...headers, 'content-type': contentType, accept: 'application/json' },
        isForm ? body.toString() : JSON.stringify(body),
      );
      return text === null ? null : { status, body: parse(text) };
    } catch {
      // The error may name the address, and one network wants its secret there.
      return null;
    }
  }

  return { sendDue, close: poster.close };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

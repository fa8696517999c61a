/** What a request tells about the device it comes from. */
import type { Locale } from '@feira/schemas/common';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Device } from './model.ts';

const USER_AGENT_LENGTH = 300;

export const readDevice = (request: Pick<FastifyRequest, 'ip' | 'headers'>): Device => ({
  userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
  // An IPv4 address may arrive in IPv6 clothes, where all of them would seem to be one network.
  ip: ipaddr.process(request.ip).toString(),
});

/** In this order: browsers call themselves by the names of those they descend from. */
const BROWSERS = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const UNKNOWN: Record<Locale, string> = { 'pt-BR': 'Aparelho desconhecido', en: 'Unknown device' };

/** Words for people: "Firefox, Linux". */
export function describeDevice(userAgent: string | null, locale: Locale): string {
  const find = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(', ') || UNKNOWN[locale];
}

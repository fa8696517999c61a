/** Reads the device of a request: its address and browser. */
import type { Locale } from '@feira/schemas/common';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Device } from './model.ts';

const USER_AGENT_LENGTH = 300;

export const readDevice = (request: Pick<FastifyRequest, 'ip' | 'headers'>): Device => ({
  userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
  // Converts IPv4-mapped IPv6 addresses, which would otherwise all belong to one network.
  ip: ipaddr.process(request.ip).toString(),
});

/** The order matters, because browsers also send the names of those they descend from. */
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

/** Describes a device for people, such as "Firefox, Linux". */
export function describeDevice(userAgent: string | null, locale: Locale): string {
  const find = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(', ') || UNKNOWN[locale];
}

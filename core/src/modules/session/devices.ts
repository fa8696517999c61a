/** Reads the device of a request: its address and browser. */
import type { Locale } from '@feira/schemas/common';
import { describeDevice } from '@feira/schemas/rules/describe-device';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Device } from './model.ts';

const USER_AGENT_LENGTH = 300;

export const readDevice = (request: Pick<FastifyRequest, 'ip' | 'headers'>): Device => ({
  userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null,
  // Converts IPv4-mapped IPv6 addresses, which would otherwise all belong to one network.
  ip: ipaddr.process(request.ip).toString(),
});

const UNKNOWN: Record<Locale, string> = { 'pt-BR': 'Aparelho desconhecido', en: 'Unknown device' };

/** Describes a device for people, such as "Firefox, Linux", in the words of the activity log. */
export function nameDevice(userAgent: string | null, locale: Locale): string {
  const { browser, system } = describeDevice(userAgent);
  return [browser, system].filter(Boolean).join(', ') || UNKNOWN[locale];
}

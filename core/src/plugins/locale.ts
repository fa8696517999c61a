/** Chooses the caller's language: `?lang=`, otherwise the first supported one in Accept-Language, otherwise Portuguese. */
import { LOCALES, type Locale } from '@feira/schemas/common';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyRequest {
    readonly locale: Locale;
  }
}

const matches = (tag: string): Locale | undefined => {
  const language = tag.trim().toLowerCase().split(/[-;]/)[0];
  return LOCALES.find((locale) => locale.toLowerCase().split('-')[0] === language);
};

export function findLocale(request: Pick<FastifyRequest, 'query' | 'headers'>): Locale {
  const asked = (request.query as Record<string, unknown> | undefined)?.lang;
  const tags = [
    ...(typeof asked === 'string' ? [asked] : []),
    ...(request.headers['accept-language'] ?? '').slice(0, 200).split(','),
  ];
  for (const tag of tags) {
    const locale = matches(tag);
    if (locale) return locale;
  }
  return 'pt-BR';
}

export default fp(
  async (app) => {
    app.decorateRequest('locale', {
      getter(this: FastifyRequest) {
        return findLocale(this);
      },
    });
  },
  { name: 'locale' },
);

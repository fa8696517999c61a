import { BILLET_CLEARING_DAYS } from '@feira/schemas/rules/boleto';
import { describe, expect, it } from 'vitest';
import en from './locales/en.json' with { type: 'json' };
import ptBR from './locales/pt-BR.json' with { type: 'json' };
import { createTranslate, type TextKey } from './texts.ts';

const keysOf = (locale: Record<string, Record<string, string>>) =>
  Object.entries(locale).flatMap(([section, texts]) => Object.keys(texts).map((key) => `${section}.${key}`));
const variablesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

describe('createTranslate', () => {
  const texts = { greeting: 'Olá, {{name}}', days_one: '{{count}} dia', days_other: '{{count}} dias' };
  const t = createTranslate(texts, 'pt-BR') as (key: string, variables?: Record<string, string | number>) => string;

  it('puts variables in', () => {
    expect(t('greeting', { name: 'Ana' })).toBe('Olá, Ana');
  });

  it('does not read a variable as a pattern of replacement', () => {
    expect(t('greeting', { name: '$& {{name}}' })).toBe('Olá, $& {{name}}');
  });

  it.each([
    [0, '0 dias'],
    [1, '1 dia'],
    [30, '30 dias'],
  ])('chooses the plural form of %i', (count, text) => {
    expect(t('days', { count })).toBe(text);
  });

  it('shows the key of a text that is missing', () => {
    expect(t('nothing' as TextKey)).toBe('nothing');
  });
});

describe('locales', () => {
  it('have the same keys in both languages', () => {
    expect(keysOf(en)).toEqual(keysOf(ptBR));
  });

  it('use the same variables in both languages', () => {
    for (const [section, texts] of Object.entries(ptBR)) {
      for (const [key, text] of Object.entries(texts)) {
        const other = (en as Record<string, Record<string, string>>)[section]![key]!;
        expect([key, variablesOf(other)]).toEqual([key, variablesOf(text)]);
      }
    }
  });

  it('keep the words buyers were promised', () => {
    const { checkout } = ptBR;

    expect(checkout).toMatchObject({
      required: 'Campo obrigatório',
      nameShort: 'Mínimo 3 caracteres',
      nameLong: 'Máximo 30 caracteres',
      emailInvalid: 'E-mail inválido',
      documentMissing: expect.stringMatching(/^CPF inválido\. /),
      phoneMissing: expect.stringMatching(/^Telefone inválido\. /),
      documentInvalid: 'Seu CPF está inválido, insira um CPF válido para continuar a compra',
      nameMissing: 'Digite seu nome completo para continuar a compra',
      addressMissing: 'Por favor, preencha todos os campos obrigatórios de endereço.',
      gatewayMissing: 'Gateway de pagamento não configurado.',
      zipInvalid: 'Informe um CEP válido',
      zipUnknown: 'CEP não encontrado',
      zipFailed: 'Erro ao buscar CEP',
      cardRefused: 'CARTÃO DE CRÉDITO RECUSADO: Saldo insuficiente ou dados incorretos, confira e tente novamente',
      refused: 'Pagamento recusado, tente novamente.',
      bumps: 'Você também pode adicionar:',
      justFor: 'por apenas',
    });
  });

  it('promise as many days for a boleto as it is waited for', () => {
    for (const { checkout, payment } of [ptBR, en])
      for (const text of [checkout.billetNote, payment.billetText])
        expect(text).toMatch(new RegExp(`\\b${BILLET_CLEARING_DAYS} (dias úteis|business days)`));
  });
});

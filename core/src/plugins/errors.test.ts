import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '@feira/schemas/error-catalogue';
import { describe, expect, it } from 'vitest';
import { importProcedures } from '../../test/declared.ts';

const PROCEDURES = join(import.meta.dirname, '../../../schemas/src/procedures');

describe('the error catalogue', () => {
  it.each([
    ['OPERATION_UNSUPPORTED', 'Método de pagamento não suportado', 'Payment method not supported'],
    ['RECEIVER_NOT_FOUND', 'Recebedor não encontrado.', 'Receiver not found.'],
    ['CARD_NOT_SAVED', 'Erro salvando cartão', undefined],
    ['INTERNAL', 'Ocorreu um erro desconhecido.', undefined],
  ] as const)('says of %s what the specification says: %s', (code, portuguese, english) => {
    expect(ERRORS[code]['pt-BR']).toBe(portuguese);
    if (english) expect(ERRORS[code].en).toBe(english);
  });

  it('has each code once', () => {
    const texts = readdirSync(PROCEDURES).map((file) => readFileSync(join(PROCEDURES, file), 'utf8'));
    const codes = [readFileSync(join(PROCEDURES, '../errors.ts'), 'utf8'), ...texts].flatMap((text) =>
      [...text.matchAll(/^ {2}([A-Z0-9_]+): \{$|^ {2}([A-Z0-9_]+): \{ status/gm)].map(([, ...code]) => code.join('')),
    );

    expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
    expect(codes.toSorted()).toEqual(Object.keys(ERRORS).toSorted());
  });

  it('has every code that a procedure declares', async () => {
    const declared = (await importProcedures()).flatMap(({ errors }) => [...errors]);

    expect(declared.filter((code) => !(code in ERRORS))).toEqual([]);
    expect(declared.length).toBeGreaterThan(20);
  });
});

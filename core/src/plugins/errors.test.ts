import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importProcedures } from '../../test/declared.ts';
import { ERRORS } from './errors.ts';

const ROOT = join(import.meta.dirname, '../../..');

describe('the error catalogue', () => {
  it('stands in docs/errors.md as it is', () => {
    const rows = Object.entries(ERRORS).map(
      ([code, entry]) => `| ${code} | ${entry.status} | ${entry['pt-BR']} | ${entry.en} |`,
    );

    const documented = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8').split('\n');

    expect(documented.filter((line) => /^\| [A-Z_]+ \|/.test(line))).toEqual(rows);
  });

  it.each([
    ['OPERATION_UNSUPPORTED', 'Método de pagamento não suportado', 'Payment method not supported'],
    ['RECEIVER_NOT_FOUND', 'Recebedor não encontrado.', 'Receiver not found.'],
    ['CARD_NOT_SAVED', 'Erro salvando cartão', undefined],
    ['INTERNAL', 'Ocorreu um erro desconhecido.', undefined],
  ] as const)('says of %s what the specification says: %s', (code, portuguese, english) => {
    expect(ERRORS[code]['pt-BR']).toBe(portuguese);
    if (english) expect(ERRORS[code].en).toBe(english);
  });

  it('has every code that a procedure declares', async () => {
    const declared = (await importProcedures()).flatMap(({ errors }) => [...errors]);

    expect(declared.filter((code) => !(code in ERRORS))).toEqual([]);
    expect(declared.length).toBeGreaterThan(20);
  });
});

import type { ManifestForm } from '@feira/schemas/manifest';
import { RECEIVER_FILES_BYTES } from '@feira/schemas/provider';
import { describe, expect, it } from 'vitest';
import { type DocumentType, receiverFields } from './receiver-fields.ts';

const title = { 'pt-BR': 'Campo', en: 'Field' };
const FORM: ManifestForm = {
  type: 'object',
  required: ['monthlyRevenue'],
  properties: {
    monthlyRevenue: { type: 'integer', format: 'amount', title },
    employees: { type: 'integer', title },
    occupation: { type: 'string', title, maxLength: 5 },
    isPublic: { type: 'boolean', title },
    founded: { type: 'string', format: 'date', title },
  },
};
const EMPTY = receiverFields(FORM, 'CPF').show(null, 'pt-BR');
const FILLED: typeof EMPTY = {
  ...EMPTY,
  birthDate: '1990-12-31',
  address: {
    zipCode: '01310-100',
    street: ' Avenida Paulista ',
    number: '1000',
    complement: '',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'SP',
  },
  destinationId: 'account',
  data: { ...EMPTY.data, monthlyRevenue: ' 5.000,00 ', employees: ' 3 ', founded: '2015-03-31' },
};
const TODAY = '2026-11-21';
const read = (typed: typeof EMPTY, type: DocumentType, form = FORM) => receiverFields(form, type, TODAY).read(typed);

const file = { 'pt-BR': 'Arquivo', en: 'File' };
const WITH_FILES: ManifestForm = {
  type: 'object',
  required: ['selfie', 'contract', 'responsible'],
  properties: {
    selfie: { type: 'string', format: 'file', title: file },
    contract: { type: 'string', format: 'file', title: file, onlyFor: 'CNPJ' },
    responsible: { type: 'string', title, onlyFor: 'CNPJ' },
  },
};
const chosen = (byteCount: number) => ({ name: 'a.png', content: 'AAAA', byteCount });

describe('files of an application', () => {
  const { birthDate, address, destinationId } = FILLED;
  const readFiles = (type: DocumentType, files: Record<string, ReturnType<typeof chosen> | null>, data = {}) =>
    receiverFields(WITH_FILES, type, TODAY).read({ birthDate, address, destinationId, data, files });

  it.each([
    ['CPF', { 'files.selfie': 'problems.file' }],
    [
      'CNPJ',
      { 'data.responsible': 'problems.required', 'files.selfie': 'problems.file', 'files.contract': 'problems.file' },
    ],
    [null, { 'files.selfie': 'problems.file' }],
  ] as const)('are asked of whom they concern: %s', (type, problems) => {
    expect(readFiles(type, { selfie: null, contract: null }, { responsible: '' }).problems).toEqual(problems);
  });

  it('go along by name and content, and no more of them than the server takes', () => {
    const { value, problems } = readFiles('CPF', { selfie: chosen(3) });
    expect([value.files, problems]).toEqual([{ selfie: { name: 'a.png', content: 'AAAA' } }, {}]);
    const large = chosen(RECEIVER_FILES_BYTES / 2 + 1);
    const both = readFiles('CNPJ', { selfie: large, contract: large }, { responsible: 'Ana' });
    expect(both.problems).toEqual({ 'files.contract': 'problems.together' });
  });
});

describe('problems of an application', () => {
  it('finds none where everything is there', () => {
    expect(read(FILLED, 'CPF').problems).toEqual({});
  });

  it('names everything that is missing, as the server names it', () => {
    expect(read(EMPTY, 'CPF').problems).toEqual({
      birthDate: 'problems.required',
      'address.zipCode': 'problems.required',
      'address.street': 'problems.required',
      'address.number': 'problems.required',
      'address.district': 'problems.required',
      'address.city': 'problems.required',
      'address.state': 'problems.required',
      'data.monthlyRevenue': 'problems.required',
    });
  });

  it('tells what cannot be', () => {
    const wrong = {
      ...FILLED,
      birthDate: TODAY,
      address: { ...FILLED.address, zipCode: '0131' },
      data: { ...EMPTY.data, monthlyRevenue: '5 mil', employees: '2,5', occupation: 'padeira', founded: '31/03/2015' },
    };
    expect(read(wrong, null).problems).toEqual({
      birthDate: 'problems.birthDate',
      'address.zipCode': 'problems.zipCode',
      'data.monthlyRevenue': 'problems.amount',
      'data.employees': 'problems.integer',
      'data.occupation': 'problems.long',
      'data.founded': 'problems.date',
    });
  });

  it('asks companies for no day of birth, and nobody who may be one', () => {
    const draft = { ...FILLED, birthDate: '' };
    expect(read(draft, 'CNPJ').problems).toEqual({});
    expect(read(draft, null).problems).toEqual({});
  });
});

describe('input of an application', () => {
  it('sends numbers as numbers, money as cents, the postal code without its hyphen, and nothing that was left empty', () => {
    expect(read(FILLED, 'CPF').value).toEqual({
      birthDate: '1990-12-31',
      address: { ...FILLED.address, zipCode: '01310100', street: 'Avenida Paulista' },
      destinationId: 'account',
      data: { monthlyRevenue: 500_000, employees: 3, isPublic: false, founded: '2015-03-31' },
    });
    const bare = read({ ...FILLED, destinationId: '', data: {} }, 'CNPJ', { ...FORM, properties: {} }).value;
    expect(Object.keys(bare)).toEqual(['address']);
  });

  it('shows a default in reais, and sends it in cents', () => {
    const { monthlyRevenue } = FORM.properties;
    const form = { ...FORM, properties: { monthlyRevenue: { ...monthlyRevenue!, default: 123_456 } } };
    const { data } = receiverFields(form, 'CPF').show(null, 'pt-BR');

    expect(data).toEqual({ monthlyRevenue: '1.234,56' });
    expect(read({ ...FILLED, data }, 'CPF', form).value.data).toEqual({ monthlyRevenue: 123_456 });
  });
});

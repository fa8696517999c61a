import type { ManifestForm } from '@feira/schemas/manifest';
import { describe, expect, it } from 'vitest';
import { emptyDraft, findDraftProblems, type ReceiverDraft, toApplication } from './receiver-draft.ts';

const title = { 'pt-BR': 'Campo', en: 'Field' };
const FORM: ManifestForm = {
  type: 'object',
  required: ['monthlyRevenue'],
  properties: {
    monthlyRevenue: { type: 'integer', format: 'amount', title },
    employees: { type: 'integer', title },
    occupation: { type: 'string', title, maxLength: 5 },
    isPublic: { type: 'boolean', title },
  },
};
const FILLED: ReceiverDraft = {
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
  data: { monthlyRevenue: ' 5.000,00 ', employees: ' 3 ' },
};
const TODAY = '2026-11-21';

describe('findDraftProblems', () => {
  it('finds none where everything is there', () => {
    expect(findDraftProblems(FILLED, FORM, 'CPF', TODAY)).toEqual({});
  });

  it('names everything that is missing, as the server names it', () => {
    expect(findDraftProblems(emptyDraft(), FORM, 'CPF', TODAY)).toEqual({
      birthDate: 'required',
      'address.zipCode': 'required',
      'address.street': 'required',
      'address.number': 'required',
      'address.district': 'required',
      'address.city': 'required',
      'address.state': 'required',
      'data.monthlyRevenue': 'required',
    });
  });

  it('tells what cannot be', () => {
    const wrong = {
      ...FILLED,
      birthDate: TODAY,
      address: { ...FILLED.address, zipCode: '0131' },
      data: { monthlyRevenue: '5 mil', employees: '2,5', occupation: 'padeira' },
    };
    expect(findDraftProblems(wrong, FORM, null, TODAY)).toEqual({
      birthDate: 'birthDate',
      'address.zipCode': 'zipCode',
      'data.monthlyRevenue': 'amount',
      'data.employees': 'integer',
      'data.occupation': 'long',
    });
  });

  it('asks companies for no day of birth, and nobody who may be one', () => {
    const draft = { ...FILLED, birthDate: '' };
    expect(findDraftProblems(draft, FORM, 'CNPJ', TODAY)).toEqual({});
    expect(findDraftProblems(draft, FORM, null, TODAY)).toEqual({});
  });
});

describe('toApplication', () => {
  it('sends numbers as numbers, money as cents, the postal code without its hyphen, and nothing that was left empty', () => {
    expect(toApplication('connection', FILLED, FORM, 'CPF')).toEqual({
      connectionId: 'connection',
      birthDate: '1990-12-31',
      address: { ...FILLED.address, zipCode: '01310100', street: 'Avenida Paulista' },
      destinationId: 'account',
      data: { monthlyRevenue: 500_000, employees: 3, isPublic: false },
    });
    const bare = toApplication('connection', { ...FILLED, destinationId: '' }, { ...FORM, properties: {} }, 'CNPJ');
    expect(Object.keys(bare)).toEqual(['connectionId', 'address']);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from './session.ts';
import { startZipLookup } from './zip-lookup.ts';

const PAULISTA = { uf: 'SP', localidade: 'São Paulo', bairro: 'Bela Vista', logradouro: 'Avenida Paulista' };
/** A town with one zip code has no street in the answer. */
const TOWN = { uf: 'MG', localidade: 'Tiradentes', bairro: '', logradouro: '' };
const ANSWERS: Record<string, object> = { '01310100': PAULISTA, '36325000': TOWN };

const UNANSWERED = '20040002';

vi.mock('../api.ts', () => ({
  query: async (_: string, { cep }: { cep: string }) =>
    ANSWERS[cep]
      ? { ok: true, data: ANSWERS[cep] }
      : { ok: false, status: 0, error: { code: cep === UNANSWERED ? 'NO_ANSWER' : 'ZIP_CODE_NOT_FOUND', message: '' } },
}));

const ADDRESS = ['street', 'district', 'city', 'state'] as const;
const FILLED = { street: 'Avenida Paulista', district: 'Bela Vista', city: 'São Paulo', state: 'SP' };

function openForm(values: Record<string, string> = {}) {
  const fields = new Map(
    ['cep', 'number', ...ADDRESS].map((name) => [name, { value: values[name] ?? '', focus: () => undefined }]),
  );
  let onInput = () => {};
  const session = {
    form: {
      elements: { namedItem: (name: string) => fields.get(name) ?? null },
      addEventListener: (_: string, listener: () => void) => {
        onInput = listener;
      },
    },
    t: (key: string) => key,
    boot: { locale: 'pt-BR' },
    state: () => ({ steps: undefined }),
    setNotice: () => undefined,
    setFieldError: () => undefined,
    openAddress: () => undefined,
  } as unknown as Session;
  const lookup = startZipLookup(session);
  const type = async (name: string, value: string) => {
    fields.get(name)!.value = value;
    onInput();
    await vi.runAllTimersAsync();
  };
  const read = () => Object.fromEntries(ADDRESS.map((name) => [name, fields.get(name)!.value]));
  return { type, read, lookup };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { activeElement: null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the look-up of a zip code', () => {
  it('takes the street and the district of the zip code before away', async () => {
    const { type, read } = openForm();
    await type('cep', '01310-100');
    expect(read()).toEqual(FILLED);

    await type('cep', '36325-000');

    expect(read()).toEqual({ street: '', district: '', city: 'Tiradentes', state: 'MG' });
  });

  it('takes away what it filled in as soon as the zip code changes, also to one that is not known', async () => {
    const { type, read } = openForm();
    await type('cep', '01310-100');

    await type('cep', '01310-10');
    expect(read()).toEqual({ street: '', district: '', city: '', state: '' });
    await type('cep', '99999-999');

    expect(read()).toEqual({ street: '', district: '', city: '', state: '' });
  });

  it('leaves what the buyer typed, before or after it', async () => {
    const { type, read } = openForm();
    await type('street', 'Rua Direita');
    await type('cep', '01310-100');
    await type('district', 'Centro');
    expect(read()).toEqual({ ...FILLED, street: 'Rua Direita', district: 'Centro' });

    await type('cep', '36325-000');

    expect(read()).toEqual({ street: 'Rua Direita', district: 'Centro', city: 'Tiradentes', state: 'MG' });
  });

  it('knows again what it had filled in before the page was loaded anew', async () => {
    const { type, read, lookup } = openForm({ cep: '01310-100', ...FILLED, district: 'Jardins' });
    await vi.runAllTimersAsync();
    expect(await lookup.result()).toBe('found');

    await type('cep', '36325-000');

    expect(read()).toEqual({ street: '', district: 'Jardins', city: 'Tiradentes', state: 'MG' });
  });

  it('tells a zip code that does not exist from one that nobody could look up', async () => {
    const { type, lookup } = openForm();
    await type('cep', '99999-999');
    expect(await lookup.result()).toBe('unknown');

    await type('cep', '20040-002');

    expect(await lookup.result()).toBe('failed');
  });
});

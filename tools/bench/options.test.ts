import { describe, expect, it } from 'vitest';
import { readOptions } from './options.ts';

const DESCRIPTIONS = {
  seconds: { kind: 'number', placeholder: 'N', fallback: '3' },
  json: { kind: 'text', placeholder: 'FILE' },
} as const;
const read = (...parameters: string[]) => readOptions('bench', DESCRIPTIONS, parameters);

describe('readOptions', () => {
  it('takes what is given, else what stands for it', () => {
    expect(read()).toEqual({ seconds: 3, json: null });
    expect(read('--seconds', '0.5', '--json=out.json')).toEqual({ seconds: 0.5, json: 'out.json' });
  });

  it.each([['--seconds', 'soon'], ['--seconds', '0'], ['--seconds=-1'], ['--minutes', '3'], ['out.json']])(
    'refuses %s %s with the parameters there are',
    (...parameters) => {
      expect(() => read(...parameters.filter(Boolean))).toThrow('npm run bench -- [--seconds N] [--json FILE]');
    },
  );
});

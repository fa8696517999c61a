import { expect, it } from 'vitest';
import { readKeys } from './read-keys.ts';

it.each([
  ['AAAA\nBBBB\r\n\n  CCCC  \nAAAA', ['AAAA', 'BBBB', 'CCCC']],
  ['\uFEFFAAAA;2026\nBBBB,x\nCCCC\ty', ['AAAA', 'BBBB', 'CCCC']],
  ['"A,1";x\n"B ""2"""', ['A,1', 'B "2"']],
  [' \n\t\n', []],
])('reads the keys of %j', (text, keys) => {
  expect(readKeys(text)).toEqual(keys);
});

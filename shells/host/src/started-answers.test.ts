import { afterEach, expect, it, vi } from 'vitest';
import { fetchStarted } from './started-answers.ts';

afterEach(() => vi.unstubAllGlobals());

it('takes an answer that the document has asked for once, and asks for every other one', async () => {
  const answerOf = (text: string) => Promise.resolve(new Response(text));
  vi.stubGlobal('window', { startedAnswers: { '/api/a': answerOf('started') } });
  vi.stubGlobal('fetch', () => answerOf('asked'));
  const read = async (address: string) => (await fetchStarted(address)).text();

  expect(await read('/api/b')).toBe('asked');
  expect(await read('/api/a')).toBe('started');
  expect(await read('/api/a')).toBe('asked');
});

it('asks where the document has asked for nothing', async () => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('asked')));

  expect(await (await fetchStarted('/api/a')).text()).toBe('asked');
});

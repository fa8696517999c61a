import { afterEach, describe, expect, it, vi } from 'vitest';
import { copyText } from './copy-text.ts';

/** Plays a browser whose old command copies what is selected; null where it refuses. */
function openBrowser(clipboard: object | undefined, takes: boolean) {
  const copied: string[] = [];
  const present = new Set<object>();
  let selected: { value: string } | undefined;
  const focus = vi.fn();
  vi.stubGlobal('navigator', { clipboard });
  vi.stubGlobal('document', {
    activeElement: { focus, closest: () => null },
    body: { append: (field: object) => present.add(field) },
    createElement: () => {
      const field = { value: '', style: {}, select: () => (selected = field), remove: () => present.delete(field) };
      return field;
    },
    execCommand: () => takes && copied.push(selected!.value) > 0,
  });
  return { copied, present, focus };
}
afterEach(() => void vi.unstubAllGlobals());

describe('copyText', () => {
  it('takes the clipboard that browsers have for scripts', async () => {
    const writeText = vi.fn(async () => undefined);
    const { copied } = openBrowser({ writeText }, true);

    expect(await copyText('000201')).toBe(true);
    expect(writeText).toHaveBeenCalledWith('000201');
    expect(copied).toEqual([]);
  });

  it.each([
    ['has none', undefined],
    ['refuses it', { writeText: () => Promise.reject(new Error('NotAllowedError')) }],
  ])('copies what it selects where the browser %s, and gives the focus back', async (_, clipboard) => {
    const { copied, present, focus } = openBrowser(clipboard, true);

    expect(await copyText('000201')).toBe(true);
    expect(copied).toEqual(['000201']);
    expect(present.size).toBe(0);
    expect(focus).toHaveBeenCalled();
  });

  it('says where nothing could be copied', async () => {
    openBrowser(undefined, false);

    expect(await copyText('000201')).toBe(false);
  });
});

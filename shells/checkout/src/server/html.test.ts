import { describe, expect, it } from 'vitest';
import { createDocument, escapeHtml, textsOf, toScriptJson } from './html.ts';

describe('toScriptJson', () => {
  it('cannot end the script element it stands in', () => {
    const value = { name: '</script><script>alert(1)</script><!--', line: '\u2028' };

    const text = toScriptJson(value);

    expect(text).not.toMatch(/[<\u2028]/);
    expect(JSON.parse(text)).toEqual(value);
  });
});

describe('escapeHtml', () => {
  it('escapes what means something in text and attributes', () => {
    expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;');
  });
});

describe('createDocument', () => {
  const document = createDocument({
    locale: 'en',
    nonce: 'n"1',
    title: '<b>',
    style: 'a{}',
    guard: 'go()',
    body: '<p></p>',
    preloads: ['/a.js'],
    entry: '/main.js',
  });

  it('writes the title as text', () => {
    expect(document).toContain('<title>&lt;b&gt;</title>');
  });

  it('gives the nonce to every script, style and preload', () => {
    const elements = document.match(/<(script|style|link rel="modulepreload")[^>]*>/g)!;

    expect(elements).toHaveLength(5);
    for (const element of elements) expect(element).toContain('nonce="n&quot;1"');
  });

  it('runs the guard, which hears of scripts that fail, before the first of them', () => {
    expect(document.indexOf('go()')).toBeLessThan(document.indexOf('type="module"'));
  });
});

describe('textsOf', () => {
  it('answers one language only', () => {
    expect(textsOf('en', 'shared', 'message')).toMatchObject({ total: 'Total', reload: 'Try again' });
    expect(JSON.stringify(textsOf('en', 'checkout'))).not.toContain('Campo obrigatório');
  });
});

import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import MarkdownText from './markdown-text.tsx';

const render = (source: string) =>
  renderToStaticMarkup(<MarkdownText source={source} newTab="(new tab)" tableLabel="Table" />);

describe('MarkdownText', () => {
  it('shows headings, lists, tables and code, below the heading of the page', () => {
    const html = render('# Title\n\n1. one\n2. **two** `x<y`\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```js\nlet a\n```');

    expect(html).toContain('<h2>Title</h2>');
    expect(html).toContain('<ol start="1"><li>one</li><li><strong>two</strong> <code>x&lt;y</code></li></ol>');
    expect(html).toContain('<td style="text-align:right">2</td>');
    expect(html).toContain('<code>let a</code>');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'text <b onclick="x()">bold</b>',
    '<iframe src="https://evil.example"></iframe>',
    '<!-- <script>alert(1)</script> -->',
    '[x](<javascript:alert(1)>)',
    '![x](https://evil.example/pixel.png)',
    '<style>body{display:none}</style>',
    '&lt;script&gt;alert(1)&lt;/script&gt; &#60;img src=x&#62;',
  ])('never makes an element of %s', (source) => {
    expect(render(source)).not.toMatch(/<(script|img|iframe|b|a|style)\b/i);
  });

  it.each([
    'http://plain.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/api/x',
    'mailto:a@b.example',
  ])('does not lead to %s', (address) => {
    expect(render(`[words](${address})`)).toBe('<div class="markdown"><p>words</p></div>');
  });

  it('leads to https alone, in a tab of its own that knows nothing of this one', () => {
    expect(render('[words](https://docs.example/a?b=1)')).toBe(
      '<div class="markdown"><p><a href="https://docs.example/a?b=1" target="_blank" rel="nofollow noopener noreferrer">' +
        'words<span class="visually-hidden"> (new tab)</span></a></p></div>',
    );
  });

  it('reads what authors escaped', () => {
    expect(render('a &amp; b &#8594; c &copy; &#99999999;')).toContain(
      '<p>a &amp; b → c &amp;copy; &amp;#99999999;</p>',
    );
  });

  it('does not read on for ever', () => {
    expect(render('word '.repeat(200_000)).length).toBeLessThan(101_000);
  });
});

/** Draws the pages that simulators show to people. */
import type { SimulatorResponse } from '../simulator.ts';

/** Returns a page that no other page may frame and no search engine keeps. Title and content are HTML, and never hold typed text. */
export const showDemoPage = (status: number, title: string, content: string): SimulatorResponse => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  },
  body: `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<h1>${title}</h1>
${content}
</html>
`,
});

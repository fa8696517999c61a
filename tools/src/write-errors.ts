/** `node tools/src/write-errors.ts`: writes the table of docs/errors.md from the catalogue of errors. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ERRORS } from '@feira/schemas/error-catalogue';

const PAGE = path.resolve(import.meta.dirname, '../../docs/errors.md');
const HEAD = '| Code | HTTP | Português | English |\n|---|---|---|---|\n';

/** Returns the page as it stands, and as the catalogue says it has to. */
export function readErrorPages(): { written: string; wanted: string } {
  const written = readFileSync(PAGE, 'utf8');
  const [introduction] = written.split(HEAD);
  const rows = Object.entries(ERRORS).map(
    ([code, { status, ...texts }]) => `| ${code} | ${status} | ${texts['pt-BR']} | ${texts.en} |\n`,
  );
  return { written, wanted: `${introduction}${HEAD}${rows.join('')}` };
}

if (import.meta.main) writeFileSync(PAGE, readErrorPages().wanted);

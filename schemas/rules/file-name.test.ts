import { describe, expect, it } from 'vitest';
import { isPdf } from './file-name.ts';

describe('isPdf', () => {
  it.each(['contract.pdf', 'CONTRACT.PDF', 'a.b.Pdf'])('accepts %s', (name) => {
    expect(isPdf(name)).toBe(true);
  });

  it.each(['', 'pdf', 'contract.pdf.exe', 'contract.pdfx', 'contractpdf', 'contract.pdf\n'])('refuses %j', (name) => {
    expect(isPdf(name)).toBe(false);
  });
});

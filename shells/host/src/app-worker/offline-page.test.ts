import { describe, expect, it } from 'vitest';
import { writeOfflinePage } from './offline-page.ts';

describe('writeOfflinePage', () => {
  it('speaks the language of the browser, and English to everybody else', () => {
    expect(writeOfflinePage('pt-PT')).toContain('<html lang="pt-BR">');
    expect(writeOfflinePage('pt-PT')).toContain('Você está sem internet');
    for (const language of ['en-GB', 'de']) expect(writeOfflinePage(language)).toContain('You are offline');
  });
});

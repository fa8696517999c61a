/** Tests the documentation of the public API in a browser, as a developer without an account reads it. */
import { describe, expect, it } from 'vitest';
import { forgive, page } from './browser-page.ts';
import { setUpStage, stage } from './stage.ts';
import { listViolations } from './violations.ts';

setUpStage();

describe('the documentation of the API', () => {
  it('lists the calls, from an origin that reaches nothing of the person who reads', async () => {
    await page.goto(`${stage.url}/docs`);
    await page.getByRole('heading', { name: 'Feira API' }).first().waitFor();
    await page.getByText('products.list').first().waitFor();
    expect(await page.evaluate(() => window.origin)).toBe('null');
    const called = () =>
      fetch('/api/settings.getBrand').then(
        ({ status }) => status,
        () => 'blocked',
      );
    expect(await page.evaluate(called)).toBe('blocked');
    forgive('Content Security Policy');
    forgive('settings.getBrand');
  });

  it('says what an error means, at the address that the error names', async () => {
    await page.goto(`${stage.url}/docs/errors#API_SCOPE_MISSING`);
    await page.getByRole('row', { name: /API_SCOPE_MISSING 403 A chave de API não tem o escopo/ }).waitFor();
    await page.getByRole('link', { name: 'Voltar à referência' }).waitFor();
    expect(await listViolations(page)).toEqual([]);
  });
});

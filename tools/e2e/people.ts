/** Fills in the form of a sign-in as a person does. */
import type { Page } from 'playwright-core';

export async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.fill('[name=email]', email);
  await page.fill('[name=password]', password);
  await page.press('[name=password]', 'Enter');
}

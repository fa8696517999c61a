import { readLocale } from './preferences.ts';
import { loadRegister } from './registers.ts';
import { findRoute } from './resolve-route.ts';
import { mountTexts } from './texts.ts';

/** Loads all that an address of a dashboard shows, at once. What fails is loaded again, and told, where it is drawn. */
export async function loadAhead(remote: string, path: string): Promise<void> {
  const register = await loadRegister(remote);
  const found = findRoute(register, path);
  await Promise.all([mountTexts(register, readLocale()), register.providers(), found?.route.page()]);
}

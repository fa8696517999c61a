/** Reads the brand of this host's platform. The page asks for it once and remembers it, so that the next visit starts with it. */
import type { Output } from '@feira/schemas/procedure';
import { getBrand } from '@feira/schemas/procedures/settings';
import { createBrandColours } from '@feira/shell-desk/brand-colours.ts';
import { createClient } from '@feira/shell-kit/client';
import type { Theme } from '@feira/shell-kit/theme';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { readLocale } from './preferences.ts';
import { fetchStarted } from './started-answers.ts';

export type Brand = Output<typeof getBrand>;

const KEY = 'feira.brand';
const VARIABLES = {
  primary: '--primary',
  primaryHover: '--primary-hover',
  primarySoft: '--primary-soft',
  onPrimary: '--on-primary',
} as const;

let brand: Brand | null = readRemembered();
let kept = JSON.stringify(brand);
const listeners = new Set<() => void>();

function readRemembered(): Brand | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Brand | null;
  } catch {
    return null;
  }
}

/** Without an answer the page keeps the brand it has. */
export function startBrand(): void {
  createClient({ locale: readLocale(), fetch: fetchStarted })
    .call(getBrand, {})
    .then(
      (found) => {
        const text = JSON.stringify(found);
        if (text === kept) return;
        kept = text;
        brand = found;
        try {
          localStorage.setItem(KEY, text);
        } catch {}
        for (const notify of listeners) notify();
      },
      () => {},
    );
}

const subscribe = (notify: () => void) => {
  listeners.add(notify);
  return () => void listeners.delete(notify);
};

export const useBrand = (): Brand | null => useSyncExternalStore(subscribe, () => brand);

/** Puts the platform's colour and icon in place of Feira's. */
export function useBrandLook(theme: Theme): void {
  const visuals = useBrand()?.customization.visuals;
  const colour = visuals?.colorPrimary ?? null;
  useLayoutEffect(() => {
    const colours = createBrandColours(theme, colour);
    const { style } = document.documentElement;
    for (const [name, variable] of Object.entries(VARIABLES)) {
      const value = colours[name as keyof typeof VARIABLES];
      if (value) style.setProperty(variable, value);
      else style.removeProperty(variable);
    }
  }, [theme, colour]);
  const icon = visuals?.faviconUrl;
  useLayoutEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
    if (link && icon) link.href = icon;
  }, [icon]);
}

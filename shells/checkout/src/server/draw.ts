import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';

/**
 * React writes in front of the markup a link for each picture. The document arrives in one piece, so the browser finds the pictures as soon
 * without it, and by the link it would load them once more where they come in several sizes.
 */
const PRELOADS = /^(?:<link rel="preload" as="image"[^>]*>)+/;

/** Draws what the browser hydrates. */
export const draw = (page: ReactNode): string => renderToString(page).replace(PRELOADS, '');

/** Draws what stays as it is: the browser loads no code for it. */
export const drawOnce = (page: ReactNode): string => renderToStaticMarkup(page).replace(PRELOADS, '');

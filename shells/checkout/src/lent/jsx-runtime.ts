/** The document's copy of the functions that draw elements. */
import type * as JsxRuntime from 'react/jsx-runtime';
import { takeLent } from './take-lent.ts';

export const { Fragment, jsx, jsxs } = takeLent('react/jsx-runtime') as typeof JsxRuntime;

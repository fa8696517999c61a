/** The document's React, under the name that `rspack.config.ts` gives it in the pages: hooks work only within one copy. */
import type * as React from 'react';
import { takeLent } from './take-lent.ts';

export const {
  createContext,
  Fragment,
  lazy,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} = takeLent('react') as typeof React;

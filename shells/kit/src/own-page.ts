/** The contract of a page that an owner of an installation adds to a dashboard: its remote exposes `./page`, whose default export draws it. */
import type { Locale } from '@feira/schemas/common';
import type { Theme } from './theme.ts';

export interface OwnPageHost {
  locale: Locale;
  theme: Theme;
  /** Calls a procedure that the configuration of the page names, as the signed-in person. Rejects with a CallRefused. */
  call<O = unknown>(procedure: string, input?: object): Promise<O>;
}

export interface OwnPageProps {
  host: OwnPageHost;
}

/** The call was refused or got no answer; `message` is in the person's language. */
export interface CallRefused extends Error {
  code: string;
}

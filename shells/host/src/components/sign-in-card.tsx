import type { ReactNode } from 'react';
import { useBrand } from '../brand.ts';
import { LanguageSwitch, ThemeSwitch } from '../layout/preference-switches.tsx';
import { RouteAnnouncer } from '../layout/route-announcer.tsx';
import { Wordmark } from '../layout/wordmark.tsx';
import type { Preferences } from '../preferences.ts';
import { Awning } from './awning.tsx';

interface SignInCardProps {
  title: string;
  preferences: Preferences;
  /** Links below the card. */
  links?: ReactNode;
  children: ReactNode;
}

/** The card of every page outside the dashboards. Each step is a page of its own, with its own heading. */
export function SignInCard({ title, preferences, links, children }: SignInCardProps) {
  return (
    <div className="login">
      <main className="login-card">
        <Awning />
        <div className="login-content">
          <Home />
          <h1>{title}</h1>
          <RouteAnnouncer title={title} />
          {children}
        </div>
      </main>
      {links && <div className="login-links">{links}</div>}
      <footer className="login-tools">
        <LanguageSwitch preferences={preferences} />
        <ThemeSwitch preferences={preferences} />
      </footer>
    </div>
  );
}

/** Leads back to the platform's own site, where it named one. */
function Home() {
  const home = useBrand()?.customization.redirection?.homeUrl;
  if (!home) return <Wordmark />;
  return (
    <a href={home}>
      <Wordmark />
    </a>
  );
}

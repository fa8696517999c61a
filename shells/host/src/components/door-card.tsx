import type { ReactNode } from 'react';
import { useBrand } from '../brand.ts';
import { Arrival } from '../layout/arrival.tsx';
import { LanguageSwitch, ThemeSwitch } from '../layout/preference-switches.tsx';
import { Wordmark } from '../layout/wordmark.tsx';
import type { Preferences } from '../preferences.ts';
import { Awning } from './awning.tsx';

interface DoorCardProps {
  title: string;
  preferences: Preferences;
  /** Below the card: ways to elsewhere. */
  links?: ReactNode;
  children: ReactNode;
}

/** The stall everybody stands before who is not inside yet. Each step of it is a page of its own, with its own heading. */
export function DoorCard({ title, preferences, links, children }: DoorCardProps) {
  return (
    <div className="login">
      <main className="login-card">
        <Awning />
        <div className="login-content">
          <Home />
          <h1>{title}</h1>
          <Arrival title={title} />
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

/** The way back to the platform's own site, where it named one. */
function Home() {
  const home = useBrand()?.customization.redirection?.homeUrl;
  if (!home) return <Wordmark />;
  return (
    <a href={home}>
      <Wordmark />
    </a>
  );
}

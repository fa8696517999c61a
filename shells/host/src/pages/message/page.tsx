import { LanguageSwitch, ThemeSwitch } from '../../layout/preference-switches.tsx';
import { Wordmark } from '../../layout/wordmark.tsx';
import type { Preferences } from '../../preferences.ts';
import { MessageContent, type MessageKind } from './content.tsx';

interface MessagePageProps {
  kind: MessageKind;
  preferences: Preferences;
  onRetry?: () => void;
  onSignOut?: () => void;
}

/** Shows the same message outside of a dashboard. */
export function MessagePage({ kind, preferences, onRetry, onSignOut }: MessagePageProps) {
  return (
    <div className="bare">
      <header className="bare-head">
        <Wordmark />
        <div className="header-tools">
          <LanguageSwitch preferences={preferences} />
          <ThemeSwitch preferences={preferences} />
        </div>
      </header>
      <main>
        <MessageContent kind={kind} onRetry={onRetry} onSignOut={onSignOut} />
      </main>
    </div>
  );
}

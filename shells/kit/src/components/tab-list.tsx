import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import '../styles/tabs.css';

interface TabListProps<K extends string> {
  /** Names the list as a whole. */
  label: string;
  tabs: readonly { key: K; label: ReactNode }[];
  value: K;
  onOpen: (key: K) => void;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
const PANEL = 'tab-panel';
const tabId = (key: string) => `tab-${key}`;

/** Arrows move from tab to tab, Home and End to the first and the last. A page has one such list. */
export function TabList<K extends string>({ label, tabs, value, onOpen }: TabListProps<K>) {
  // On a phone the list is wider than its place, and an address may open a tab at its end.
  useEffect(() => {
    document.getElementById(tabId(value))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [value]);
  const follow = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex(({ key }) => key === value);
    const step = STEPS[event.key];
    const next = step ? tabs.at((at + step) % tabs.length) : { Home: tabs[0], End: tabs.at(-1) }[event.key];
    if (!next) return;
    event.preventDefault();
    onOpen(next.key);
    document.getElementById(tabId(next.key))?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={label} onKeyDown={follow}>
      {tabs.map(({ key, label: text }) => (
        <button
          key={key}
          id={tabId(key)}
          type="button"
          role="tab"
          aria-selected={key === value}
          aria-controls={key === value ? PANEL : undefined}
          tabIndex={key === value ? 0 : -1}
          onClick={() => onOpen(key)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** The content of the chosen tab. */
export function TabPanel({ tab, children }: { tab: string; children: ReactNode }) {
  return (
    <div id={PANEL} role="tabpanel" aria-labelledby={tabId(tab)} className="tab-panel">
      {children}
    </div>
  );
}

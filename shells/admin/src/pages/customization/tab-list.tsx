import { Icon } from '@feira/shell-kit/components/icon';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { TABS, type Tab } from './customization-draft.ts';

interface TabListProps {
  tab: Tab;
  /** Tabs with something to correct. */
  wrong: ReadonlySet<Tab>;
  onOpen: (tab: Tab) => void;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Arrows go from tab to tab, Home and End to the first and the last, as in every list of tabs. */
export function TabList({ tab, wrong, onOpen }: TabListProps) {
  const { t } = useTranslation('admin');
  const follow = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = TABS.indexOf(tab);
    const step = STEPS[event.key];
    const next = step ? TABS.at((at + step) % TABS.length) : { Home: TABS[0], End: TABS.at(-1) }[event.key];
    if (!next) return;
    event.preventDefault();
    onOpen(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={t('customization.title')} onKeyDown={follow}>
      {TABS.map((name) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === tab}
          aria-controls={name === tab ? 'customization-panel' : undefined}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onOpen(name)}
        >
          {t(`customization.tabs.${name}`)}
          {wrong.has(name) && (
            <span className="tab-wrong">
              <Icon name="alert" size={16} />
              <span className="visually-hidden">{t('customization.tabWrong')}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

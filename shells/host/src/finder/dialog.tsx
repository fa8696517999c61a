import { Icon } from '@feira/shell-kit/components/icon';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import type { DashboardRegister, Session } from '@feira/shell-kit/dashboard';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { navigate } from 'wouter/use-browser-location';
import type { Preferences } from '../preferences.ts';
import { listMenuGroups, toTitleKey } from '../resolve-route.ts';
import { useClient } from '../use-client.ts';
import './add-texts.ts';
import './finder.css';
import { findPages, lookupOf, type Option, type Page, toOptions } from './results.ts';
import { useFound } from './use-found.ts';

interface FinderDialogProps {
  register: DashboardRegister;
  session: Session;
  preferences: Preferences;
  onLoginRequired: () => void;
  onClose: () => void;
}

const GROUPS = ['people', 'sales', 'pages'] as const;

/**
 * Finds people, sales and pages of a dashboard. A combobox: the focus stays in the field, the arrows choose among the options below, and
 * Enter opens the chosen one.
 */
export default function FinderDialog({ register, session, preferences, onLoginRequired, onClose }: FinderDialogProps) {
  const { t } = useTranslation('finder');
  const { locale } = preferences;
  const client = useClient(locale);
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const dashboard = lookupOf(register.name, session);
  const { found, state } = useFound(client, dashboard, typed, onLoginRequired);
  const pages = usePages(register, session);
  const options = [...(dashboard ? toOptions(found, dashboard, locale) : []), ...findPages(pages, typed)];
  const at = Math.min(chosen, options.length - 1);
  const open = ({ to }: Option) => {
    onClose();
    navigate(to);
  };
  const steer = (event: KeyboardEvent) => {
    const option = options[at];
    if (event.key === 'Enter' && option) {
      event.preventDefault();
      // The words that were typed last are still looked for, and another option may be on its way to this place.
      if (state !== 'searching') open(option);
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || options.length === 0) return;
    event.preventDefault();
    const next = (at + step + options.length) % options.length;
    setChosen(next);
    document.getElementById(`${id}option${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  const words =
    state === 'searching'
      ? t('searching')
      : state === 'failed'
        ? t('failed')
        : options.length === 0
          ? t('none', { search: typed.trim() })
          : t('found', { count: options.length });
  return (
    <ModalDialog title={t('title')} onClose={onClose}>
      <div className="finder">
        <div className="finder-field">
          <Icon name="search" />
          <input
            type="text"
            inputMode="search"
            role="combobox"
            aria-label={t('label')}
            aria-expanded={options.length > 0}
            aria-controls={`${id}list`}
            aria-autocomplete="list"
            aria-activedescendant={options.length > 0 ? `${id}option${at}` : undefined}
            aria-describedby={`${id}keys`}
            placeholder={t(dashboard ? 'placeholder' : 'placeholderPages')}
            maxLength={100}
            spellCheck={false}
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setChosen(0);
            }}
            onKeyDown={steer}
          />
        </div>
        <div id={`${id}list`} role="listbox" aria-label={t('label')} className="finder-list">
          {GROUPS.map((group) => {
            const members = options
              .map((option, index) => ({ option, index }))
              .filter((one) => one.option.group === group);
            if (members.length === 0) return null;
            return (
              // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role.
              <div key={group} role="group" aria-labelledby={`${id}${group}`}>
                <p id={`${id}${group}`}>{t(group)}</p>
                {members.map(({ option, index }) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus.
                  // biome-ignore lint/a11y/useFocusableInteractive: the field names the active option.
                  <div
                    key={option.to}
                    id={`${id}option${index}`}
                    role="option"
                    aria-selected={index === at}
                    className="finder-option"
                    onClick={() => open(option)}
                    onPointerMove={() => setChosen(index)}
                  >
                    <span>{option.first}</span>
                    {option.second && <span className="muted">{option.second}</span>}
                  </div>
                ))}
              </div>
            );
          })}
        </div>
        <p role="status" className="muted finder-status">
          {words}
        </p>
        <div className="finder-foot">
          <span id={`${id}keys`} className="muted">
            {t('keys')}
          </span>
          <button type="button" className="button" onClick={onClose}>
            {t('close')}
          </button>
        </div>
      </div>
    </ModalDialog>
  );
}

/** The pages of the menu that the person may open, by their names. */
function usePages(register: DashboardRegister, session: Session): Page[] {
  const { t } = useTranslation();
  return useMemo(
    () =>
      listMenuGroups(register, session).flatMap(({ title, routes }) =>
        routes.map((route) => ({
          title: t(toTitleKey(register, route) as never) as string,
          group: title ? (t(toTitleKey(register, { title }) as never) as string) : '',
          to: register.basePath + route.path,
        })),
      ),
    [register, session, t],
  );
}

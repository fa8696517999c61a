import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../styles/choice-box.css';
import { findTyped, matchChoices, stepTo } from './choice-keys.ts';
import { Icon } from './icon.tsx';

export interface Choice<V extends string = string> {
  value: V;
  label: string;
  /** The heading that the choice stands below, together with its neighbours of the same group. */
  group?: string;
}

interface ChoiceBoxProps<V extends string> {
  label: string;
  choices: readonly Choice<V>[];
  /** The chosen values: one at most, unless `isMultiple`. */
  chosen: readonly V[];
  /** Gets the value that was chosen or, of several, chosen or taken back. */
  onChoose: (value: V) => void;
  onClear?: (() => void) | undefined;
  placeholder?: string;
  className?: string;
  isRequired?: boolean;
  isMultiple?: boolean;
  isSearchable?: boolean;
  /** Searches on the server, whose answer becomes the choices; without it the typed text narrows the choices here. */
  onSearch?: (text: string) => void;
  isDisabled?: boolean;
  isBusy?: boolean;
  nothingText?: string;
}

/**
 * A box that opens a list to choose from, by the ARIA pattern of a combobox: arrows, Home, End, Enter, Escape, and typing. The list
 * stays in the page beside the box, so that screen readers and phones find it.
 */
export function ChoiceBox<V extends string>(props: ChoiceBoxProps<V>) {
  const { label, chosen, onChoose, onClear, placeholder, isMultiple = false, isSearchable = false, onSearch } = props;
  const { isRequired = false, isDisabled = false, isBusy = false, className = '' } = props;
  const { t } = useTranslation('kit');
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const [typed, setTyped] = useState<string | null>(null);
  const letters = useRef({ text: '', at: 0 });
  const box = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const choices = typed === null || onSearch ? props.choices : matchChoices(props.choices, typed);
  const names = props.choices.filter(({ value }) => chosen.includes(value)).map((choice) => choice.label);
  useNearPlace(isOpen, list);
  useEffect(() => {
    if (isOpen) list.current?.querySelector('[data-at]')?.scrollIntoView?.({ block: 'nearest' });
  });

  const open = () => {
    if (isDisabled || isOpen) return;
    setIsOpen(true);
    setAt(choices.findIndex(({ value }) => chosen.includes(value)));
  };
  const close = () => {
    setIsOpen(false);
    setAt(-1);
    if (typed !== null) onSearch?.('');
    setTyped(null);
  };
  const choose = (choice: Choice<V> | undefined) => {
    if (!choice) return;
    if (!isMultiple) close();
    if (isMultiple || !chosen.includes(choice.value)) onChoose(choice.value);
  };
  const search = (text: string) => {
    setIsOpen(true);
    setTyped(text);
    setAt(text && !onSearch ? 0 : -1);
    onSearch?.(text);
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey) return;
    const next = stepTo(key, at, choices.length, isSearchable);
    if (key === 'Escape' && isOpen) close();
    else if (next !== undefined) {
      if (isOpen) setAt(next);
      else open();
    } else if (key === 'Enter' || (key === ' ' && !isSearchable)) {
      if (isOpen) choose(choices[at]);
      else open();
    } else if (!isSearchable && key.length === 1) {
      letters.current = {
        text: event.timeStamp - letters.current.at < TYPING_MS ? letters.current.text + key : key,
        at: event.timeStamp,
      };
      const found = findTyped(choices, letters.current.text, at);
      if (found >= 0) {
        setIsOpen(true);
        setAt(found);
      }
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const common = {
    id,
    role: 'combobox',
    'aria-label': label,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}list` : undefined,
    'aria-activedescendant': isOpen && at >= 0 ? `${id}at${at}` : undefined,
    'aria-required': isRequired || undefined,
    'aria-busy': isBusy || undefined,
    disabled: isDisabled,
    onKeyDown: press,
    onBlur: close,
  } as const;
  const shown = names.join(', ');
  return (
    <span className={`choice-box ${className}`}>
      {isSearchable ? (
        <input
          {...common}
          ref={box as RefObject<HTMLInputElement>}
          type="text"
          autoComplete="off"
          aria-autocomplete="list"
          placeholder={shown || placeholder}
          value={typed ?? shown}
          onChange={(event) => search(event.target.value)}
          onClick={open}
          onFocus={(event) => event.target.select()}
        />
      ) : (
        <button
          {...common}
          ref={box as RefObject<HTMLButtonElement>}
          type="button"
          onClick={() => (isOpen ? close() : open())}
        >
          <span className={shown ? undefined : 'muted'}>{shown || placeholder || '\u00a0'}</span>
        </button>
      )}
      {onClear && chosen.length > 0 ? (
        <button
          type="button"
          className="choice-clear"
          aria-label={t('clearOf', { label })}
          onClick={() => {
            onClear();
            box.current?.focus();
          }}
        >
          <Icon name="close" size={16} />
        </button>
      ) : (
        <Icon name="chevron" size={16} />
      )}
      {isOpen && (
        <div ref={list} className="choice-pop">
          {choices.length === 0 && <p role="status">{props.nothingText ?? t('nothingFound')}</p>}
          <div id={`${id}list`} role="listbox" aria-label={label} aria-multiselectable={isMultiple || undefined}>
            {groupsOf(choices).map(({ group, from, members }) => {
              const options = members.map((choice, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the combobox, which keeps the focus.
                <div
                  key={choice.value}
                  id={`${id}at${from + index}`}
                  role="option"
                  tabIndex={-1}
                  className="choice"
                  aria-selected={chosen.includes(choice.value)}
                  data-at={from + index === at || undefined}
                  onPointerDown={(event) => event.preventDefault()}
                  onPointerMove={() => at !== from + index && setAt(from + index)}
                  onClick={() => choose(choice)}
                >
                  {choice.label}
                </div>
              ));
              return group === undefined ? (
                options
              ) : (
                // biome-ignore lint/a11y/useSemanticElements: a listbox may have groups of this role alone.
                <div key={group} role="group" aria-label={group}>
                  <span className="choice-group" aria-hidden="true">
                    {group}
                  </span>
                  {options}
                </div>
              );
            })}
          </div>
        </div>
      )}
    </span>
  );
}

/** Letters typed within this time search for one word. */
const TYPING_MS = 700;

/** Returns the choices by their groups, in their order. */
function groupsOf<V extends string>(choices: readonly Choice<V>[]) {
  const groups: { group: string | undefined; from: number; members: Choice<V>[] }[] = [];
  choices.forEach((choice, index) => {
    const last = groups.at(-1);
    if (last && last.group === choice.group) last.members.push(choice);
    else groups.push({ group: choice.group, from: index, members: [choice] });
  });
  return groups;
}

const MARGIN_PX = 8;

/** Opens the list upwards where there is more room, and keeps it inside the window. */
function useNearPlace(isOpen: boolean, list: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const element = list.current;
    if (!isOpen || !element) return;
    const box = element.parentElement!.getBoundingClientRect();
    const below = innerHeight - box.bottom;
    if (below < element.offsetHeight + MARGIN_PX && box.top > below) element.classList.add('choice-up');
    const beyond = element.getBoundingClientRect().right - document.documentElement.clientWidth + MARGIN_PX;
    if (beyond > 0) element.style.left = `${-Math.min(beyond, Math.max(box.left - MARGIN_PX, 0))}px`;
  }, [isOpen, list]);
}

import Select from 'antd/es/select';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldText } from '../search-text.ts';
import '../styles/choice-box.css';
import { MOUSE, useMediaQuery } from '../use-media-query.ts';
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
  /** Opens the keyboard of a phone as well; with a mouse, typing always narrows the choices. */
  isSearchable?: boolean;
  /** Searches on the server once the typing rests, and the answer becomes the choices; without it the typed text narrows the choices here. */
  onSearch?: (text: string) => void;
  isDisabled?: boolean;
  isBusy?: boolean;
  nothingText?: string;
}

const PAUSE_MS = 300;

/** A box of antd that opens a list to choose from. The list stays in the page beside the box, so that screen readers and phones find it. */
export function ChoiceBox<V extends string>(props: ChoiceBoxProps<V>) {
  const { label, choices, chosen, onChoose, onClear, onSearch, isMultiple = false, isRequired, isBusy } = props;
  const { t } = useTranslation('kit');
  const id = useId();
  const box = useRef<HTMLSpanElement>(null);
  const [typed, setTyped] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isTypable = useMediaQuery(MOUSE) || props.isSearchable;
  const wanted = onSearch ? '' : foldText(typed.trim());
  const names = choices.filter(({ value }) => chosen.includes(value)).map((choice) => choice.label);
  const choose = (value: V) => {
    if (isMultiple || !chosen.includes(value)) onChoose(value);
  };
  return (
    <span ref={box} className={`choice-box ${props.className ?? ''}`}>
      <Select<V | V[]>
        id={id}
        // antd's field is empty: only its name can tell what is chosen.
        aria-label={[label, names.join(', ')].filter(Boolean).join(': ')}
        aria-required={isRequired || undefined}
        aria-busy={isBusy || undefined}
        disabled={props.isDisabled}
        mode={isMultiple ? 'multiple' : undefined}
        maxTagCount="responsive"
        value={isMultiple ? [...chosen] : chosen[0]}
        options={groupChoices(choices.filter((choice) => foldText(choice.label).includes(wanted)))}
        placeholder={props.placeholder}
        suffixIcon={<Icon name="chevron" size={16} />}
        allowClear={onClear && { clearIcon: <Icon name="close" size={16} />, label: t('clearOf', { label }) }}
        showSearch={
          isTypable && {
            filterOption: false,
            onSearch: (text) => {
              setTyped(text);
              if (!onSearch) return;
              clearTimeout(timer.current);
              timer.current = setTimeout(() => onSearch(text.trim()), PAUSE_MS);
            },
          }
        }
        onSelect={(value) => choose(value as V)}
        onDeselect={(value) => choose(value as V)}
        onClear={onClear}
        // A list that draws only what is in sight has no options for screen readers; the style sheet makes the listbox itself scroll.
        virtual={false}
        listHeight={ALL_PX}
        onActive={() => requestAnimationFrame(() => findActive(box.current)?.scrollIntoView({ block: 'nearest' }))}
        popupMatchSelectWidth={false}
        getPopupContainer={() => box.current!}
        // antd names the option before the first one as the active one where there is none.
        notFoundContent={
          <div id={`${id}_list_-1`} role="option" aria-disabled="true" aria-selected="false" tabIndex={-1}>
            {props.nothingText ?? t('nothingFound')}
          </div>
        }
      />
    </span>
  );
}

/** Higher than any list, so that antd does not scroll it. */
const ALL_PX = 100_000;

const findActive = (box: HTMLElement | null) => box?.querySelector('.ant-select-item-option-active');

/** Returns the choices below their headings. Screen readers are told the heading with each option, because antd's headings have no role. */
const groupChoices = <V extends string>(choices: readonly Choice<V>[]) =>
  Object.entries(Object.groupBy(choices, ({ group = '' }) => group)).flatMap<object>(([group, members = []]) =>
    group ? { label: group, options: members.map((one) => ({ ...one, 'aria-description': group })) } : members,
  );

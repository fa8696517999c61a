import Checkbox from 'antd/es/checkbox/Checkbox';
import Radio from 'antd/es/radio/radio';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListLook } from '../use-list-look.ts';
import { Icon } from './icon.tsx';

interface ListToolsProps {
  /** The columns that may be hidden. */
  columns: readonly { key: string; title: string }[];
  look: ListLook;
  onChange: (changes: Partial<ListLook>) => void;
}

/** Chooses the columns of a table and the height of its rows. Escape and a click elsewhere close it. */
export function ListTools({ columns, look, onChange }: ListToolsProps) {
  const { t } = useTranslation('kit');
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [isOpen]);
  const toggle = (key: string) => {
    const { hidden } = look;
    onChange({ hidden: hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key] });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape anywhere inside closes what is open.
    <div
      ref={box}
      className="list-tools"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setIsOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className="button button-small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="table" size={16} />
        {t('list.view')}
      </button>
      {isOpen && (
        <div id={id} className="list-tools-panel">
          <fieldset>
            <legend>{t('list.density')}</legend>
            {(['compact', 'roomy'] as const).map((density) => (
              <Radio
                key={density}
                name={`${id}density`}
                checked={look.density === density}
                onChange={() => onChange({ density })}
              >
                {t(`list.densities.${density}`)}
              </Radio>
            ))}
          </fieldset>
          {columns.length > 0 && (
            <fieldset>
              <legend>{t('list.columns')}</legend>
              {columns.map(({ key, title }) => (
                <Checkbox key={key} checked={!look.hidden.includes(key)} onChange={() => toggle(key)}>
                  {title}
                </Checkbox>
              ))}
            </fieldset>
          )}
        </div>
      )}
    </div>
  );
}

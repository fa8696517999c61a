import { TextField } from '@feira/shell-kit/components/form-fields';
import { COLOURS } from '@feira/shell-kit/theme';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isColour } from './customization-draft.ts';
import type { TabProps } from './customization-form.tsx';
import { ImageField } from './image-field.tsx';

export function VisualsTab({ draft, onChange, problemOf }: TabProps) {
  const { t } = useTranslation('admin');
  const { visuals } = draft;
  const set = (part: Partial<typeof visuals>) => onChange({ visuals: { ...visuals, ...part } });
  return (
    <>
      <p className="muted">{t('customization.visualsText')}</p>
      <ImageField
        label={t('customization.logo')}
        hint={t('customization.logoHint')}
        alt={draft.name}
        shape="logo"
        value={visuals.logoUrl}
        problem={problemOf('visuals.logoUrl')}
        onChange={(logoUrl) => set({ logoUrl })}
      />
      <ImageField
        label={t('customization.favicon')}
        hint={t('customization.faviconHint')}
        alt={t('customization.faviconAlt')}
        shape="square"
        value={visuals.faviconUrl}
        problem={problemOf('visuals.faviconUrl')}
        onChange={(faviconUrl) => set({ faviconUrl })}
      />
      <ColourField
        value={visuals.colorPrimary}
        problem={problemOf('visuals.colorPrimary')}
        onChange={(colorPrimary) => set({ colorPrimary })}
      />
    </>
  );
}

interface ColourFieldProps {
  value: string;
  problem: string | undefined;
  onChange: (colour: string) => void;
}

/** Typed or picked; empty is the green of the house. */
function ColourField({ value, problem, onChange }: ColourFieldProps) {
  const { t } = useTranslation('admin');
  const id = useId();
  return (
    <div className="colour-field">
      <TextField
        label={t('customization.colour')}
        hint={t('customization.colourHint')}
        placeholder={COLOURS.light.primary}
        maxLength={7}
        spellCheck={false}
        value={value}
        problem={problem}
        onChange={(text) => onChange(text.trim())}
      />
      <label htmlFor={id} className="visually-hidden">
        {t('customization.pickColour')}
      </label>
      <input
        id={id}
        type="color"
        value={isColour(value) ? value : COLOURS.light.primary}
        onChange={(event) => onChange(event.target.value)}
      />
      {value && (
        <button type="button" className="button" onClick={() => onChange('')}>
          {t('customization.defaultColour')}
        </button>
      )}
    </div>
  );
}

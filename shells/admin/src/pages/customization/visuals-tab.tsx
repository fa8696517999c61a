import { TextField } from '@feira/shell-kit/components/form-fields';
import { PictureField } from '@feira/shell-kit/components/picture-field';
import { COLOURS } from '@feira/shell-kit/theme';
import type { Control } from '@feira/shell-kit/use-draft';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isColour } from './customization-fields.ts';
import type { TabProps } from './tab-props.ts';

export function VisualsTab({ controls }: TabProps) {
  const { t } = useTranslation('admin');
  const { logoUrl, faviconUrl, colorPrimary } = controls.visuals;
  return (
    <>
      <p className="muted">{t('customization.visualsText')}</p>
      <PictureField
        kind="PLATFORM_LOGO"
        takesAddress
        label={t('customization.logo')}
        hint={t('customization.logoHint')}
        alt={controls.name.value}
        shape="logo"
        {...logoUrl}
      />
      <PictureField
        kind="PLATFORM_ICON"
        takesAddress
        label={t('customization.favicon')}
        hint={t('customization.faviconHint')}
        alt={t('customization.faviconAlt')}
        shape="square"
        {...faviconUrl}
      />
      <ColourField control={colorPrimary} />
    </>
  );
}

/** Takes a colour by typing or by a picker; an empty field means Feira's green. */
function ColourField({ control }: { control: Control<string> }) {
  const { t } = useTranslation('admin');
  const id = useId();
  const { value, onChange } = control;
  return (
    <div className="colour-field">
      <TextField
        label={t('customization.colour')}
        hint={t('customization.colourHint')}
        placeholder={COLOURS.light.primary}
        {...control}
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

import { PictureField } from '@feira/shell-desk/uploads/picture-field.tsx';
import { ColourField } from '@feira/shell-kit/components/colour-field';
import { COLOURS } from '@feira/shell-kit/theme';
import { useTranslation } from 'react-i18next';
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
      <ColourField
        label={t('customization.colour')}
        hint={t('customization.colourHint')}
        standard={COLOURS.light.primary}
        {...colorPrimary}
      />
    </>
  );
}

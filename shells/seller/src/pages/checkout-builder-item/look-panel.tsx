import { CHECKOUT_TEMPLATES, type CheckoutBuilderConfig } from '@feira/schemas/checkout';
import { PictureField } from '@feira/shell-desk/uploads/picture-field.tsx';
import { RadioFields } from '@feira/shell-kit/components/radio-fields';
import { useHost } from '@feira/shell-kit/host-context';
import { useTranslation } from 'react-i18next';
import { BrandNote, BuilderColour } from './builder-colour.tsx';
import type { PanelProps } from './panel-props.ts';
import { applyPreset, PRESET_KEYS } from './presets.ts';

/** The word that hides a picture. */
const HIDDEN = 'remove';
const toShown = (address: string | undefined) => (address === HIDDEN ? '' : (address ?? ''));

interface LookPanelProps extends PanelProps {
  platformColour: string;
  replace: (config: CheckoutBuilderConfig) => void;
}

/** Templates to start from, the layout, the main colour and the pictures at the top. */
export function LookPanel({ config, set, platformColour, replace }: LookPanelProps) {
  const { t } = useTranslation('builder');
  const { locale } = useHost();
  const colour = config.colorPrimary ?? platformColour;
  return (
    <div className="form">
      <fieldset className="form-group">
        <legend>{t('presets.title')}</legend>
        <p className="form-hint">{t('presets.hint')}</p>
        <div className="builder-presets">
          {PRESET_KEYS.map((key) => {
            const look = applyPreset({}, key, locale);
            return (
              <button
                key={key}
                type="button"
                className="builder-preset"
                onClick={() => replace(applyPreset(config, key, locale))}
              >
                <span className="builder-sketch" data-template={look.template} aria-hidden="true">
                  {look.enabledBannerText && <i style={{ background: look.bannerTextBackgroundColor }} />}
                  <i />
                  <i />
                  <i style={{ background: look.colorPrimary }} />
                </span>
                <strong>{t(`presets.${key}`)}</strong>
                <small>{t(`presets.${key}Hint`)}</small>
              </button>
            );
          })}
        </div>
      </fieldset>
      <RadioFields
        label={t('layout.title')}
        options={CHECKOUT_TEMPLATES.map((value) => ({
          value,
          label: t(`layout.${value}`),
          hint: t(`layout.${value}_HINT`),
        }))}
        value={config.template ?? 'DEFAULT'}
        onChange={(template) => set({ template })}
      />
      <div className="form-group">
        <BuilderColour
          label={t('colour.primary')}
          value={config.colorPrimary}
          standard={platformColour}
          onChange={(colorPrimary) => set({ colorPrimary }, 'colorPrimary')}
        />
        <BrandNote colour={colour} />
      </div>
      <PictureField
        kind="CHECKOUT_LOGO"
        label={t('logo.title')}
        hint={t('logo.hint')}
        alt={t('logo.title')}
        shape="logo"
        value={toShown(config.logoTopImageURL)}
        onChange={(address) => set({ logoTopImageURL: address || HIDDEN })}
      />
      <PictureField
        kind="CHECKOUT_BANNER"
        label={t('cover.title')}
        hint={t('cover.hint')}
        alt={t('cover.title')}
        shape="cover"
        value={toShown(config.headerImageURL)}
        onChange={(address) => set({ headerImageURL: address || HIDDEN })}
      />
    </div>
  );
}

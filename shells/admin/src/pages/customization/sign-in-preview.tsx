import { createBrandColours } from '@feira/shell-desk/brand-colours.ts';
import { COLOURS, type Theme } from '@feira/shell-kit/theme';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CustomizationDraft, isLink } from './customization-fields.ts';

const THEMES = ['light', 'dark'] as const satisfies Theme[];

/** Previews the sign-in page with the values of the form. Nothing in the preview can be used. */
export function SignInPreview({ draft }: { draft: CustomizationDraft }) {
  const { t } = useTranslation('admin');
  const [theme, setTheme] = useState<Theme>('light');
  return (
    <section className="preview" aria-labelledby="preview-title">
      <div className="preview-head">
        <h2 id="preview-title">{t('customization.preview')}</h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row of segments in every browser. */}
        <div className="segments" role="group" aria-label={t('customization.previewTheme')}>
          {THEMES.map((name) => (
            <button
              key={name}
              type="button"
              className="segment"
              aria-pressed={theme === name}
              onClick={() => setTheme(name)}
            >
              {t(`customization.themes.${name}`)}
            </button>
          ))}
        </div>
      </div>
      <div className="preview-page" style={toVariables(theme, draft.visuals.colorPrimary)} inert>
        <Card draft={draft} />
      </div>
    </section>
  );
}

function Card({ draft: { name, visuals } }: { draft: CustomizationDraft }) {
  const { t } = useTranslation('admin');
  const logo = visuals.logoUrl.trim();
  return (
    <div className="preview-card">
      <div className="preview-awning" />
      <div className="preview-content">
        {isLink(logo) ? (
          <img className="preview-logo" src={logo} alt={name} referrerPolicy="no-referrer" />
        ) : (
          <strong className="preview-name">{name.trim() || 'Feira'}</strong>
        )}
        <span className="preview-title">{t('customization.previewTitle')}</span>
        <span>
          {t('people.email')}
          <span className="preview-field" />
        </span>
        <span>
          {t('customization.previewPassword')}
          <span className="preview-field" />
        </span>
        <span className="preview-button">{t('customization.previewButton')}</span>
        <span className="preview-link">{t('customization.previewLink')}</span>
      </div>
    </div>
  );
}

const toKebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The colours of a theme with the platform's own colour, for this part of the page only. */
function toVariables(theme: Theme, colour: string): CSSProperties {
  const colours = { ...COLOURS[theme], ...createBrandColours(theme, colour) };
  return Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--${toKebabCase(name)}`, value]));
}

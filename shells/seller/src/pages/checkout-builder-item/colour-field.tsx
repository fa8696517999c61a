import { contrast, READABLE, readableOn } from '@feira/schemas/rules/colours';
import { Icon } from '@feira/shell-kit/components/icon';
import { useHost } from '@feira/shell-kit/host-context';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

const HEX = /^#[0-9a-f]{6}$/i;

interface ColourFieldProps {
  label: string;
  /** Undefined where the page takes its own. */
  value: string | undefined;
  /** The colour that the page takes then. */
  standard: string;
  onChange: (colour: string | undefined) => void;
}

/** Chooses a colour by the browser's picker or by its number. */
export function ColourField({ label, value, standard, onChange }: ColourFieldProps) {
  const { t } = useTranslation('builder');
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = value ?? standard;
  const isWrong = typed !== null && !HEX.test(typed);
  const type = (text: string) => {
    setTyped(text);
    if (HEX.test(text)) onChange(text.toLowerCase());
  };
  return (
    <div className="form-field">
      <label htmlFor={id}>{label}</label>
      <span className="builder-colour">
        <input
          type="color"
          aria-label={t('colour.pick', { label })}
          value={shown.toLowerCase()}
          onChange={({ target }) => {
            setTyped(null);
            onChange(target.value);
          }}
        />
        <span className="form-box" data-invalid={isWrong || undefined}>
          <input
            id={id}
            type="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
            value={typed ?? shown}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${id}problem` : undefined}
            onChange={({ target }) => type(target.value.trim())}
            onBlur={() => setTyped(null)}
          />
        </span>
        {value !== undefined && (
          <button
            type="button"
            className="button"
            aria-label={t('colour.resetOf', { label })}
            onClick={() => onChange(undefined)}
          >
            {t('colour.reset')}
          </button>
        )}
      </span>
      {isWrong && (
        <span id={`${id}problem`} className="field-error">
          {t('colour.wrong')}
        </span>
      )}
    </div>
  );
}

/** Says a ratio with one digit, rounded down: 4.49 must not read as readable. */
function useRatio() {
  const { locale } = useHost();
  return (one: string, other: string) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
      Math.floor(contrast(one, other) * 10) / 10,
    );
}

interface ContrastNoteProps {
  text: string;
  ground: string;
  onUse: (colour: string) => void;
}

/** Warns of a text that many people cannot read on its ground, and offers the nearest colour that they can. */
export function ContrastNote({ text, ground, onUse }: ContrastNoteProps) {
  const { t } = useTranslation('builder');
  const ratioOf = useRatio();
  const isReadable = contrast(text, ground) >= READABLE;
  const nearest = readableOn(text, ground, text);
  return (
    <div role="status" className={isReadable ? 'builder-contrast' : 'notice notice-error builder-contrast'}>
      {isReadable ? (
        t('contrast.good', { ratio: ratioOf(text, ground) })
      ) : (
        <>
          <Icon name="alert" size={18} />
          <p>
            {t('contrast.low', { ratio: ratioOf(text, ground) })}{' '}
            <button type="button" className="button" onClick={() => onUse(nearest)}>
              <span className="builder-swatch" style={{ background: nearest }} />
              {t('contrast.use', { colour: nearest, ratio: ratioOf(nearest, ground) })}
            </button>
          </p>
        </>
      )}
    </div>
  );
}

/** Says how the page keeps its main colour readable: the colour stays itself, and the text on it is white or black. */
export function BrandNote({ colour }: { colour: string }) {
  const { t } = useTranslation('builder');
  const ratioOf = useRatio();
  const isDark = contrast(colour, '#ffffff') >= READABLE;
  const onWhite = readableOn(colour, '#ffffff', colour);
  return (
    <p role="status" className="builder-contrast">
      {t(isDark ? 'contrast.whiteText' : 'contrast.blackText', {
        ratio: ratioOf(colour, isDark ? '#ffffff' : '#000000'),
      })}{' '}
      {!isDark && t('contrast.onWhite', { ratio: ratioOf(colour, '#ffffff'), colour: onWhite })}
    </p>
  );
}

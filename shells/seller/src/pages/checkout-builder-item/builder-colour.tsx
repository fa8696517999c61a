import { contrast, isColour, READABLE, readableOn } from '@feira/schemas/rules/colours';
import { ColourField } from '@feira/shell-kit/components/colour-field';
import { Icon } from '@feira/shell-kit/components/icon';
import { useHost } from '@feira/shell-kit/host-context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface BuilderColourProps {
  label: string;
  /** Undefined where the page takes its own. */
  value: string | undefined;
  /** The colour that the page takes then. */
  standard: string;
  onChange: (colour: string | undefined) => void;
}

/** Takes a colour of the checkout. What is no colour yet stays here while it is typed, so that the preview shows the last one. */
export function BuilderColour({ label, value, standard, onChange }: BuilderColourProps) {
  const { t } = useTranslation('builder');
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <ColourField
      label={label}
      standard={standard}
      value={typed ?? value ?? ''}
      problem={typed === null ? undefined : t('colour.wrong')}
      onChange={(text) => {
        const isTaken = text === '' || isColour(text);
        setTyped(isTaken ? null : text);
        if (isTaken) onChange(text.toLowerCase() || undefined);
      }}
      onBlur={() => setTyped(null)}
    />
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

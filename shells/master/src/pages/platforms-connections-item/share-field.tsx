import { useId } from 'react';
import { useTranslation } from 'react-i18next';

interface ShareFieldProps {
  /** Percent, 1 to 100. */
  value: number;
  onChange: (share: number) => void;
}

const limit = (number: number) => Math.min(100, Math.max(1, Math.round(number)));

/** A slider and a number field with the same value. */
export function ShareField({ value, onChange }: ShareFieldProps) {
  const { t } = useTranslation('connections');
  const id = useId();
  const change = (text: string) => {
    const number = Number(text);
    if (text !== '' && Number.isFinite(number)) onChange(limit(number));
  };
  return (
    <div className="form-field share-field">
      <label htmlFor={id}>{t('versions.share')}</label>
      <span className="share-inputs">
        <input
          id={id}
          type="range"
          min={1}
          max={100}
          value={value}
          aria-valuetext={`${value}%`}
          onChange={(event) => change(event.target.value)}
        />
        <span className="form-box">
          <input
            type="number"
            inputMode="numeric"
            aria-label={t('versions.share')}
            min={1}
            max={100}
            value={value}
            onChange={(event) => change(event.target.value)}
          />
          <span aria-hidden="true">%</span>
        </span>
      </span>
    </div>
  );
}

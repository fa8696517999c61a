import { isColour } from '@feira/schemas/rules/colours';
import Input from 'antd/es/input/Input';
import { useTranslation } from 'react-i18next';
import '../styles/colour-field.css';
import { FieldFrame, type Labelled, statusOf } from './form-fields.tsx';

interface ColourFieldProps extends Labelled {
  name?: string;
  /** The typed text; empty takes the standard colour. */
  value: string;
  standard: string;
  onChange: (typed: string) => void;
  onBlur?: () => void;
}

/** Takes a colour by typing or by the browser's picker, which keys and screen readers reach. */
export function ColourField({ name, value, standard, onChange, onBlur, ...words }: ColourFieldProps) {
  const { t } = useTranslation('kit');
  const { label } = words;
  return (
    <FieldFrame {...words}>
      {(ties) => (
        <span className="colour-field">
          <input
            type="color"
            aria-label={t('colour.pick', { label })}
            value={(isColour(value) ? value : standard).toLowerCase()}
            onChange={({ target }) => onChange(target.value)}
          />
          <Input
            {...ties}
            name={name}
            autoComplete="off"
            spellCheck={false}
            maxLength={7}
            placeholder={standard}
            status={statusOf(words.problem)}
            value={value}
            onChange={({ target }) => onChange(target.value.trim())}
            onBlur={onBlur}
          />
          {value && (
            <button
              type="button"
              className="button"
              aria-label={t('colour.resetOf', { label })}
              onClick={() => onChange('')}
            >
              {t('colour.reset')}
            </button>
          )}
        </span>
      )}
    </FieldFrame>
  );
}

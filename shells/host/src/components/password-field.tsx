import { Icon } from '@feira/shell-kit/components/icon';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field, type FieldProps } from './field.tsx';

/** The person can look at the typed password, which replaces a second field. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'children'>) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  return (
    <Field {...props} type={isShown ? 'text' : 'password'} autoCorrect="off">
      <button
        type="button"
        className="icon-button"
        aria-label={t('showPassword')}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon name={isShown ? 'eyeOff' : 'eye'} />
      </button>
    </Field>
  );
}

import type { CredentialField } from '@feira/schemas/manifest';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecretDraft } from './credential-draft.ts';

import { StoredState } from './stored-state.tsx';
import type { StoredSecret } from './use-connections.ts';

export interface SecretFieldProps {
  field: CredentialField;
  words: FieldWords;
  /** The change; undefined while there is none. */
  secret: SecretDraft | undefined;
  /** The server's facts about the stored secret: never its value. */
  stored: StoredSecret | undefined;
  onChange: (secret: SecretDraft | null) => void;
}

/** Takes a secret, and shows of a stored one only that it exists. */
export function SecretField({ field, words, secret, stored, onChange }: SecretFieldProps) {
  const { t } = useTranslation('connections');
  const [isShown, setIsShown] = useState(false);
  const [isBack, setIsBack] = useState(false);
  const { title, label, hint, problem, isRequired, name } = words;
  const isTyped = secret?.act === 'set';
  const keep = () => {
    setIsBack(true);
    onChange(null);
  };
  if (stored && !isTyped)
    return (
      <fieldset className="form-group credential-group">
        <legend>{label}</legend>
        <StoredState
          title={title}
          stored={stored}
          isRequired={isRequired}
          problem={problem}
          isBack={isBack}
          isRemoved={secret?.act === 'remove'}
          onReplace={() => {
            setIsBack(false);
            onChange({ act: 'set', value: '' });
          }}
          onRemove={() => {
            setIsBack(true);
            onChange({ act: 'remove' });
          }}
          onKeep={keep}
        />
      </fieldset>
    );
  return (
    <div className="secret-typed">
      <TextField
        name={name}
        label={label}
        hint={hint}
        problem={problem}
        required={isRequired}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        spellCheck={false}
        maxLength={field.maxLength ?? 4096}
        // The field takes the place of the button that was pressed for it.
        autoFocus={stored !== undefined}
        value={isTyped ? secret.value : ''}
        onChange={(value) => onChange(value === '' && !stored ? null : { act: 'set', value })}
      />
      <span className="secret-buttons">
        <button
          type="button"
          className="icon-button"
          aria-label={t(isShown ? 'secret.hide' : 'secret.show', { title })}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon name={isShown ? 'eyeOff' : 'eye'} size={18} />
        </button>
        {stored && (
          <button type="button" className="button" aria-label={t('secret.keepOf', { title })} onClick={keep}>
            {t('secret.keep')}
          </button>
        )}
      </span>
    </div>
  );
}

/** Returns label and hint of a field in the reader's language. */
export interface FieldWords {
  name: string;
  title: string;
  label: string;
  isRequired: boolean;
  hint: string | undefined;
  problem: string | undefined;
}

import { Icon } from '@feira/shell-kit/components/icon';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrand } from '../brand.ts';
import '../sign-in/add-texts.ts';
import { checkPassword, type Identity, PASSWORD_LENGTH } from '../sign-in/password-rule.ts';
import { PasswordField } from './password-field.tsx';

interface NewPasswordFieldProps {
  label: string;
  /** The person who chooses the password, where the page knows them. */
  identity?: Pick<Identity, 'name' | 'email'>;
  problem: string | undefined;
}

const NOBODY = { name: '', email: '' };

/** Shows the server's rule from the start and the parts that already hold; the server decides. */
export function NewPasswordField({ label, identity = NOBODY, problem }: NewPasswordFieldProps) {
  const { t } = useTranslation('signIn');
  const platformName = useBrand()?.name ?? '';
  const [typed, setTyped] = useState('');
  const { isLong, isApart } = checkPassword(typed, { ...identity, platformName });
  const rule = (isMet: boolean | undefined, text: string) => (
    <li className={isMet ? 'rule rule-met' : 'rule'}>
      <Icon name={isMet ? 'check' : 'dot'} size={16} />
      <span>
        {text}
        <span className="visually-hidden"> {isMet ? t('password.met') : ''}</span>
      </span>
    </li>
  );
  return (
    <PasswordField
      name="password"
      label={label}
      autoComplete="new-password"
      maxLength={200}
      problem={problem}
      onChange={(event) => setTyped(event.target.value)}
      hint={
        <ul className="rules">
          {rule(isLong, t('password.long', { count: PASSWORD_LENGTH }))}
          {rule(isApart, t('password.apart'))}
          <li className="rule">
            <Icon name="dot" size={16} />
            <span>{t('password.common')}</span>
          </li>
        </ul>
      }
    />
  );
}

import { HOST_PATHS, SIGN_IN_PATHS } from '@feira/schemas/addresses';
import type { Output } from '@feira/schemas/procedure';
import { choosePassword } from '@feira/schemas/procedures/session';
import { Icon } from '@feira/shell-kit/components/icon';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { LostLink } from '../../components/lost-link.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { SignInCard } from '../../components/sign-in-card.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { useLink } from '../../components/use-link.ts';
import { useProblems } from '../../components/use-problems.ts';
import '../../sign-in/add-texts.ts';
import type { Preferences } from '../../preferences.ts';
import { PASSWORD_LENGTH } from '../../sign-in/password-rule.ts';
import { dropToken } from '../../token.ts';
import { useClient } from '../../use-client.ts';

interface ChoosePasswordPageProps {
  preferences: Preferences;
  /** Every session of the person ends with the change. */
  onChanged: () => void;
}

/**
 * Sets a password after a recovery or an invitation. It signs nobody in: the sign-in page of the role asks for everything that
 * it needs.
 */
export default function ChoosePasswordPage({ preferences, onChanged }: ChoosePasswordPageProps) {
  const { t } = useTranslation('signIn');
  const client = useClient(preferences.locale);
  const { token, isLost, failure, isBusy, submit } = useLink();
  const [chosen, setChosen] = useState<Output<typeof choosePassword> | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const getField = () => form.current!.elements.namedItem('password') as HTMLInputElement;
  const { problems, check, onChange } = useProblems(() => ({
    isShort: [...getField().value].length < PASSWORD_LENGTH,
  }));
  const choose = async (event: FormEvent) => {
    event.preventDefault();
    const field = getField();
    if (check().isShort) return field.focus();
    const refusal = await submit(async () => {
      setChosen(await client.call(choosePassword, { token: token!, password: field.value }));
      dropToken();
      onChanged();
    });
    if (refusal?.code === 'PASSWORD_WEAK') field.focus();
  };
  if (chosen)
    return (
      <SignInCard key="done" title={t('choose.doneTitle')} preferences={preferences}>
        <div className="check-mail">
          <span className="empty-icon">
            <Icon name="check" size={28} />
          </span>
          <p>{t('choose.done', { email: chosen.email })}</p>
          <LinkButton to={SIGN_IN_PATHS[chosen.entrance]}>{t('signInNow')}</LinkButton>
        </div>
      </SignInCard>
    );
  return (
    <SignInCard key="form" title={t('choose.title')} preferences={preferences}>
      {isLost ? (
        <LostLink message={failure?.message} to={HOST_PATHS.recoverPassword} action={t('choose.again')} />
      ) : (
        <>
          <p className="login-lead">{t('choose.lead')}</p>
          <FailureNotice failure={failure} />
          <form ref={form} method="post" noValidate onSubmit={choose} onChange={onChange}>
            <NewPasswordField label={t('newPassword')} problem={problems.isShort ? t('password.short') : undefined} />
            <SubmitButton isBusy={isBusy}>{t('choose.save')}</SubmitButton>
          </form>
        </>
      )}
    </SignInCard>
  );
}

import { Icon } from '@feira/shell-kit/components/icon';
import { LinkButton } from '@feira/shell-kit/components/link-button';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import '../sign-in/add-texts.ts';

interface LostLinkProps {
  /** The server's refusal; undefined where the page was opened without a link. */
  message: string | null | undefined;
  to: string;
  action: string;
}

/** Says that a link is used up or too old, and leads to a new one. */
export function LostLink({ message, to, action }: LostLinkProps) {
  const { t } = useTranslation('signIn');
  const box = useRef<HTMLDivElement>(null);
  // This message takes the place of the button that had the focus.
  useEffect(() => {
    if (message) box.current?.focus();
  }, [message]);
  return (
    <div ref={box} className="check-mail" role="alert" tabIndex={-1}>
      <span className="empty-icon">
        <Icon name="alert" size={28} />
      </span>
      <p>{message ?? t('link.missing')}</p>
      <LinkButton to={to}>{action}</LinkButton>
    </div>
  );
}

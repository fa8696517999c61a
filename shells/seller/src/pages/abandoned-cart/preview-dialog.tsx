import type { Locale } from '@feira/schemas/common';
import type { Wording } from '@feira/schemas/rules/buyer-mails';
import { MailPreview } from '@feira/shell-desk/mails/mail-preview.tsx';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { useTranslation } from 'react-i18next';
import { usePreview } from './use-carts.ts';

interface PreviewDialogProps {
  locale: Locale;
  wording: Wording;
  coupon: string | null;
  onClose: () => void;
}

/** Shows a mail with sample values, as it would arrive. */
export function PreviewDialog({ locale, wording, coupon, onClose }: PreviewDialogProps) {
  const { t } = useTranslation(['carts', 'kit']);
  const { data, error } = usePreview(locale, wording, coupon);
  return (
    <ModalDialog isWide title={t('preview')} onClose={onClose}>
      <Refusal error={error} />
      {data && (
        <>
          <p className="cart-title">
            <span className="muted">{t('subject')}: </span>
            {data.subject}
          </p>
          <MailPreview className="cart-preview" title={t('preview')} html={data.html} />
        </>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {t('close')}
        </button>
      </div>
    </ModalDialog>
  );
}

import type { Locale } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import { type getOwnVerification, sendDocument } from '@feira/schemas/procedures/verifications';
import { VERIFICATION_FILE_BYTES, type VerificationDocument } from '@feira/schemas/verification';
import { formatBytes, readContent } from '@feira/shell-desk/disputes/file-content.ts';
import type { Client } from '@feira/shell-kit/client';
import { Icon } from '@feira/shell-kit/components/icon';
import { StatusBadge } from '@feira/shell-kit/components/status-badge';
import { formatDate } from '@feira/shell-kit/format';
import { MOUSE, useMediaQuery } from '@feira/shell-kit/use-media-query';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { useSubmit } from '../../../components/use-submit.ts';
import { shrinkPhoto } from './shrink-photo.ts';

export type OwnVerification = Output<typeof getOwnVerification>;
type OwnDocument = OwnVerification['documents'][number];

const ACCEPTED = ['application/pdf', 'image/png', 'image/jpeg'];
const LONGEST_NAME = 120;
/** The camera of a phone that takes the photo: the one at the back, or the one that sees its holder. */
const CAMERAS: Partial<Record<VerificationDocument, 'environment' | 'user'>> = {
  photoDocument: 'environment',
  photoPersonWithDocument: 'user',
  addressProof: 'environment',
};

interface DocumentItemProps {
  document: OwnDocument;
  client: Client;
  locale: Locale;
  /** The documents can be sent and replaced now. */
  isOpen: boolean;
  /** It is missing, and the person wanted to hand in. */
  problem: string | null;
  onSent: () => Promise<void>;
}

/** One document: what is asked for, what was sent, and the ways to send it. */
export function DocumentItem({ document, client, locale, isOpen, problem, onSent }: DocumentItemProps) {
  const { t } = useTranslation(['ownVerification', 'verification']);
  const id = useId();
  const { kind, sent } = document;
  const refusal = sent?.refusal ?? null;
  return (
    <li className="verification-document" data-kind={kind}>
      <div className="verification-head">
        <h3 id={id}>{t(`verification:documents.${kind}`)}</h3>
        {sent && !refusal && <StatusBadge tone="approved" icon="check" label={t('verification:sent')} />}
        {refusal && <StatusBadge tone="rejected" icon="close" label={t('verification:again')} />}
      </div>
      {isOpen && <p className="muted">{t(`hints.${kind}`)}</p>}
      {sent && (
        <p className="muted">
          {t('sent', { date: formatDate(sent.sentAt, locale), size: formatBytes(sent.byteCount, locale) })}
        </p>
      )}
      {refusal && <p className="field-error">{t('again', { reason: t(`verification:reasons.${refusal}`) })}</p>}
      {problem && (
        <p className="field-error" id={`${id}problem`}>
          {problem}
        </p>
      )}
      {isOpen && (
        <Sending
          kind={kind}
          labelledBy={id}
          describedBy={problem ? `${id}problem` : undefined}
          isSent={sent !== null}
          client={client}
          onSent={onSent}
        />
      )}
    </li>
  );
}

interface SendingProps extends Pick<DocumentItemProps, 'client' | 'onSent'> {
  kind: VerificationDocument;
  labelledBy: string;
  describedBy: string | undefined;
  isSent: boolean;
}

function Sending({ kind, labelledBy, describedBy, isSent, client, onSent }: SendingProps) {
  const { t } = useTranslation('ownVerification');
  const isDesk = useMediaQuery(MOUSE);
  const { failure, isBusy, submit } = useSubmit();
  const [wrong, setWrong] = useState<'kind' | 'tooLarge' | null>(null);
  const camera = CAMERAS[kind];
  const take = async (chosen: File | undefined) => {
    if (!chosen || isBusy) return;
    const file = await shrinkPhoto(chosen);
    const found = ACCEPTED.includes(file.type) ? (file.size > VERIFICATION_FILE_BYTES ? 'tooLarge' : null) : 'kind';
    setWrong(found);
    if (found) return;
    const refused = await submit(async () => {
      const content = await readContent(file);
      await client.call(sendDocument, { kind, name: file.name.slice(-LONGEST_NAME), content });
    });
    if (!refused) await onSent();
  };
  const button = { isBusy, labelledBy, describedBy, onTake: take };
  return (
    <>
      <div role="alert">{wrong && <p className="field-error">{t(`problems.${wrong}`)}</p>}</div>
      <FailureNotice failure={failure} />
      <div className="account-actions">
        {camera && !isDesk && (
          <FileButton {...button} icon="phone" label={t('takePhoto')} accept="image/*" capture={camera} />
        )}
        <FileButton
          {...button}
          icon="upload"
          label={t(isBusy ? 'sending' : isSent ? 'replace' : 'choose')}
          accept={ACCEPTED.join(',')}
        />
      </div>
    </>
  );
}

interface FileButtonProps {
  icon: 'phone' | 'upload';
  label: string;
  accept: string;
  capture?: 'environment' | 'user';
  labelledBy: string;
  describedBy: string | undefined;
  isBusy: boolean;
  onTake: (file: File | undefined) => Promise<void>;
}

/** Takes the place of the browser's own button, whose label is in the browser's language. */
function FileButton({ icon, label, accept, capture, labelledBy, describedBy, isBusy, onTake }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="button"
        aria-labelledby={`${id} ${labelledBy}`}
        aria-describedby={describedBy}
        aria-busy={isBusy}
        onClick={() => !isBusy && input.current?.click()}
      >
        <Icon name={icon} size={18} />
        <span id={id}>{label}</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        {...(capture && { capture })}
        onChange={async ({ target }) => {
          await onTake(target.files?.[0]);
          // The same file may be chosen again after it was mended.
          target.value = '';
        }}
      />
    </>
  );
}

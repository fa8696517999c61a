import type { Locale } from '@feira/schemas/common';
import type { Output } from '@feira/schemas/procedure';
import { createDownload, type openAccess } from '@feira/schemas/procedures/deliverables';
import type { Client } from '@feira/shell-kit/client';
import { CopyButton } from '@feira/shell-kit/components/copy-button';
import { Icon, type IconName } from '@feira/shell-kit/components/icon';
import { formatBytes } from '@feira/shell-kit/format';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { useSubmit } from '../../components/use-submit.ts';

type Item = Output<typeof openAccess>['products'][number]['items'][number];

const ICONS: Record<Item['kind'], IconName> = { FILE: 'download', ADDRESS: 'external', KEY: 'lock', TEXT: 'edit' };

interface AccessItemProps {
  item: Item;
  token: string;
  client: Client;
  locale: Locale;
}

/** One thing that was bought: a file to download, a page to open, a key to copy, or a text. */
export function AccessItem({ item, token, client, locale }: AccessItemProps) {
  const { t } = useTranslation('signIn');
  const { kind, title, file, address, text, key } = item;
  return (
    <li className="access-item">
      <span className="access-icon">
        <Icon name={ICONS[kind]} />
      </span>
      <div className="access-words">
        <strong>{title}</strong>
        {kind === 'FILE' && file && (
          <span className="access-small">
            {file.name} · {formatBytes(file.bytes, locale)}
          </span>
        )}
        {text && <p className="access-text">{text}</p>}
        {kind === 'KEY' &&
          (key ? <code className="access-key">{key}</code> : <p role="status">{t('access.keyWait')}</p>)}
      </div>
      {kind === 'FILE' && <Download item={item} token={token} client={client} />}
      {kind === 'ADDRESS' && address && (
        <a className="button button-primary" href={address} target="_blank" rel="noopener noreferrer">
          {t('access.open')}
          <span className="visually-hidden">
            {' '}
            {title} {t('newTab')}
          </span>
        </a>
      )}
      {kind === 'KEY' && key && <CopyButton text={key} label={t('access.copy')} description={title} />}
    </li>
  );
}

function Download({ item, token, client }: Omit<AccessItemProps, 'locale'>) {
  const { t } = useTranslation('signIn');
  const [downloads, setDownloads] = useState(item.downloads);
  const { failure, isBusy, submit } = useSubmit();
  const left = Math.max(0, item.mostDownloads - downloads);
  const start = () =>
    submit(async () => {
      const answer = await client.call(createDownload, { token, deliverableId: item.id });
      setDownloads(answer.downloads);
      // The answer is saved as a file, so the page stays.
      location.assign(answer.url);
    });
  return (
    <>
      <button type="button" className="button button-primary" aria-busy={isBusy} disabled={left === 0} onClick={start}>
        {t('access.download')}
        <span className="visually-hidden"> {item.title}</span>
      </button>
      <div className="access-note">
        <span className="access-small">{left === 0 ? t('access.usedUp') : t('access.left', { count: left })}</span>
        <FailureNotice failure={failure} />
      </div>
    </>
  );
}

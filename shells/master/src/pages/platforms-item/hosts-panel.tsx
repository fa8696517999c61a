import { ConfirmDialog } from '@feira/shell-kit/components/confirm-dialog';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { findFieldProblem } from '@feira/shell-kit/field-problems';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanHost, isHostLike } from '../../components/clean-host.ts';
import { HostName } from '../../components/host-names.tsx';
import { type PlatformDetails, useHostAddition, useHostRemoval } from './use-platform.ts';

/** Names under which the platform answers; the last one stays, or nobody could come in. */
export function HostsPanel({ platform }: { platform: PlatformDetails }) {
  const { t } = useTranslation('master');
  const [leaving, setLeaving] = useState<string | null>(null);
  const id = useId();
  const { hosts } = platform;
  return (
    <section className="panel platform-part" aria-labelledby={id}>
      <h2 id={id}>{t('platforms.hosts')}</h2>
      <p className="muted">{t('platform.hostsText')}</p>
      <ul className="platform-hosts">
        {hosts.map((host) => (
          <li key={host}>
            <HostName host={host} />
            {hosts.length > 1 && (
              <button
                type="button"
                className="icon-button"
                aria-label={t('platform.removeHostOf', { host: host === '*' ? t('platforms.anyHost') : host })}
                onClick={() => setLeaving(host)}
              >
                <Icon name="trash" size={18} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {hosts.length === 1 && <p className="form-hint">{t('platform.lastHost')}</p>}
      <AddHost platformId={platform.id} />
      {leaving !== null && <RemoveHost platform={platform} host={leaving} onClose={() => setLeaving(null)} />}
    </section>
  );
}

function AddHost({ platformId }: { platformId: string }) {
  const { t } = useTranslation('master');
  const [text, setText] = useState('');
  const [isTried, setIsTried] = useState(false);
  const { run, error, isBusy, reset } = useHostAddition();
  const host = cleanHost(text);
  const isWrong = isTried && !isHostLike(host);
  const problem = isWrong ? t('platform.hostInvalid') : findFieldProblem(error, 'host');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsTried(true);
    if (!isHostLike(host) || !(await run({ platformId, host }))) return;
    setText('');
    setIsTried(false);
  };
  return (
    <form className="platform-add" noValidate onSubmit={add}>
      <TextField
        name="host"
        label={t('platform.newHost')}
        placeholder={t('platform.hostExample')}
        maxLength={300}
        value={text}
        problem={problem}
        onChange={(next) => {
          setText(next);
          if (error) reset();
        }}
      />
      <button type="submit" className="button" aria-busy={isBusy}>
        <Icon name="plus" size={18} />
        {t('platform.addHost')}
      </button>
      {!problem && <Refusal error={error} />}
    </form>
  );
}

interface RemoveHostProps {
  platform: PlatformDetails;
  host: string;
  onClose: () => void;
}

function RemoveHost({ platform, host, onClose }: RemoveHostProps) {
  const { t } = useTranslation('master');
  const { run, error, isBusy } = useHostRemoval();
  const { name, isOwn, hosts } = platform;
  const shown = host === '*' ? t('platforms.anyHost') : host;
  const isHere = isOwn && (host === location.hostname || (host === '*' && !hosts.includes(location.hostname)));
  const confirm = async () => {
    if (await run({ platformId: platform.id, host })) onClose();
  };
  return (
    <ConfirmDialog
      isDanger
      title={t('platform.removeHostTitle', { host: shown })}
      text={t(isHere ? 'platform.removeThisHostText' : 'platform.removeHostText', { name })}
      action={t('platform.removeHost')}
      isBusy={isBusy}
      error={error}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

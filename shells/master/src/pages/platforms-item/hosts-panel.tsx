import type { addHost } from '@feira/schemas/procedures/platforms';
import { ConfirmChange } from '@feira/shell-kit/components/confirm-change';
import { TextField } from '@feira/shell-kit/components/form-fields';
import { Icon } from '@feira/shell-kit/components/icon';
import { Refusal } from '@feira/shell-kit/components/refusal';
import { type FieldsOf, group, text } from '@feira/shell-kit/fields';
import { useDraft } from '@feira/shell-kit/use-draft';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanHost, isHostLike } from '../../components/clean-host.ts';
import { HostName } from '../../components/host-names.tsx';
import { type PlatformDetails, useHostAddition, useHostRemoval } from './use-platform.ts';

/** Edits the host names of the platform; the last one stays, because nobody could reach the platform without it. */
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

const HOST = group({
  host: text({ problem: 'platform.hostInvalid', clean: cleanHost, test: isHostLike, control: { maxLength: 300 } }),
} satisfies FieldsOf<typeof addHost, 'platformId'>);

function AddHost({ platformId }: { platformId: string }) {
  const { t } = useTranslation('master');
  const change = useHostAddition();
  const { error, isBusy } = change;
  const { controls, clear, form } = useDraft({ fields: HOST, change, say: t });
  const { problem } = controls.host;
  const add = async ({ host }: { host: string }) => {
    const answer = await change.run({ platformId, host });
    if (answer) clear();
    return answer;
  };
  return (
    <form {...form(add)} className="platform-add">
      <TextField label={t('platform.newHost')} placeholder={t('platform.hostExample')} {...controls.host} />
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
  const { name, isOwn, hosts } = platform;
  const shown = host === '*' ? t('platforms.anyHost') : host;
  const isHere = isOwn && (host === location.hostname || (host === '*' && !hosts.includes(location.hostname)));
  return (
    <ConfirmChange
      isDanger
      title={t('platform.removeHostTitle', { host: shown })}
      text={t(isHere ? 'platform.removeThisHostText' : 'platform.removeHostText', { name })}
      action={t('platform.removeHost')}
      change={useHostRemoval()}
      input={{ platformId: platform.id, host }}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

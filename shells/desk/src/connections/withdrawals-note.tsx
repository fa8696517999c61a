import type { Manifest } from '@feira/schemas/manifest';
import { endedByPerson } from '@feira/schemas/rules/withdrawal-lookup';
import { Icon } from '@feira/shell-kit/components/icon';
import { useTranslation } from 'react-i18next';

/** Says beforehand which withdrawals a person will have to end, because the provider cannot be asked about them. */
export function WithdrawalsNote({ manifest }: { manifest: Manifest }) {
  const { t } = useTranslation('connections');
  const ended = endedByPerson(manifest);
  if (!ended) return null;
  return (
    <p className="muted withdrawals-note">
      <Icon name={ended === 'EACH' ? 'alert' : 'clock'} size={16} /> {t(`withdrawals.${ended}`)}
    </p>
  );
}

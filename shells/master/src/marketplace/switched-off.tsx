import { Icon } from '@feira/shell-kit/components/icon';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { useCapabilityName } from '@feira/shell-desk/connections/capability-name.ts';
import './switched-off.css';

/** Lists claims of the manifest that no report proves, which no connection may use. */
export function SwitchedOff({ capabilities }: { capabilities: readonly string[] }) {
  const { t } = useTranslation('marketplace');
  const nameOf = useCapabilityName();
  if (capabilities.length === 0) return null;
  return (
    <div className="notice switched-off">
      <Icon name="alert" />
      <div>
        <strong>{t('package.switchedOffTitle')}</strong>
        <span>{t('package.switchedOffText')}</span>
        <ul className="tags">
          {capabilities.map((capability) => (
            <li key={capability} className="tag">
              {nameOf(capability)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

import type { IconName } from '@feira/shell-kit/components/icon';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';

const OUTCOMES: Record<string, readonly [tone: StatusTone, icon: IconName]> = {
  OK: ['approved', 'check'],
  NOT_SENT: ['canceled', 'stop'],
  REJECTED: ['rejected', 'close'],
  UNKNOWN: ['pending', 'alert'],
};

/** Translates the core's codes; a code without a text is shown as it is. */
export function useProviderWords() {
  const { t, i18n } = useTranslation('provider');
  const say = (group: string, name: string) =>
    i18n.exists(`provider:${group}.${name}`) ? t(`${group}.${name}` as never) : null;
  return {
    operation: (name: string | null): string =>
      name === null ? t('operations.none') : (say('operations', name) ?? name),
    error: (code: string): string => say('errors', code) ?? t('errors.other', { code }),
    /** The remedy; null where none is known. */
    advice: (code: string): string | null => say('advice', code),
    /** The reason of a failed call; null where the provider sent its own message, which is shown as it is. */
    transport: (reason: string): string | null => (/^\w+$/.test(reason) ? say('transport', reason) : null),
  };
}

/** Shows how a call ended, as word, colour and icon. */
export function CallOutcome({ outcome }: { outcome: string }) {
  const { t } = useTranslation('provider');
  const [tone, icon] = OUTCOMES[outcome] ?? ['canceled', 'dot'];
  return (
    <StatusBadge
      tone={tone}
      icon={icon}
      label={outcome in OUTCOMES ? t(`outcomes.${outcome}` as 'outcomes.OK') : outcome}
    />
  );
}

import { useTranslation } from 'react-i18next';
import './add-texts.ts';

/** Names 'CREDIT_CARD.refund' in the reader's language. Names that a report invented stay as they are. */
export function useCapabilityName() {
  const { t, i18n } = useTranslation('connections');
  return (capability: string) =>
    capability
      .split('.')
      .map((part) => (i18n.exists(`connections:capabilities.${part}`) ? t(`capabilities.${part}` as never) : part))
      .join(': ');
}

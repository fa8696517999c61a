import type { IconName } from '@feira/shell-kit/components/icon';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import type { PaymentMethod } from '@feira/schemas/common';
import type { Manifest } from '@feira/schemas/manifest';
import { KNOWN_LEVELS, type KnownLevel } from '@feira/schemas/manifest/evidence';
import { findOldestVerification, leastEvidence, listEvidence } from '@feira/schemas/rules/evidence';
import './evidence-level.css';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { formatDay } from '@feira/shell-kit/format';
import { useHost } from '@feira/shell-kit/host-context';
import { useProviderWords } from '../provider-words/provider-words.tsx';

const LOOKS: Record<KnownLevel, { icon: IconName; tone: StatusTone }> = {
  verified: { icon: 'check', tone: 'approved' },
  documented: { icon: 'check', tone: 'approved' },
  'public-code': { icon: 'eye', tone: 'refunded' },
  inferred: { icon: 'alert', tone: 'pending' },
};

function Badge({ level, day }: { level: KnownLevel; day?: string | null }) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const { icon, tone } = LOOKS[level];
  const label =
    level === 'verified' && day ? t('evidence.verifiedOn', { day: formatDay(day, locale) }) : t(`evidence.${level}`);
  return <StatusBadge tone={tone} icon={icon} label={label} />;
}

interface EvidenceLevelProps {
  manifest: Manifest;
  /** The methods that a connection will use; all of the provider's unless told. */
  methods?: readonly PaymentMethod[];
}

/**
 * Shows the weakest level of evidence of what a connection uses of a provider; a press explains all levels, and what each operation has, so
 * that a claim is not taken for a proof.
 */
export function EvidenceLevel({ manifest, methods }: EvidenceLevelProps) {
  const { t } = useTranslation('connections');
  const [isOpen, setIsOpen] = useState(false);
  const level = leastEvidence(manifest, methods);
  return (
    <>
      <button type="button" className="evidence-button" onClick={() => setIsOpen(true)}>
        <Badge level={level} day={findOldestVerification(manifest, methods)} />
        <span className="visually-hidden">{t('evidence.explain')}</span>
      </button>
      {isOpen && (
        <ModalDialog title={t('evidence.title')} text={t('evidence.text')} onClose={() => setIsOpen(false)}>
          <dl className="evidence-levels">
            {KNOWN_LEVELS.map((known) => (
              <div key={known}>
                <dt>
                  <Badge level={known} />
                  {known === level && <span className="tag">{t('evidence.here')}</span>}
                </dt>
                <dd>
                  {t(`evidence.${known}Text`)}
                  <Parts parts={listEvidence(manifest, methods)} level={known} />
                </dd>
              </div>
            ))}
          </dl>
          <div className="dialog-actions">
            <button type="button" className="button button-primary" onClick={() => setIsOpen(false)}>
              {t('evidence.close')}
            </button>
          </div>
        </ModalDialog>
      )}
    </>
  );
}

interface PartsProps {
  parts: readonly { operation: string; level: KnownLevel; verifiedOn: string | null }[];
  level: KnownLevel;
}

/** Names the operations of a level, where others have another one, and the days on which they were verified. */
export function Parts({ parts, level }: PartsProps) {
  const { t } = useTranslation('connections');
  const { locale } = useHost();
  const words = useProviderWords();
  const own = parts.filter((part) => part.level === level);
  if (own.length === 0 || (own.length === parts.length && level !== 'verified')) return null;
  const name = ({ operation, verifiedOn }: (typeof own)[number]) =>
    verifiedOn
      ? t('evidence.verifiedPart', { operation: words.operation(operation), day: formatDay(verifiedOn, locale) })
      : words.operation(operation);
  return <span className="evidence-parts">{t('evidence.parts', { list: own.map(name).join(', ') })}</span>;
}

import type { IconName } from '@feira/shell-kit/components/icon';
import { ModalDialog } from '@feira/shell-kit/components/modal-dialog';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './add-texts.ts';
import type { PaymentMethod } from '@feira/schemas/common';
import type { Manifest } from '@feira/schemas/manifest';
import { EVIDENCE_LEVELS, type Evidence } from '@feira/schemas/manifest/evidence';
import { leastEvidence, listEvidence } from '@feira/schemas/rules/evidence';
import './evidence-level.css';
import { StatusBadge, type StatusTone } from '@feira/shell-kit/components/status-badge';
import { useProviderWords } from '../provider-words/provider-words.tsx';

const LOOKS: Record<Evidence, { icon: IconName; tone: StatusTone }> = {
  documented: { icon: 'check', tone: 'approved' },
  'public-code': { icon: 'eye', tone: 'refunded' },
  inferred: { icon: 'alert', tone: 'pending' },
};

function Badge({ level }: { level: Evidence }) {
  const { t } = useTranslation('connections');
  const { icon, tone } = LOOKS[level];
  return <StatusBadge tone={tone} icon={icon} label={t(`evidence.${level}`)} />;
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
        <Badge level={level} />
        <span className="visually-hidden">{t('evidence.explain')}</span>
      </button>
      {isOpen && (
        <ModalDialog title={t('evidence.title')} text={t('evidence.text')} onClose={() => setIsOpen(false)}>
          <dl className="evidence-levels">
            {EVIDENCE_LEVELS.map((known) => (
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

/** Names the operations of a level, where others have another one. */
export function Parts({ parts, level }: { parts: readonly { operation: string; level: Evidence }[]; level: Evidence }) {
  const { t } = useTranslation('connections');
  const words = useProviderWords();
  const own = parts.filter((part) => part.level === level);
  if (own.length === 0 || own.length === parts.length) return null;
  return (
    <span className="evidence-parts">
      {t('evidence.parts', { list: own.map(({ operation }) => words.operation(operation)).join(', ') })}
    </span>
  );
}

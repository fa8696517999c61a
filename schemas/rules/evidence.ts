/** Reads how sure the parts of a provider's API are known: by operation, and of those that a connection uses. */
import { PAYMENT_METHODS, type PaymentMethod } from '../src/common.ts';
import { KNOWN_LEVELS, type KnownLevel } from '../src/manifest/evidence.ts';
import type { Manifest } from '../src/manifest.ts';
import type { Operation } from '../src/provider.ts';

type Stated = Pick<Manifest, 'evidence' | 'evidenceByOperation' | 'verifiedByOperation' | 'operations'>;

export interface OperationEvidence {
  operation: Operation;
  level: KnownLevel;
  /** The day on which it was seen working at the provider; null unless verified. */
  verifiedOn: string | null;
}

/** The operations that only connections with this method use; all others are used by every connection. */
const ONLY_FOR: Partial<Record<Operation, PaymentMethod>> = {
  createCardToken: 'CREDIT_CARD',
  createCardId: 'CREDIT_CARD',
  deleteCard: 'CREDIT_CARD',
  capture: 'CREDIT_CARD',
  void: 'CREDIT_CARD',
  createMandate: 'PIX',
  getMandate: 'PIX',
  cancelMandate: 'PIX',
  chargeMandate: 'PIX',
  getMandateCharge: 'PIX',
  retryMandateCharge: 'PIX',
  cancelMandateCharge: 'PIX',
  refundMandateCharge: 'PIX',
};

/** Lists the level of each operation that a connection with these methods uses. */
export function listEvidence(
  { evidence, evidenceByOperation = {}, verifiedByOperation = {}, operations }: Stated,
  methods: readonly PaymentMethod[] = PAYMENT_METHODS,
): OperationEvidence[] {
  return operations
    .filter((operation) => {
      const only = ONLY_FOR[operation];
      return only === undefined || methods.includes(only);
    })
    .map((operation) => {
      const verifiedOn = verifiedByOperation[operation] ?? null;
      return { operation, level: verifiedOn ? 'verified' : (evidenceByOperation[operation] ?? evidence), verifiedOn };
    });
}

/** Returns the weakest level of the operations that a connection with these methods uses: a claim is worth no more than its weakest part. */
export function leastEvidence(manifest: Stated, methods?: readonly PaymentMethod[]): KnownLevel {
  const levels = listEvidence(manifest, methods).map(({ level }) => level);
  return KNOWN_LEVELS.findLast((level) => levels.includes(level)) ?? manifest.evidence;
}

/** Returns the oldest day on which an operation that a connection with these methods uses was verified; null where none was. */
export function findOldestVerification(manifest: Stated, methods?: readonly PaymentMethod[]): string | null {
  const days = listEvidence(manifest, methods).flatMap(({ verifiedOn }) => verifiedOn ?? []);
  return days.sort()[0] ?? null;
}
